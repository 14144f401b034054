; Scalar intrinsics become plain instructions and GLSL.std.450 instructions.
; RUN: %opt -S -passes=ursa-vulkan-intrinsics %s | %FileCheck %s --check-prefixes=CHECK,FUSED
; RUN: %opt -S -passes='ursa-vulkan-intrinsics<fma-double>' %s | %FileCheck %s --check-prefixes=CHECK,DOUBLE
; CHECK-LABEL: define i32 @integers
define i32 @integers(i32 %a, i32 %b, i64 %c) {
; CHECK: icmp sgt i32 %a, %b
; CHECK: select
  %max = call i32 @llvm.smax.i32(i32 %a, i32 %b)
; CHECK: call i32 @__vk.op.205.i32(
; CHECK: call i32 @__vk.op.205.i32(
  %bits = call i64 @llvm.ctpop.i64(i64 %c)
; CHECK: call i32 @__vk.glsl.75.i32(i32 %b)
  %zeros = call i32 @llvm.ctlz.i32(i32 %b, i1 false)
; CHECK-NOT: @llvm.
  %shift = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %zeros)
  %sum = call i32 @llvm.sadd.sat.i32(i32 %max, i32 %shift)
  %narrow = trunc i64 %bits to i32
  %both = add i32 %narrow, %sum
  ret i32 %both
}
; CHECK-LABEL: define float @floats
define float @floats(float %x, float %y) {
; CHECK: call float @__vk.glsl.8.float(float %x)
  %f = call float @llvm.floor.f32(float %x)
; FUSED: call float @__vk.glsl.50.float(float %x, float %y, float {{.*}})
; DOUBLE: fmul double
; DOUBLE: fadd double
; DOUBLE: fptrunc double
  %a = call float @llvm.fma.f32(float %x, float %y, float %f)
; CHECK: fmul contract float
; CHECK: fadd contract float
  %m = call float @llvm.fmuladd.f32(float %a, float %y, float %x)
; CHECK: icmp ugt i32 {{.*}}, 2139095040
  %c = call i1 @llvm.is.fpclass.f32(float %m, i32 3)
  %r = select i1 %c, float %m, float %f
  ret float %r
}
; Divisions by divisors that may exceed 2^126 are scaled; other divisions and approximate ones stay unchanged.
; CHECK-LABEL: define float @quotients
define float @quotients(float %x, float %y, i32 %i) {
; CHECK: [[SIZE:%.*]] = call float @__vk.glsl.4.float(float %y)
; CHECK: [[LARGE:%.*]] = fcmp ogt float [[SIZE]], 0x47D0000000000000
; CHECK: [[SCALE:%.*]] = select i1 [[LARGE]], float 0x3E70000000000000, float 1.000000e+00
; CHECK: [[SMALLER:%.*]] = fmul float %y, [[SCALE]]
; CHECK: [[PART:%.*]] = fdiv float %x, [[SMALLER]]
; CHECK: [[A:%.*]] = fmul float [[PART]], [[SCALE]]
; CHECK: [[B:%.*]] = fdiv float [[A]], 3.000000e+00
; CHECK: [[C:%.*]] = fdiv afn float [[B]], %y
; CHECK: fdiv float [[C]], %whole
  %whole = sitofp i32 %i to float
  %a = fdiv float %x, %y
  %b = fdiv float %a, 3.0
  %c = fdiv afn float %b, %y
  %d = fdiv float %c, %whole
  ret float %d
}
; No shape is for a driver: adapters make those (adapters/vulkan/quirks).
; CHECK-LABEL: define i32 @there_and_back
define i32 @there_and_back(i32 %x) {
; CHECK: [[F:%.*]] = uitofp i32 %x to float
; CHECK-NEXT: fptoui float [[F]] to i32
  %f = uitofp i32 %x to float
  %i = fptoui float %f to i32
  ret i32 %i
}
; CHECK-LABEL: define double @rounded
define double @rounded(double %x, double %y) {
; CHECK-NEXT: [[A:%.*]] = call double @__vk.glsl.2.double(double %x)
; CHECK-NEXT: [[WHOLE:%.*]] = fptosi double [[A]] to i64
; CHECK-NEXT: [[B:%.*]] = sitofp i64 [[WHOLE]] to double
; CHECK-NEXT: [[BITS:%.*]] = bitcast double [[B]] to i64
; CHECK-NEXT: [[SIZE:%.*]] = and i64 [[BITS]], 9223372036854775807
; CHECK-NEXT: [[SIGNED:%.*]] = bitcast double %y to i64
; CHECK-NEXT: [[SIGN:%.*]] = and i64 [[SIGNED]], -9223372036854775808
; CHECK-NEXT: [[BOTH:%.*]] = or i64 [[SIZE]], [[SIGN]]
; CHECK-NEXT: bitcast i64 [[BOTH]] to double
  %a = call double @llvm.roundeven.f64(double %x)
  %whole = fptosi double %a to i64
  %b = sitofp i64 %whole to double
  %r = call double @llvm.copysign.f64(double %b, double %y)
  ret double %r
}
