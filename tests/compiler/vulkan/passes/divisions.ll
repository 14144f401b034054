; 64-bit divisions by a magic number, by a reciprocal, and in 32 bits.
; RUN: %opt -S -passes=ursa-vulkan-divisions %s | %FileCheck %s
; CHECK-LABEL: define i64 @by_constant
; CHECK-NOT: urem
; CHECK: mul i64 {{.*}}, 2863311530
; CHECK: [[QUOTIENT:%.*]] = lshr i64 {{.*}}, 1
; CHECK: [[PRODUCT:%.*]] = mul i64 [[QUOTIENT]], 3
; CHECK: sub i64 %a, [[PRODUCT]]
define i64 @by_constant(i64 %a) {
  %r = urem i64 %a, 3
  ret i64 %r
}
; A quotient and a remainder share one reciprocal.
; CHECK-LABEL: define i64 @by_reciprocal
; CHECK-NOT: {{udiv|urem|sdiv|srem}}
; CHECK: fdiv float 0x43EFFFFE00000000
; CHECK-NOT: {{fdiv|udiv|urem|sdiv|srem}}
; CHECK: ret i64
define i64 @by_reciprocal(i64 %a, i64 %b) {
  %q = udiv i64 %a, %b
  %r = urem i64 %a, %b
  %s = add i64 %q, %r
  ret i64 %s
}
; CHECK-LABEL: define i64 @with_sign
; CHECK: [[SIGN:%.*]] = ashr i64 %a, 63
; CHECK: fdiv float
; CHECK: xor i64 {{.*}}, [[SIGN]]
; CHECK: ret i64
define i64 @with_sign(i64 %a, i64 %b) {
  %r = srem i64 %a, %b
  ret i64 %r
}
; CHECK-LABEL: define i64 @narrow
; CHECK: udiv i32
define i64 @narrow(i32 %a, i64 %b) {
  %x = zext i32 %a to i64
  %y = and i64 %b, 4294967295
  %q = udiv i64 %x, %y
  ret i64 %q
}
; CHECK-LABEL: define i32 @small
; CHECK: sdiv i32 %a, %b
define i32 @small(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 %q
}
