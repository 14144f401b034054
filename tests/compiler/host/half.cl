// Arithmetic of halves in code for the host: in floats, by instructions or functions for each conversion, and on halves
// where the processor has that. Results are in math/half.cl.
// RUN: %ursac %s --save-temps --targets=host-x86_64-aot -Xursa-target --cpu=haswell -o v3.ursa && %llvm_objdump -d --no-show-raw-insn v3.ursa.*.so | %FileCheck %s --check-prefix=F16C --implicit-check-not='call{{.*}}hf'
// RUN: %ursac %s --save-temps --targets=host-x86_64-aot -Xursa-target --cpu=sapphirerapids -o fp16.ursa && %llvm_objdump -d --no-show-raw-insn fp16.ursa.*.so | %FileCheck %s --check-prefix=FP16 --implicit-check-not=vcvtph2ps
// RUN: %ursac %s --save-temps --targets=host-x86_64-aot -o base.ursa && strings base.ursa.*.so | %FileCheck %s --check-prefix=BASE
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

// The result of each operation is rounded to half.
// F16C-LABEL: <ursa.pack.in_turn>:
// F16C: vmulps {{.*}}%ymm
// F16C: vcvtps2ph
// F16C: vcvtph2ps
// F16C: vaddps {{.*}}%ymm
// F16C: vcvtps2ph
// FP16-LABEL: <ursa.pack.in_turn>:
// FP16: vmulph
// FP16: vaddph
kernel void in_turn(global half *y, global const half *x, half a) {
  const size_t i = get_global_id(0);
  const half product = a * x[i];
  y[i] = product + y[i];
}

// fma of floats would round twice.
// F16C-LABEL: <ursa.pack.fused>:
// F16C-NOT: vfmadd
// F16C: vcvtps2ph
// FP16-LABEL: <ursa.pack.fused>:
// FP16: vfmadd{{.*}}ph
kernel void fused(global half *y, global const half *x, half a) {
  const size_t i = get_global_id(0);
  y[i] = fma(a, x[i], y[i]);
}

// F16C-LABEL: <ursa.pack.narrow>:
// F16C: vcvtpd2ps
// F16C: vcvtps2ph
// FP16-LABEL: <ursa.pack.narrow>:
// FP16: vcvtpd2ph
kernel void narrow(global half *y, global const double *x) {
  const size_t i = get_global_id(0);
  y[i] = (half)x[i];
}

// BASE-DAG: __extendhfsf2
// BASE-DAG: __truncsfhf2
// BASE-DAG: __truncdfhf2

// RUN: %ursac %s --targets=host-x86_64 -o p.ursa && printf '\0>\0\276' > two && %run p.ursa --kernel prints --global 1 --arg inout:two:two | grep -x '1.500000 1.5,-1.5 a'
kernel void prints(global half *x) { printf("%f %.1v2hf %c\n", x[0], vload2(0, x), 'a'); }
