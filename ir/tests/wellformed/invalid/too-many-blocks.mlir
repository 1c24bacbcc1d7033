"builtin.module"() ({
  "lab.a"() : () -> ()
^bb1:
  "lab.b"() : () -> ()
}) : () -> ()
