; Math intrinsics, and types that not every device supports.
; RUN: for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for o in "" -O0; do %codegen $o %s -spirv-version=$v -o a.spv && %spirv_val --target-env spv$v a.spv || exit 1; done; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare half @llvm.acos.f16(half)
declare float @llvm.acos.f32(float)
declare double @llvm.acos.f64(double)
declare <4 x float> @llvm.acos.v4f32(<4 x float>)
declare half @llvm.asin.f16(half)
declare float @llvm.asin.f32(float)
declare double @llvm.asin.f64(double)
declare <4 x float> @llvm.asin.v4f32(<4 x float>)
declare half @llvm.atan2.f16(half,half)
declare float @llvm.atan2.f32(float,float)
declare double @llvm.atan2.f64(double,double)
declare <4 x float> @llvm.atan2.v4f32(<4 x float>,<4 x float>)
declare half @llvm.atan.f16(half)
declare float @llvm.atan.f32(float)
declare double @llvm.atan.f64(double)
declare <4 x float> @llvm.atan.v4f32(<4 x float>)
declare half @llvm.canonicalize.f16(half)
declare half @llvm.ceil.f16(half)
declare half @llvm.copysign.f16(half,half)
declare half @llvm.cos.f16(half)
declare float @llvm.cos.f32(float)
declare double @llvm.cos.f64(double)
declare <4 x float> @llvm.cos.v4f32(<4 x float>)
declare half @llvm.cosh.f16(half)
declare float @llvm.cosh.f32(float)
declare double @llvm.cosh.f64(double)
declare <4 x float> @llvm.cosh.v4f32(<4 x float>)
declare half @llvm.exp10.f16(half)
declare float @llvm.exp10.f32(float)
declare double @llvm.exp10.f64(double)
declare <4 x float> @llvm.exp10.v4f32(<4 x float>)
declare half @llvm.exp2.f16(half)
declare float @llvm.exp2.f32(float)
declare double @llvm.exp2.f64(double)
declare <4 x float> @llvm.exp2.v4f32(<4 x float>)
declare half @llvm.exp.f16(half)
declare float @llvm.exp.f32(float)
declare double @llvm.exp.f64(double)
declare <4 x float> @llvm.exp.v4f32(<4 x float>)
declare half @llvm.fabs.f16(half)
declare half @llvm.floor.f16(half)
declare half @llvm.fma.f16(half,half,half)
declare half @llvm.fmuladd.f16(half,half,half)
declare float @llvm.fmuladd.f32(float,float,float)
declare double @llvm.fmuladd.f64(double,double,double)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>,<4 x float>,<4 x float>)
declare i32 @llvm.fptosi.sat.i32.f16(half)
declare i8 @llvm.fptoui.sat.i8.f16(half)
declare { half, i32 } @llvm.frexp.f16.i32(half)
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare i1 @llvm.is.fpclass.f16(half, i32 immarg)
declare half @llvm.ldexp.f16.i32(half,i32)
declare half @llvm.log10.f16(half)
declare float @llvm.log10.f32(float)
declare double @llvm.log10.f64(double)
declare <4 x float> @llvm.log10.v4f32(<4 x float>)
declare half @llvm.log2.f16(half)
declare float @llvm.log2.f32(float)
declare double @llvm.log2.f64(double)
declare <4 x float> @llvm.log2.v4f32(<4 x float>)
declare half @llvm.log.f16(half)
declare float @llvm.log.f32(float)
declare double @llvm.log.f64(double)
declare <4 x float> @llvm.log.v4f32(<4 x float>)
declare half @llvm.maximum.f16(half,half)
declare float @llvm.maximum.f32(float,float)
declare double @llvm.maximum.f64(double,double)
declare <4 x float> @llvm.maximum.v4f32(<4 x float>,<4 x float>)
declare half @llvm.maxnum.f16(half,half)
declare half @llvm.minimum.f16(half,half)
declare float @llvm.minimum.f32(float,float)
declare double @llvm.minimum.f64(double,double)
declare <4 x float> @llvm.minimum.v4f32(<4 x float>,<4 x float>)
declare half @llvm.minnum.f16(half,half)
declare half @llvm.nearbyint.f16(half)
declare half @llvm.pow.f16(half,half)
declare float @llvm.pow.f32(float,float)
declare double @llvm.pow.f64(double,double)
declare <4 x float> @llvm.pow.v4f32(<4 x float>,<4 x float>)
declare half @llvm.powi.f16.i32(half,i32)
declare float @llvm.powi.f32.i32(float,i32)
declare double @llvm.powi.f64.i32(double,i32)
declare half @llvm.rint.f16(half)
declare half @llvm.round.f16(half)
declare half @llvm.roundeven.f16(half)
declare half @llvm.sin.f16(half)
declare float @llvm.sin.f32(float)
declare double @llvm.sin.f64(double)
declare <4 x float> @llvm.sin.v4f32(<4 x float>)
declare half @llvm.sinh.f16(half)
declare float @llvm.sinh.f32(float)
declare double @llvm.sinh.f64(double)
declare <4 x float> @llvm.sinh.v4f32(<4 x float>)
declare half @llvm.sqrt.f16(half)
declare half @llvm.tan.f16(half)
declare float @llvm.tan.f32(float)
declare double @llvm.tan.f64(double)
declare <4 x float> @llvm.tan.v4f32(<4 x float>)
declare half @llvm.tanh.f16(half)
declare float @llvm.tanh.f32(float)
declare double @llvm.tanh.f64(double)
declare <4 x float> @llvm.tanh.v4f32(<4 x float>)
declare half @llvm.trunc.f16(half)

