; What is reached by calls through pointers only is in the image of the caller: functions of the call's
; type that are called indirectly, and what they call. A table of functions that no code refers to is in
; every image.
; RUN: for mode in source kernel; do %post_link %s -split=$mode -S -o %t.$mode.table && %FileCheck %s --check-prefix=DIRECT --implicit-check-not=@through --implicit-check-not=@last --implicit-check-not=@first < %t.${mode}_0.ll && %FileCheck %s --check-prefix=LAST --implicit-check-not=@through --implicit-check-not=@first < %t.${mode}_1.ll && %FileCheck %s --check-prefix=CHAIN < %t.${mode}_2.ll || exit 1; done
target triple = "spirv64-unknown-unknown"

; DIRECT: @table = weak addrspace(1) constant [1 x ptr] [ptr @callback]
; DIRECT: define spir_kernel void @direct()
; DIRECT: define internal spir_func i64 @callback(i64 %x)
; LAST: define spir_kernel void @calls.last(
; LAST: define spir_func void @last() #
; CHAIN: define spir_kernel void @calls.first(
; CHAIN: define internal spir_func i32 @through(
; CHAIN: define spir_func i32 @first(i32 %x, ptr %g) #
; CHAIN: define spir_func void @last() #

@table = weak addrspace(1) constant [1 x ptr] [ptr @callback]
define spir_func i64 @callback(i64 %x) {
  ret i64 %x
}
define spir_kernel void @direct() #0 {
  ret void
}
define spir_kernel void @calls.last(ptr addrspace(1) %p) #1 {
  %f = load ptr, ptr addrspace(1) %p
  call spir_func void %f()
  ret void
}
define spir_kernel void @calls.first(ptr addrspace(1) %p) #2 {
  %f = load ptr, ptr addrspace(1) %p
  %x = call spir_func i32 @through(ptr %f, ptr %f)
  ret void
}
define spir_func i32 @through(ptr %f, ptr %g) {
  %x = call spir_func i32 %f(i32 42, ptr %g)
  ret i32 %x
}
define spir_func i32 @first(i32 %x, ptr %g) #3 {
  call spir_func void %g()
  ret i32 %x
}
define spir_func void @last() #3 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
attributes #2 = { "sycl-module-id"="c.cpp" }
attributes #3 = { "referenced-indirectly" }
