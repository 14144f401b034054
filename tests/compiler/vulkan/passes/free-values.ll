; RUN: %opt -S -passes='loop-simplify,lcssa,ursa-vulkan-structurize' %s | %FileCheck %s
target datalayout = "e-n8:16:32:64"
; A value that costs nothing is computed with its operands: LLVM 22's StructurizeCFG would take it for the value of %entry.
; CHECK-LABEL: define i32 @free
; CHECK-NEXT: entry:
; CHECK: %low = trunc i64 %x to i32
; CHECK-NEXT: br i1
; CHECK: Flow
define i32 @free(i1 %a, i1 %b, i64 %x) {
entry:
  br i1 %a, label %both, label %else
both:
  %low = trunc i64 %x to i32
  br i1 %b, label %then, label %else
then:
  br label %end
else:
  %either = phi i32 [ 1, %entry ], [ %low, %both ]
  br label %end
end:
  %result = phi i32 [ 2, %then ], [ %either, %else ]
  ret i32 %result
}