define spir_kernel void @acos_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.acos.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @acos_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.acos.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @acos_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.acos.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @acos_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.acos.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @asin_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.asin.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @asin_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.asin.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @asin_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.asin.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @asin_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.asin.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @atan2_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.atan2.f16(half %x, half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @atan2_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.atan2.f32(float %x, float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @atan2_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.atan2.f64(double %x, double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @atan2_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.atan2.v4f32(<4 x float> %x, <4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @atan_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.atan.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @atan_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.atan.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @atan_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.atan.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @atan_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.atan.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @canonicalize_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.canonicalize.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ceil_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.ceil.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @copysign_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.copysign.f16(half %x, half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cos_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.cos.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cos_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.cos.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cos_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.cos.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cos_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.cos.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cosh_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.cosh.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cosh_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.cosh.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cosh_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.cosh.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @cosh_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.cosh.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @exp10_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.exp10.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @exp10_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.exp10.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @exp10_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.exp10.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @exp10_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.exp10.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @exp2_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.exp2.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @exp2_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.exp2.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @exp2_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.exp2.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @exp2_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.exp2.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @exp_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.exp.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @exp_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.exp.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @exp_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.exp.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @exp_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.exp.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fabs_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.fabs.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fences(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  fence seq_cst
  fence syncscope("workgroup") acq_rel
  store i32 1, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @floor_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.floor.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fma_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.fma.f16(half %x, half %x, half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fmuladd_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.fmuladd.f16(half %x, half %x, half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fmuladd_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.fmuladd.f32(float %x, float %x, float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fmuladd_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.fmuladd.f64(double %x, double %x, double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fmuladd_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %x, <4 x float> %x, <4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @fptosisat_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %c = call i32 @llvm.fptosi.sat.i32.f16(half %x)
  %d = call i8 @llvm.fptoui.sat.i8.f16(half %x)
  %z = zext i8 %d to i32
  %s = add i32 %c, %z
  store i32 %s, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @frexp_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call { half, i32 } @llvm.frexp.f16.i32(half %x)
  %v = extractvalue { half, i32 } %r, 0
  %c = extractvalue { half, i32 } %r, 1
  store half %v, ptr addrspace(1) %out
  %p = getelementptr i32, ptr addrspace(1) %out, i64 4
  store i32 %c, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @frexp_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %v = extractvalue { float, i32 } %r, 0
  %c = extractvalue { float, i32 } %r, 1
  store float %v, ptr addrspace(1) %out
  %p = getelementptr i32, ptr addrspace(1) %out, i64 4
  store i32 %c, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @frexp_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call { double, i32 } @llvm.frexp.f64.i32(double %x)
  %v = extractvalue { double, i32 } %r, 0
  %c = extractvalue { double, i32 } %r, 1
  store double %v, ptr addrspace(1) %out
  %p = getelementptr i32, ptr addrspace(1) %out, i64 4
  store i32 %c, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @halfops(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %y = fadd half %x, 0xH3C00
  %z = fpext half %y to float
  %w = fmul float %z, 3.0
  %h = fptrunc float %w to half
  store half %h, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @isfpclass_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %c = call i1 @llvm.is.fpclass.f16(half %x, i32 504)
  %z = zext i1 %c to i32
  store i32 %z, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @ldexp_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.ldexp.f16.i32(half %x, i32 3)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @log10_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.log10.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @log10_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.log10.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @log10_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.log10.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @log10_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.log10.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @log2_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.log2.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @log2_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.log2.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @log2_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.log2.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @log2_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.log2.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @log_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.log.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @log_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.log.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @log_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.log.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @log_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.log.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @maximum_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.maximum.f16(half %x, half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @maximum_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.maximum.f32(float %x, float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @maximum_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.maximum.f64(double %x, double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @maximum_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.maximum.v4f32(<4 x float> %x, <4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @maxnum_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.maxnum.f16(half %x, half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @minimum_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.minimum.f16(half %x, half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @minimum_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.minimum.f32(float %x, float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @minimum_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.minimum.f64(double %x, double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @minimum_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.minimum.v4f32(<4 x float> %x, <4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @minnum_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.minnum.f16(half %x, half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @nearbyint_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.nearbyint.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @pow_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.pow.f16(half %x, half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @pow_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.pow.f32(float %x, float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @pow_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.pow.f64(double %x, double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @pow_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.pow.v4f32(<4 x float> %x, <4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @powi_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.powi.f16.i32(half %x, i32 3)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @powi_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.powi.f32.i32(float %x, i32 3)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @powi_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.powi.f64.i32(double %x, i32 3)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @rint_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.rint.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @round_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.round.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @roundeven_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.roundeven.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sin_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.sin.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sin_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.sin.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sin_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.sin.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sin_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.sin.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sinh_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.sinh.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sinh_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.sinh.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sinh_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.sinh.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sinh_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.sinh.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @sqrt_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.sqrt.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @tan_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.tan.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @tan_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.tan.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @tan_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.tan.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @tan_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.tan.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @tanh_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.tanh.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @tanh_f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load float, ptr addrspace(1) %in
  %r = call float @llvm.tanh.f32(float %x)
  store float %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @tanh_f64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load double, ptr addrspace(1) %in
  %r = call double @llvm.tanh.f64(double %x)
  store double %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @tanh_v4f32(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %r = call <4 x float> @llvm.tanh.v4f32(<4 x float> %x)
  store <4 x float> %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @trunc_f16(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load half, ptr addrspace(1) %in
  %r = call half @llvm.trunc.f16(half %x)
  store half %r, ptr addrspace(1) %out
  ret void
}
