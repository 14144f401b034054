; Floating point: what is exact.
; RUN: for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for o in "" -O0; do %codegen $o %s -spirv-version=$v -o a.spv && %spirv_val --target-env spv$v a.spv || exit 1; done; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare float @llvm.canonicalize.f32(float)
declare double @llvm.canonicalize.f64(double)
declare <4 x float> @llvm.canonicalize.v4f32(<4 x float>)
declare float @llvm.ceil.f32(float)
declare double @llvm.ceil.f64(double)
declare <4 x float> @llvm.ceil.v4f32(<4 x float>)
declare float @llvm.copysign.f32(float,float)
declare double @llvm.copysign.f64(double,double)
declare <4 x float> @llvm.copysign.v4f32(<4 x float>,<4 x float>)
declare float @llvm.fabs.f32(float)
declare double @llvm.fabs.f64(double)
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
declare float @llvm.floor.f32(float)
declare double @llvm.floor.f64(double)
declare <4 x float> @llvm.floor.v4f32(<4 x float>)
declare float @llvm.fma.f32(float,float,float)
declare double @llvm.fma.f64(double,double,double)
declare <4 x float> @llvm.fma.v4f32(<4 x float>,<4 x float>,<4 x float>)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i8 @llvm.fptoui.sat.i8.f32(float)
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare i8 @llvm.fptoui.sat.i8.f64(double)
declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
declare i1 @llvm.is.fpclass.f64(double, i32 immarg)
declare float @llvm.ldexp.f32.i32(float,i32)
declare double @llvm.ldexp.f64.i32(double,i32)
declare float @llvm.maxnum.f32(float,float)
declare double @llvm.maxnum.f64(double,double)
declare <4 x float> @llvm.maxnum.v4f32(<4 x float>,<4 x float>)
declare float @llvm.minnum.f32(float,float)
declare double @llvm.minnum.f64(double,double)
declare <4 x float> @llvm.minnum.v4f32(<4 x float>,<4 x float>)
declare float @llvm.nearbyint.f32(float)
declare double @llvm.nearbyint.f64(double)
declare <4 x float> @llvm.nearbyint.v4f32(<4 x float>)
declare float @llvm.rint.f32(float)
declare double @llvm.rint.f64(double)
declare <4 x float> @llvm.rint.v4f32(<4 x float>)
declare float @llvm.round.f32(float)
declare double @llvm.round.f64(double)
declare <4 x float> @llvm.round.v4f32(<4 x float>)
declare float @llvm.roundeven.f32(float)
declare double @llvm.roundeven.f64(double)
declare <4 x float> @llvm.roundeven.v4f32(<4 x float>)
declare float @llvm.sqrt.f32(float)
declare double @llvm.sqrt.f64(double)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare float @llvm.trunc.f32(float)
declare double @llvm.trunc.f64(double)
declare <4 x float> @llvm.trunc.v4f32(<4 x float>)

define spir_kernel void @canonicalize_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.canonicalize.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @canonicalize_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.canonicalize.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @canonicalize_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.canonicalize.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ceil_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.ceil.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ceil_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.ceil.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ceil_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.ceil.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @copysign_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.copysign.f32(float %x, float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @copysign_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.copysign.f64(double %x, double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @copysign_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.copysign.v4f32(<4 x float> %x, <4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fabs_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.fabs.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fabs_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.fabs.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fabs_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.fabs.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @floor_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.floor.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @floor_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.floor.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @floor_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.floor.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fma_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.fma.f32(float %x, float %x, float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fma_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.fma.f64(double %x, double %x, double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fma_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.fma.v4f32(<4 x float> %x, <4 x float> %x, <4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fneg_frem(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %n = fneg float %x
  %r = frem float %n, 3.0
  %c = fcmp ueq float %r, 1.0
  %d = fcmp uno float %r, 1.0
  %e = fcmp one float %r, 1.0
  %f = xor i1 %c, %d
  %g = xor i1 %f, %e
  %z = uitofp i1 %g to float
  %s = fadd float %r, %z
  store float %s, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fptosisat_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %c = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  %d = call i8 @llvm.fptoui.sat.i8.f32(float %x)
  %z = zext i8 %d to i32
  %s = add i32 %c, %z
  store i32 %s, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fptosisat_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %c = call i32 @llvm.fptosi.sat.i32.f64(double %x)
  %d = call i8 @llvm.fptoui.sat.i8.f64(double %x)
  %z = zext i8 %d to i32
  %s = add i32 %c, %z
  store i32 %s, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @isfpclass_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 504)
  %z = zext i1 %c to i32
  store i32 %z, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @isfpclass_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %c = call i1 @llvm.is.fpclass.f64(double %x, i32 504)
  %z = zext i1 %c to i32
  store i32 %z, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ldexp_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.ldexp.f32.i32(float %x, i32 3)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ldexp_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.ldexp.f64.i32(double %x, i32 3)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @maxnum_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.maxnum.f32(float %x, float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @maxnum_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.maxnum.f64(double %x, double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @maxnum_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.maxnum.v4f32(<4 x float> %x, <4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @minnum_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.minnum.f32(float %x, float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @minnum_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.minnum.f64(double %x, double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @minnum_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.minnum.v4f32(<4 x float> %x, <4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @nearbyint_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.nearbyint.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @nearbyint_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.nearbyint.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @nearbyint_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.nearbyint.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @rint_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.rint.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @rint_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.rint.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @rint_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.rint.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @round_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.round.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @round_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.round.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @round_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.round.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @roundeven_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.roundeven.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @roundeven_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.roundeven.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @roundeven_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.roundeven.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sqrt_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.sqrt.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sqrt_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.sqrt.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sqrt_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @trunc_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.trunc.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @trunc_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.trunc.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @trunc_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.trunc.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}
