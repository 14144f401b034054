; The offset goes to every function that reaches it; a kernel that does becomes two.
; RUN: %opt -passes='ursa-nvptx-global-offset,verify' -S %s | %FileCheck %s --implicit-check-not=__ursa_implicit_offset
; RUN: sed -e 's/;TAKEN//' %s > taken.ll && %not %opt -passes='ursa-nvptx-global-offset' -disable-output taken.ll 2>&1 | %FileCheck %s --check-prefix=TAKEN
target triple = "nvptx64-nvidia-cuda"
declare ptr @__ursa_implicit_offset()

; TAKEN: error: Function 'other_function' uses the global offset and has its address taken; it can only be called directly.
;TAKEN @table = global ptr @other_function

; CHECK-LABEL: define i64 @other_function(ptr %offset)
; CHECK: %p = getelementptr inbounds i32, ptr %offset, i64 2
define i64 @other_function() {
  %o = call ptr @__ursa_implicit_offset()
  %p = getelementptr inbounds i32, ptr %o, i64 2
  %v = load i32, ptr %p, align 4
  %w = zext i32 %v to i64
  ret i64 %w
}
; CHECK-LABEL: define void @other_function2()
define void @other_function2() {
  ret void
}
; CHECK-LABEL: define ptx_kernel void @example_kernel(i32 %n)
; CHECK: %zeros = alloca [3 x i32], align 4
; CHECK: call void @llvm.memset.p0.i64(ptr align 4 %zeros, i8 0, i64 12, i1 false)
; CHECK: call i64 @other_function(ptr %zeros)
; CHECK: call void @other_function2()
; CHECK: load i32, ptr %zeros
define ptx_kernel void @example_kernel(i32 %n) {
entry:
  %v = call i64 @other_function()
  call void @other_function2()
  %o = call ptr @__ursa_implicit_offset()
  %x = load i32, ptr %o, align 4
  ret void
}
; CHECK-LABEL: define ptx_kernel void @plain()
define ptx_kernel void @plain() {
  call void @other_function2()
  ret void
}
; CHECK-LABEL: define ptx_kernel void @example_kernel_with_offset(i32 %n, ptr byval([3 x i32]) align 4 %offset)
; CHECK: call i64 @other_function(ptr %offset)
; CHECK: load i32, ptr %offset
; CHECK-NOT: plain_with_offset
