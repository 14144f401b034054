// Built-in functions resolve against libclc whatever the address spaces of their pointers, atomics are
// defined for all widths, and what the JIT provides stays.
// RUN: %ursac --targets=host-x86_64 %s -o %t.ursa --save-temps
// RUN: %ursac --targets=host-x86_64 %s -o %t.O0.ursa -O0
// RUN: %llvm_dis %t.ursa.host-x86_64.bc -o - | %FileCheck %s

// CHECK-NOT: addrspace

// CHECK-LABEL: define void @math
kernel void math(global float4 *v, global double *d, global int4 *i, global half *h) {
  float4 x = v[0], whole;
  int4 exponent;
  int e;
  float f = sin(x.x) + cos(x.y) + exp(x.z) + pow(x.x, x.y) + native_rsqrt(x.w) + sqrt(x.x);
  x = fmin(x, v[1]) + clamp(x, 0.0f, 1.0f) + mad(x, x, x) + fma(x, x, x) + mix(x, v[1], 0.5f);
  x += fract(x, &whole) + frexp(x, &exponent) + normalize(x) + cross(x, v[2]) + select(x, v[1], i[0]);
  f += dot(x, x) + length(x) + frexp(f, &e) + distance(x, v[3]) + ldexp(f, 2);
  f += fract(v[4].x, (global float *)d);
  i[1] = convert_int4_sat(x) + convert_int4_rte(x) + convert_int4(abs_diff(i[0], i[2])) +
         rotate(i[0], i[1]);
  i[2] = mul_hi(i[0], i[1]) + max(i[0], i[1]) + popcount(i[0]) + clz(i[0]) + isnan(x) + any(i[0]);
  i[3] = hadd(i[0], i[1]) + mad24(i[0], i[1], i[2]) + as_int4(x) + bitselect(i[0], i[1], i[2]);
  d[0] = exp2(d[1]) + log(d[2]) + tgamma(d[3]) + remquo(d[4], d[5], &e) + fmax(d[6], d[7]);
  v[0] = x * f + whole + convert_float4(exponent) + convert_float4(convert_uchar4_sat(x)) + e;
  vstore_half4(vload_half4(0, h) + shuffle(x, (uint4)(3, 2, 1, 0)), 1, h);
}

// CHECK-LABEL: define void @memory
kernel void memory(global float *g, local float *l, constant float *c, int n) {
  float p[8];
  vstore4(vload4(0, g) + vload4(1, l) + vload4(2, c), 0, p);
  generic float *either = n ? (generic float *)g : (generic float *)l;
  vstore4(vload4(0, either) + vload4(1, p), 3, g);
  float whole;
  g[n] += fract(p[n], either) + modf(p[1], &whole) + whole + sincos(p[2], l);
  prefetch(g, 4);
  printf("%d %f\n", n, p[0]);
}

// CHECK-LABEL: define void @atomics
// CHECK: atomicrmw add ptr %{{.*}}, i32 %{{.*}} monotonic
// CHECK: atomicrmw umax ptr
// CHECK: atomicrmw max ptr
// CHECK: cmpxchg ptr {{.*}} monotonic monotonic
// CHECK: atomicrmw add ptr {{.*}} i64 {{.*}} seq_cst
// CHECK: atomicrmw fadd ptr {{.*}} float
// CHECK: cmpxchg ptr {{.*}} seq_cst seq_cst
// CHECK: store atomic i32 {{.*}} seq_cst
// CHECK: load atomic i64, ptr {{.*}} seq_cst
// CHECK: atomicrmw xchg ptr {{.*}} i32 1 seq_cst
kernel void atomics(global int *g, local uint *l, volatile global atomic_long *a,
                    volatile local atomic_float *f, volatile global atomic_int *i,
                    volatile global atomic_flag *flag) {
  g[1] = atomic_add(g, g[1]);
  atomic_max(l, 3u);
  atomic_max(g, 3);
  atomic_cmpxchg(g, 1, 2);
  atomic_fetch_add(a, 5L);
  atomic_fetch_add_explicit(f, 1.0f, memory_order_relaxed, memory_scope_work_group);
  int expected = 1;
  atomic_compare_exchange_strong(i, &expected, 2);
  atomic_store(i, expected);
  g[2] = (int)atomic_load_explicit(a, memory_order_acquire, memory_scope_device);
  g[3] = atomic_flag_test_and_set(flag);
}

// CHECK-LABEL: define void @work_items
// CHECK: call {{.*}} @_Z12get_work_dimv(
// CHECK: call {{.*}} @_Z7barrierj(
kernel void work_items(global ulong *out) {
  out[0] = get_work_dim() + get_global_id(0) + get_global_size(1) + get_global_offset(2);
  out[1] = get_local_id(0) + get_local_size(1) + get_enqueued_local_size(2) + get_num_groups(0);
  out[2] = get_group_id(0) + get_global_linear_id() + get_local_linear_id();
  barrier(CLK_GLOBAL_MEM_FENCE);
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  mem_fence(CLK_LOCAL_MEM_FENCE);
  read_mem_fence(CLK_LOCAL_MEM_FENCE);
  write_mem_fence(CLK_LOCAL_MEM_FENCE);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
}

// Only these functions are left to the JIT.
// CHECK-NOT: declare {{.*}}@_Z{{[0-9]+}}{{(sin|vload|atomic_add|convert|fract)}}
