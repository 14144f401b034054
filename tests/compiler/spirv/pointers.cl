// Address spaces of pointers are inferred, also across functions, and atomics have the order and
// scope of the source.
// RUN: for s in CL2.0 CL3.0; do for o in -O0 -O2; do %ursac -cl-std=$s $o %s --save-temps --targets=spirv64 -o a.ursa && %spirv_dis a.ursa.spirv64.spv > a.spvasm && %FileCheck %s --implicit-check-not='Capability GenericPointer' --implicit-check-not='LinkageAttributes "_Z' --implicit-check-not=OpGroupAsyncCopy < a.spvasm || exit 1; done; done

// CHECK: OpCapability Kernel
__attribute__((noinline)) int count(volatile atomic_int *p) {
  return atomic_fetch_add_explicit(p, 3, memory_order_acq_rel, memory_scope_work_group);
}

__attribute__((noinline)) int *either(int *a, int *b) { return *a > *b ? a : b; }

__attribute__((noinline)) float parts(float x, float *whole) { return modf(x, whole); }

kernel void k(global int *g, global float *f, global half *h) {
  local atomic_int l;
  atomic_init(&l, 0);
  g[0] = count(&l) + count((global atomic_int *)g);
  g[1] = atomic_load_explicit(&l, memory_order_acquire, memory_scope_device);
  g[2] = *either(g, g + 1);
  f[0] = parts(f[1], f) + parts(f[2], f + 3);
  vstore_half_rtp(f[0], 1, h);
  vstore3(vload3(0, g), 1, g);
  local int copy[16];
  event_t e = async_work_group_copy(copy, g, 16, 0);
  wait_group_events(1, &e);
  g[3] = copy[1];
  atomic_add(g, 1);
}
// CHECK-DAG: OpAtomicIAdd %uint %{{.*}} %uint_2 %uint_264 %uint_3
// CHECK-DAG: OpAtomicIAdd %uint %{{.*}} %uint_2 %uint_520 %uint_3
// CHECK-DAG: OpAtomicLoad %uint %{{.*}} %uint_1 %uint_258
// CHECK-DAG: OpAtomicIAdd %uint %{{.*}} %uint_1 %uint_0 %uint_1
