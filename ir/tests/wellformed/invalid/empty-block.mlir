"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
^bb0:
}) : () -> ()
// -----
"lab.scope"() ({
^bb0:
^bb1:
}) : () -> ()
