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
; CHECK-LABEL: define void @parts
define void @parts(ptr addrspace(1) %p) {
; CHECK: load i32, ptr addrspace(1) %p, align 8
; CHECK: getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
; CHECK: load i16, {{.*}}, align 4
; CHECK: getelementptr inbounds i8, ptr addrspace(1) %p, i64 6
; CHECK: load i8, {{.*}}, align 2
; CHECK: shl i64 {{.*}}, 48
; CHECK: and i64 {{.*}}, 36028797018963967
  %x = load i55, ptr addrspace(1) %p, align 8
; CHECK: store i32 {{.*}}, align 8
; CHECK: lshr i64 {{.*}}, 32
; CHECK: store i16 {{.*}}, align 4
; CHECK: store i8 {{.*}}, align 2
  store i55 %x, ptr addrspace(1) %p, align 8
  ret void
}
; CHECK-LABEL: define i32 @branches
define i32 @branches(i32 %a) {
entry:
; CHECK: %[[X:.*]] = and i8 {{.*}}, 7
; CHECK: switch i8 %[[X]], label %other [
; CHECK-NEXT: i8 1, label %one
; CHECK-NEXT: i8 4, label %one
  %x = trunc i32 %a to i3
  switch i3 %x, label %other [
    i3 1, label %one
    i3 -4, label %one
  ]
one:
  ret i32 1
other:
  ret i32 0
}
