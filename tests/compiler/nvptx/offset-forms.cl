// The forms of kernels with and without a global offset can be generated apart, unless the program
// has variables: those of two modules would differ.
// RUN: %ursac --save-temps %s --targets=nvptx64 -o a.ursa && cp a.ursa.nvptx64.bc a.bc
// RUN: %nvptx_compile a.bc --capability=90 | %FileCheck %s --check-prefix=BOTH --implicit-check-not=ursa-offset-form
// RUN: %nvptx_compile a.bc --capability=90 --without-offset > without.ptx
// RUN: %FileCheck %s --check-prefix=WITHOUT --implicit-check-not=.entry --implicit-check-not=offset < without.ptx
// RUN: %nvptx_compile a.bc -O0 --capability=90 --without-offset | %FileCheck %s --check-prefix=WITHOUT --implicit-check-not=.entry --implicit-check-not=offset
// RUN: %nvptx_compile a.bc --capability=90 --with-offset > with.ptx
// RUN: %FileCheck %s --check-prefix=WITH --implicit-check-not=.entry --implicit-check-not=ursa-offset-form < with.ptx
// RUN: for form in with without; do %ptxas -arch=sm_90 $form.ptx -o $form.cubin || exit 1; done
// RUN: %ursac -DVARIABLE --save-temps %s --targets=nvptx64 -o b.ursa && cp b.ursa.nvptx64.bc b.bc
// RUN: %nvptx_compile b.bc --capability=90 --without-offset | %FileCheck %s --check-prefix=BOTH --implicit-check-not=ursa-offset-form

#ifdef VARIABLE
global int variable = 1;
#endif
constant int table[4] = {3, 1, 4, 1};

// BOTH-DAG: .visible .entry scaled(
// BOTH-DAG: .visible .entry scaled_with_offset(
// BOTH-DAG: .visible .entry first(
// BOTH-DAG: .visible .entry groups(
// WITHOUT-DAG: .visible .entry scaled(
// WITHOUT-DAG: .visible .entry first(
// WITHOUT-DAG: .visible .entry groups(
// WITHOUT: // ursa-offset-form scaled{{$}}
// WITH: .visible .entry scaled_with_offset(
kernel void scaled(global int *out, int by) {
  local int shared[8];
  const size_t i = get_global_id(0);
  shared[i & 7] = table[i & 3] * by;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = shared[7 - (i & 7)];
#ifdef VARIABLE
  out[i] += variable;
#endif
}

// Without a form of its own.
kernel void groups(global int *out) { out[get_group_id(0)] = get_local_id(0); }

kernel void first(global int *out) { *out = 1; }
