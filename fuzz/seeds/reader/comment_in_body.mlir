"t.a"() {a = #le<//z et 2|>sym3} : () -> ()
