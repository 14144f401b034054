; Integers of widths that SPIR-V does not have are promoted.
; RUN: %opt -S -passes=ursa-vulkan-integers %s | %FileCheck %s
; CHECK-LABEL: define i32 @k
define i32 @k(i32 %a, i1 %c) {
; CHECK: and i32 %a, 16777215
  %x = trunc i32 %a to i24
; CHECK: add i32
; CHECK: and i32 {{.*}}, 16777215
  %s = add i24 %x, -1
; CHECK: shl i32 {{.*}}, 8
; CHECK: ashr i32 {{.*}}, 8
  %y = sext i24 %s to i32
; CHECK-NOT: i24
  ret i32 %y
}
