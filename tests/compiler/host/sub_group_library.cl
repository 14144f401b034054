// Functions of sub-groups that consist of simpler ones, by packs and one work-item at a time.
// RUN: %ursac %s --targets=host-x86_64 -o a.ursa
// RUN: for width in 1 8; do export URSA_HOST_VECTOR_WIDTH=$width; for kernel in ballots clusters shuffles; do %run a.ursa --device host:0 --kernel $kernel --global 16 --local 16 --arg out:64:out.bin && od -A n -t d4 -w64 -v out.bin | tr -s ' ' | %FileCheck %s || exit 1; done; done
// RUN: for width in 1 8; do URSA_HOST_VECTOR_WIDTH=$width %run a.ursa --device host:0 --kernel blocks --global 16 --local 16 --arg out:192:out.bin && od -A n -t d4 -w64 -v out.bin | tr -s ' ' | %FileCheck %s --check-prefix=BLOCKS || exit 1; done
// CHECK: {{^}} 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255{{$}}
#define BIT(bit, truth) r |= (truth) ? 1 << bit : 0;
// Functions of Intel: ursac's headers do not declare them.
#define INTEL __attribute__((overloadable, convergent))
INTEL float2 intel_sub_group_shuffle(float2, uint);
INTEL uint intel_sub_group_shuffle_xor(uint, uint);
INTEL uint intel_sub_group_shuffle_down(uint, uint, uint);
INTEL uint intel_sub_group_shuffle_up(uint, uint, uint);
INTEL uint intel_sub_group_block_read(const global uint *);
INTEL uint2 intel_sub_group_block_read2(const global uint *);
INTEL void intel_sub_group_block_write2(global uint *, uint2);
#define SIZE __attribute__((intel_reqd_sub_group_size(8)))
SIZE kernel void ballots(global int *o) {
  uint id = get_sub_group_local_id();
  int r = 0;
  uint4 odd = sub_group_ballot(id % 2);
  BIT(0, odd.x == 0xaa && odd.y == 0 && odd.z == 0 && odd.w == 0)
  BIT(1, sub_group_inverse_ballot(odd) == id % 2 && sub_group_ballot_bit_extract(odd, 3) && !sub_group_ballot_bit_extract(odd, 4))
  BIT(2, sub_group_ballot_bit_count(odd) == 4)
  BIT(3, sub_group_ballot_inclusive_scan(odd) == (id + 1) / 2 && sub_group_ballot_exclusive_scan(odd) == id / 2)
  BIT(4, sub_group_ballot_find_lsb(odd) == 1 && sub_group_ballot_find_msb(odd) == 7)
  BIT(5, get_sub_group_eq_mask().x == 1 << id && get_sub_group_lt_mask().x == (1 << id) - 1)
  BIT(6, get_sub_group_le_mask().x == (2 << id) - 1 && get_sub_group_ge_mask().x == (0xff & ~((1 << id) - 1)))
  BIT(7, get_sub_group_gt_mask().x == (0xff & ~((2 << id) - 1)) && sub_group_non_uniform_all_equal(3.5f) && !sub_group_non_uniform_all_equal(id))
  o[get_local_id(0)] = r;
}
SIZE kernel void clusters(global int *o) {
  uint id = get_sub_group_local_id(), c = id & ~3;
  int r = 0;
  BIT(0, sub_group_clustered_reduce_add(id, 4) == 4 * c + 6)
  BIT(1, sub_group_clustered_reduce_max((float)id, 2) == (id | 1))
  BIT(2, sub_group_clustered_reduce_min((short)id, 8) == 0)
  BIT(3, sub_group_clustered_reduce_logical_or(id == 5, 4) == (c == 4))
  BIT(4, sub_group_rotate(id, 3) == (id + 3) % 8)
  BIT(5, sub_group_rotate(id, -1) == (id + 7) % 8)
  BIT(6, sub_group_clustered_rotate(id, 1, 4) == c + (id + 1) % 4)
  BIT(7, sub_group_clustered_reduce_xor(1 << id, 8) == 255)
  o[get_local_id(0)] = r;
}
SIZE kernel void shuffles(global int *o) {
  uint id = get_sub_group_local_id();
  int r = 0;
  float2 pair = (float2)(id, -(float)id), moved = intel_sub_group_shuffle(pair, 7 - id);
  BIT(0, moved.x == 7 - id && moved.y == id - 7.0f)
  BIT(1, intel_sub_group_shuffle_xor(id, 4) == (id ^ 4))
  uint down = intel_sub_group_shuffle_down(id, id + 100, 3), up = intel_sub_group_shuffle_up(id, id + 100, 3);
  BIT(2, down == (id < 5 ? id + 3 : id + 3 - 8 + 100))
  BIT(3, up == (id >= 3 ? id - 3 + 100 : id - 3 + 8))
  o[get_local_id(0)] = r | 0xf0;
}
// BLOCKS: {{^}} 0 1 2 3 4 5 6 7 100 101 102 103 104 105 106 107{{$}}
// BLOCKS-NEXT: {{^}} 0 1 2 3 4 5 6 7 100 101 102 103 104 105 106 107{{$}}
// BLOCKS-NEXT: {{^}} 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3{{$}}
SIZE kernel void blocks(global uint *o) {
  uint id = get_sub_group_local_id();
  global uint *block = o + get_sub_group_id() * 16;
  intel_sub_group_block_write2(block, (uint2)(id, id + 100));
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  int r = 0;
  BIT(0, intel_sub_group_block_read(block) == id)
  BIT(1, all(intel_sub_group_block_read2(block) == (uint2)(id, id + 100)))
  o[32 + get_local_id(0)] = r;
}
