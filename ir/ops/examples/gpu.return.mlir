gpu.module @m {
  "gpu.func"() <{function_type = (i32) -> ()}> ({
  ^bb0(%arg0: i32):
    gpu.return
  }) {sym_name = "f", workgroup_attributions = 0 : i64} : () -> ()
}
