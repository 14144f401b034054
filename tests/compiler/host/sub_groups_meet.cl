// Work-items that take different ways through a kernel meet again: packs do, and so do those that run one at a time.
// RUN: %ursac %s --targets=host-x86_64 -o a.ursa
// RUN: for width in 1 8; do URSA_HOST_VECTOR_WIDTH=$width %run a.ursa --device host:0 --kernel meet --global 16 --local 16 --arg out:64:out.bin && od -A n -t d4 -w64 out.bin | tr -s ' ' | %FileCheck %s || exit 1; done
// RUN: %run a.ursa --device host:0 --kernel meet --global 12 --local 12 --arg out:48:out.bin && od -A n -t d4 -w48 out.bin | tr -s ' ' | %FileCheck %s --check-prefix=PART
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
// CHECK: {{^}} 128 128 608 608 608 608 608 608 128 128 608 608 608 608 608 608{{$}}
// PART: {{^}} 128 128 608 608 608 608 608 608 124 124 204 204{{$}}
__attribute__((intel_reqd_sub_group_size(8))) kernel void meet(global int *o) {
  int l = get_sub_group_local_id(), n = 0;
  if (l < 2) // two calls on one side, one on the other
    n = sub_group_non_uniform_reduce_add(10) + sub_group_non_uniform_reduce_add(50);
  else
    for (int i = 0; i < l; ++i)
      n += i == 1 ? sub_group_non_uniform_reduce_add(100) : 0;
  o[get_global_id(0)] = n + sub_group_reduce_add(1);
}
