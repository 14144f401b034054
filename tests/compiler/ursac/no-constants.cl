// A source without constants gives one image.
// RUN: %ursac --targets=host-x86_64 %s -o %t.ursa --save-temps
// RUN: test ! -e %t.ursa.host-x86_64+emulated.bc
// RUN: %not grep -a -q emulated %t.ursa
// RUN: %llvm_dis %t.ursa.host-x86_64.bc -o - | %FileCheck %s

// CHECK: @tile.row = {{.*}}global [16 x float] undef, section "ursa.local", align 4
// CHECK: define void @tile(ptr {{.*}}, ptr noundef align 4 "ursa-local" {{.*}}) #[[K:[0-9]+]]
// CHECK: call void @_Z7barrierj(i32 noundef 1) #[[B:[0-9]+]]
// CHECK-DAG: attributes #[[K]] = { {{.*}}"ursa-kernel" }
// CHECK-DAG: attributes #[[B]] = { convergent nounwind
kernel void tile(global float *out, local float *scratch) {
  local float row[16];
  local float unused;
  const size_t i = get_local_id(0);
  row[i] = scratch[i] = out[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = row[15 - i] + scratch[0];
}
