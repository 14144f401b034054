// native_* and half_* functions of floats on the host, and those of -cl-fast-relaxed-math, are near the exact ones, at
// every vector width and for special arguments. Each work-item writes which results are wrong.
// RUN: head -c 4096 /dev/zero > zeros.bin
// RUN: %ursac %s --targets=host-x86_64 -o a.ursa
// RUN: %ursac %s -cl-fast-relaxed-math --targets=host-x86_64 -o b.ursa
// RUN: export URSA_CACHE=1 XDG_CACHE_HOME=$PWD/cache; for width in 1 4 8 16 32; do for kernel in functions special; do URSA_HOST_VECTOR_WIDTH=$width %run a.ursa --device host:0 --kernel $kernel --global 1024 --local 64 --arg out:4096:wrong.bin && cmp wrong.bin zeros.bin || exit 1; done; done
// RUN: for width in 1 4 8 16 32; do URSA_HOST_VECTOR_WIDTH=$width %run b.ursa --device host:0 --kernel functions --global 1024 --local 64 --arg out:4096:wrong.bin && cmp wrong.bin zeros.bin || exit 1; done
//
// Calls that allow approximations have another power; 0x1.20437p-4 is a coefficient of its logarithm.
// RUN: %ursac %s -DPOWER --targets=host-x86_64 --save-temps -o c.ursa && %llvm_dis c.ursa.host-x86_64.bc -o - | %FileCheck %s --check-prefix=EXACT
// RUN: %ursac %s -DPOWER -cl-fast-relaxed-math --targets=host-x86_64 --save-temps -o d.ursa && %llvm_dis d.ursa.host-x86_64.bc -o - | %FileCheck %s --check-prefix=RELAXED
// EXACT-NOT: 0x3FB2043760000000
// RELAXED: @llvm.fma.f32(float %{{.*}}, float 0x3FB2043760000000,
#ifdef POWER
kernel void power(global float *values) { *values = pow(*values, values[1]); }
#else

uint differs(float given, float exact) {
  return fabs(given - exact) <= 1e-5f * fabs(exact) + 1e-6f ? 0u : 1u;
}

kernel void functions(global uint *wrong) {
  const int i = (int)get_global_id(0);
  const float angle = 3.7f * (float)(i - 512), x = 0.04f * (float)(i - 512);
  const float positive = 0.001f + 0.37f * (float)i;
  uint bad = 0;
  bad |= differs(native_sin(angle), sin(angle)) | differs(half_sin(angle), sin(angle));
  bad |= (differs(native_cos(angle), cos(angle)) | differs(half_cos(angle), cos(angle))) << 1;
  bad |= (differs(native_tan(x), tan(x)) | differs(half_tan(x), tan(x))) << 2;
  bad |= (differs(native_exp(x), exp(x)) | differs(half_exp(x), exp(x))) << 3;
  bad |= (differs(native_exp2(x), exp2(x)) | differs(half_exp2(x), exp2(x))) << 4;
  bad |= (differs(native_exp10(x), exp10(x)) | differs(half_exp10(x), exp10(x))) << 5;
  bad |= (differs(native_log(positive), log(positive)) | differs(half_log(positive), log(positive))) << 6;
  bad |= differs(native_log2(positive), log(positive) * 1.44269504f) << 7;
  bad |= differs(half_log10(positive), log(positive) * 0.434294482f) << 8;
  bad |= differs(native_powr(positive, 1.5f), positive * sqrt(positive)) << 9;
  bad |= differs(pow(positive, -2.0f) * positive, 1 / positive) << 10;
  bad |= differs(pow(x, 3.0f), x * x * x) << 11;
  const float4 four = native_sin((float4)(angle, x, positive, 1.0f));
  bad |= (differs(four.x, sin(angle)) | differs(four.w, 0.841470985f)) << 12;
  // Angles of many turns, of which few work-items have one.
  const float large = (i & 63) == 5 ? 1e6f : 1.0f;
  bad |= differs(sin(large), large == 1.0f ? 0.841470985f : -0.349993502f) << 13;
  wrong[i] = bad;
}

kernel void special(global uint *wrong) {
  const int i = (int)get_global_id(0);
  const float zero = (float)(i >> 12), infinity = 1 / zero, none = infinity - infinity;
  uint bad = 0;
  bad |= as_uint(sin(-zero)) != 0x80000000u || as_uint(tan(-zero)) != 0x80000000u ? 1u : 0u;
  bad |= isnan(sin(none)) && isnan(cos(infinity)) && isnan(tan(-infinity)) ? 0u : 2u;
  bad |= exp(infinity) == infinity && exp(-infinity) == 0.0f && isnan(exp(none)) ? 0u : 4u;
  bad |= exp2(128 + zero) == infinity && exp2(-149 + zero) == 0x1p-149f && exp2(-151 + zero) == 0.0f ? 0u : 8u;
  bad |= exp10(39 + zero) == infinity && exp10(-46 + zero) == 0.0f && exp(zero) == 1.0f ? 0u : 16u;
  bad |= native_log(zero) == -infinity && isnan(native_log(-1 + zero)) && native_log2(infinity) == infinity ? 0u : 32u;
  bad |= native_log2(0x1p-149f + zero) == -149.0f && isnan(native_log10(none)) ? 0u : 64u;
  bad |= native_powr(zero, 2.0f) == 0.0f && native_powr(zero, -2.0f) == infinity ? 0u : 128u;
  bad |= native_powr(2 + zero, 1e30f) == infinity && native_powr(2 + zero, -1e30f) == 0.0f ? 0u : 256u;
  bad |= half_powr(infinity, 0.5f) == infinity && isnan(half_powr(-1 + zero, 0.5f)) ? 0u : 512u;
  wrong[i] = bad;
}
#endif
