; A loop with two entries gets one; values pass through phis.
; RUN: %opt -S -passes=ursa-vulkan-irreducible %s | %FileCheck %s
; CHECK-LABEL: define i32 @k
define i32 @k(i32 %a, i32 %n, i1 %c) {
; CHECK-NOT: = alloca
entry:
  br i1 %c, label %top, label %middle
; CHECK: irr.guard:
; CHECK: br i1 %{{.*}}, label %{{top|middle}}, label %{{top|middle}}
top:
  %s = phi i32 [ %a, %entry ], [ %t, %middle ]
  %sum = add i32 %s, %n
  br label %middle
middle:
  %m = phi i32 [ %a, %entry ], [ %sum, %top ]
  %t = xor i32 %m, %n
  %again = icmp slt i32 %t, 100
  br i1 %again, label %top, label %end
end:
  ret i32 %t
}
; CHECK-LABEL: define void @reducible
define void @reducible() {
; CHECK-NEXT: ret void
  ret void
}
