// Sub-groups on the host: the kernels of other tests, one work-item at a time and with packs, and with sub-groups
// of which the last one is smaller.
// RUN: %ursac %root/tests/compiler/vulkan/run/sub-group-shuffles.cl --targets=host-x86_64 -o a.ursa
// RUN: python3 -c "import sys, struct; sys.stdout.buffer.write(struct.pack('<64i', *[1023] * 64))" > all.bin
// RUN: for kernel in char uchar short ushort int uint long ulong float double half; do %run a.ursa --device host:0 --kernel of_$kernel --global 64 --local 64 --arg out:256:out.bin && cmp out.bin all.bin || exit 1; done
// RUN: python3 -c "import sys, struct; sys.stdout.buffer.write(struct.pack('<64i', *[15] * 64))" > four.bin
// RUN: for kernel in float half; do URSA_HOST_VECTOR_WIDTH=1 %run a.ursa --device host:0 --kernel of_$kernel --global 64 --local 64 --arg out:256:out.bin && cmp out.bin all.bin || exit 1; done
// RUN: for kernel in vectors votes; do for width in 1 8; do URSA_HOST_VECTOR_WIDTH=$width %run a.ursa --device host:0 --kernel $kernel --global 64 --local 64 --arg out:256:out.bin && cmp out.bin four.bin || exit 1; done; done
// RUN: %ursac %s --targets=host-x86_64 -o b.ursa
// RUN: %run b.ursa --device host:0 --kernel divergent --global 44 --local 22 --arg out:176:out.bin && od -A n -t d4 -w88 out.bin | tr -s ' ' | %FileCheck %s --check-prefix=DIVERGENT
// RUN: for width in 1 8; do URSA_HOST_VECTOR_WIDTH=$width %run b.ursa --device host:0 --kernel divergent --global 32 --local 32 --arg out:128:out.bin && od -A n -t d4 -w64 out.bin | tr -s ' ' | %FileCheck %s --check-prefix=FULL || exit 1; done
// RUN: %run b.ursa --device host:0 --kernel logical --global 20 --local 20 --arg out:80:out.bin && od -A n -t d4 -w80 out.bin | tr -s ' ' | %FileCheck %s --check-prefix=LOGICAL
// RUN: %not %ursac %s -DWRONG --targets=host-x86_64 -o c.ursa 2>&1 | %FileCheck %s --check-prefix=WRONG
// WRONG: error: Kernel 'wrong' requires sub-groups of 128 work-items; those of the host have a power of two, at most 64.{{$}}
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
// The work-items of each side of a branch are a part of the sub-group of their own.
// DIVERGENT: {{^}} 30 1 30 1 30 1 30 1 30 1 30 1 30 1 30 1 12 19 12 19 12 19{{$}}
// FULL: {{^}} 30 1 30 1 30 1 30 1 30 1 30 1 30 1 30 1{{$}}
// FULL: {{^}} 142 19 142 19 142 19 142 19 142 19 142 19 142 19 142 19{{$}}
__attribute__((intel_reqd_sub_group_size(16))) kernel void divergent(global int *o) {
  int l = get_local_id(0), r;
  if (l % 2 == 0)
    r = sub_group_non_uniform_reduce_add(l) - (l < 16 ? 26 : 42);
  else
    r = sub_group_broadcast_first(l) + (sub_group_elect() && l == 17 ? 2 : l < 16 ? 0 : 2);
  o[get_global_id(0)] = r;
}
// LOGICAL: {{^}} 2 6 14 10 2 6 14 10 1 5 13 9 1 5 13 9 1 5 13 9{{$}}
__attribute__((intel_reqd_sub_group_size(8))) kernel void logical(global int *o) {
  int l = get_local_id(0);
  int all = sub_group_non_uniform_reduce_logical_and(l != 2), any = sub_group_non_uniform_reduce_logical_or(l == 2);
  int odd = sub_group_non_uniform_scan_inclusive_logical_xor(l % 2), before = sub_group_non_uniform_scan_exclusive_logical_xor(l % 2);
  o[get_global_id(0)] = all | any << 1 | odd << 2 | before << 3;
}
#ifdef WRONG
__attribute__((intel_reqd_sub_group_size(128))) kernel void wrong(global int *o) { o[0] = sub_group_reduce_add(1); }
#endif
