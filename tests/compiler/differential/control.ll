; Branches, and what optimizers are told.
; RUN: for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for o in "" -O0; do %codegen $o %s -spirv-version=$v -o a.spv && %spirv_val --target-env spv$v a.spv || exit 1; done; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare void @llvm.assume(i1)
declare i32 @llvm.expect.i32(i32,i32)

define spir_kernel void @assume(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %c = icmp ne i32 %x, 77
  call void @llvm.assume(i1 %c)
  store i32 %x, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @expect(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %c = call i32 @llvm.expect.i32(i32 %x, i32 0)
  store i32 %c, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @freeze(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %y = freeze i32 %x
  store i32 %y, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @freezev(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load <4 x float>, ptr addrspace(1) %in
  %y = freeze <4 x float> %x
  store <4 x float> %y, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @switch64(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i64, ptr addrspace(1) %in
  %m = and i64 %x, 3
  %n = shl i64 %m, 40
  switch i64 %n, label %d [ i64 0, label %a
    i64 1099511627776, label %b
    i64 -5, label %b ]
a:
  br label %e
b:
  br label %e
d:
  br label %e
e:
  %r = phi i64 [ 1, %a ], [ 2, %b ], [ %x, %d ]
  store i64 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @switch8(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i8, ptr addrspace(1) %in
  switch i8 %x, label %d [ i8 0, label %a
    i8 -1, label %b
    i8 127, label %b ]
a:
  br label %e
b:
  br label %e
d:
  br label %e
e:
  %r = phi i32 [ 1, %a ], [ 2, %b ], [ 3, %d ]
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @switchi1(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %c = icmp eq i32 %x, 3
  switch i1 %c, label %d [ i1 true, label %a ]
a:
  br label %e
d:
  br label %e
e:
  %r = phi i32 [ 1, %a ], [ 3, %d ]
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @unreachable(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %c = icmp eq i32 %x, 77777
  br i1 %c, label %u, label %d
u:
  unreachable
d:
  store i32 %x, ptr addrspace(1) %out
  ret void
}
