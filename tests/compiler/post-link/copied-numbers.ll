; A kernel that only copies constants needs no aspect for their numbers, in each mode; one that
; computes with them does.
; RUN: for m in native emulation default; do %post_link %s -spec-const=$m -split=kernel -symbols -o %t.$m.table && for i in 0 1 2 3; do echo "== $(cat %t.${m}_$i.sym)" && sed -n '/device requirements/,$p' %t.${m}_$i.prop || exit 1; done > all && %FileCheck %s --match-full-lines < all || exit 1; done
target triple = "spirv64-unknown-unknown"

; CHECK: == copies
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|AAAAAAAAAAA
; CHECK-NEXT: == chooses
; CHECK-NEXT: [SYCL/device requirements]
; CHECK-NEXT: aspects=2|AAAAAAAAAAA
; CHECK-NEXT: == adds
; CHECK-NEXT: [SYCL/device requirements]
; Double: 6.
; CHECK-NEXT: aspects=2|gAAAAAAAAAgBAAAA
; CHECK-NEXT: == converts
; CHECK-NEXT: [SYCL/device requirements]
; Half: 5.
; CHECK-NEXT: aspects=2|gAAAAAAAAAQBAAAA
; CHECK-NOT: {{.+}}

%struct.Both = type { half, double }
@id.h = private constant [2 x i8] c"h\00"
@id.d = private constant [2 x i8] c"d\00"
@id.b = private constant [2 x i8] c"b\00"
@def.h = internal constant { half } { half 1.0 }
@def.d = internal constant { double } { double 1.0 }
@def.b = internal constant { %struct.Both } { %struct.Both { half 1.0, double 2.0 } }
declare spir_func half @_Z40__sycl_getComposite2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4BothET_PKcPKvS5_(ptr sret(%struct.Both), ptr, ptr, ptr addrspace(1))

define spir_kernel void @copies(ptr addrspace(1) %out) {
  %both = alloca %struct.Both
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4BothET_PKcPKvS5_(ptr sret(%struct.Both) %both, ptr @id.b, ptr @def.b, ptr addrspace(1) null)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %both, i64 16, i1 false)
  %h = call spir_func half @_Z40__sycl_getComposite2020SpecConstantValueIDF16_ET_PKcPKvS4_(ptr @id.h, ptr @def.h, ptr addrspace(1) null)
  store half %h, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @chooses(ptr addrspace(1) %out, i1 %first) {
  br i1 %first, label %one, label %two
one:
  %d = call spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr @id.d, ptr @def.d, ptr addrspace(1) null)
  br label %two
two:
  %chosen = phi double [ %d, %one ], [ 2.0, %0 ]
  %bits = bitcast double %chosen to i64
  store i64 %bits, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @adds(ptr addrspace(1) %out) {
  %d = call spir_func double @_Z37__sycl_getScalar2020SpecConstantValueIdET_PKcPKvS4_(ptr @id.d, ptr @def.d, ptr addrspace(1) null)
  store double %d, ptr addrspace(1) %out
  %sum = fadd double %d, 1.0
  store double %sum, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @converts(ptr addrspace(1) %out) {
  %both = alloca %struct.Both
  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI4BothET_PKcPKvS5_(ptr sret(%struct.Both) %both, ptr @id.b, ptr @def.b, ptr addrspace(1) null)
  %h = load half, ptr %both
  %f = fpext half %h to float
  store float %f, ptr addrspace(1) %out
  ret void
}
