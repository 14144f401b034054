; Private memory whose length is a constant, on the CPU: each work-item fills its own and adds it up.
; RUN: %ursac %s -o a.ursa --targets=host-x86_64
; RUN: head -c 16 /dev/zero > in && for mode in native emulated; do %run a.ursa --kernel k --global 4 --local 4 --arg inout:in:out --mode $mode && od -An -t d4 out | grep -x ' *0 *66 *132 *198' && %run a.ursa --kernel k --global 4 --local 4 --arg inout:in:out --mode $mode --set n=1000 && od -An -t d4 out | grep -x ' *0 *499500 *999000 *1498500' || exit 1; done
; Targets without arrays of variable length name the kernel.
; RUN: for target in spirv64 vulkan1.2; do %not %ursac %s -o b.ursa --targets=$target 2>&1 | grep "^error: .*'k'.* has an array" || exit 1; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@id.n = private constant [2 x i8] c"n\00"
@def.n = internal addrspace(1) constant { i32 } { i32 12 }
declare ptr @llvm.sycl.alloca.p0.p4.p4.p4.i32(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), i32, i64)
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @k(ptr addrspace(1) %out) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %id32 = trunc i64 %id to i32
  %p = call ptr @llvm.sycl.alloca.p0.p4.p4.p4.i32(ptr addrspace(4) addrspacecast (ptr @id.n to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @def.n to ptr addrspace(4)), ptr addrspace(4) null, i32 0, i64 4)
  %n = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) addrspacecast (ptr @id.n to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @def.n to ptr addrspace(4)), ptr addrspace(4) null)
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i1, %fill ]
  %at = getelementptr i32, ptr %p, i32 %i
  %v = mul i32 %i, %id32
  store volatile i32 %v, ptr %at
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %fill, label %sum
sum:
  %j = phi i32 [ 0, %fill ], [ %j1, %sum ]
  %s = phi i32 [ 0, %fill ], [ %s1, %sum ]
  %from = getelementptr i32, ptr %p, i32 %j
  %w = load volatile i32, ptr %from
  %s1 = add i32 %s, %w
  %j1 = add i32 %j, 1
  %again = icmp ult i32 %j1, %n
  br i1 %again, label %sum, label %done
done:
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %s1, ptr addrspace(1) %o
  ret void
}
