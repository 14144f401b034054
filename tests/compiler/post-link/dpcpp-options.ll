; Command lines that build systems write for DPC++'s tool, and triples that it takes.
; RUN: %split_file %s %t
; Without an input, standard input; what has no meaning here changes nothing.
; RUN: %post_link -properties -symbols -split=source -S < %t/kernels.ll -o %t/in.table
; RUN: %post_link -symbols -split=source -S %t/kernels.ll -o %t/file.table
; RUN: for i in 0 1; do diff <(grep -v -e ModuleID -e source_filename %t/in_$i.ll) <(grep -v -e ModuleID -e source_filename %t/file_$i.ll) && \
; RUN:   cmp %t/in_$i.sym %t/file_$i.sym && cmp %t/in_$i.prop %t/file_$i.prop || exit 1; done
; RUN: for o in -O0 -O1 -O2 -O3 -Os -Oz -f -properties -allow-device-image-dependencies -device-lib-dir=. -force-disable-esimd-opt "-split-esimd -lower-esimd"; do \
; RUN:   %post_link $o -split=source -S %t/kernels.ll -o %t/other.table && cmp %t/other_0.ll %t/file_0.ll || exit 1; done
; RUN: cd %t && %post_link -S < kernels.ll | %FileCheck %s --check-prefix=STDIN

; RUN: %post_link -emit-kernel-names -emit-imported-symbols -device-globals -S %t/nvptx.ll -o %t/nvptx.table
; RUN: %FileCheck %s --check-prefix=NVPTX < %t/nvptx_0.prop
; RUN: %FileCheck %s --check-prefix=NVPTX-CODE < %t/nvptx_0.ll
; RUN: %post_link -split=kernel -symbols %t/none.ll -o %t/none.table && cat %t/none_*.sym | %FileCheck %s --check-prefix=NONE
; RUN: %post_link -emit-imported-symbols -split=kernel -symbols %t/imports.ll -o %t/imports.table
; RUN: cat %t/imports_0.sym %t/imports_0.prop | %FileCheck %s --check-prefix=FIRST --implicit-check-not=inner
; RUN: cat %t/imports_1.sym %t/imports_1.prop | %FileCheck %s --check-prefix=SECOND --implicit-check-not=inner

; The older names of modes.
; RUN: %post_link -spec-const=native -S %t/constant.ll -o %t/native.table && %post_link -spec-const=rt -S %t/constant.ll -o %t/rt.table
; RUN: diff %t/native_0.ll %t/rt_0.ll && diff %t/native_0.prop %t/rt_0.prop
; RUN: %post_link -spec-const=default -S %t/constant.ll -o %t/default.table && %FileCheck %s --check-prefix=DEFAULT < %t/default_0.ll

; RUN: %not %post_link -O9 %t/kernels.ll -o %t/x.table 2>&1 | %FileCheck %s --check-prefix=LEVEL
; RUN: %not %post_link -lower-esimd %t/esimd.ll -o %t/x.table 2>&1 | %FileCheck %s --check-prefix=ESIMD
; RUN: %not %post_link -properties -ir-output-only %t/kernels.ll -o %t/x.table 2>&1 | %FileCheck %s --check-prefix=CODE-ONLY
; RUN: %not %post_link -device-globals %t/no-id.ll -o %t/x.table 2>&1 | %FileCheck %s --check-prefix=NO-ID
; RUN: %not %post_link -device-globals %t/no-size.ll -o %t/x.table 2>&1 | %FileCheck %s --check-prefix=NO-SIZE
; RUN: %not %ursac -c %t/mixed.ll -o %t/x.table 2>&1 | %FileCheck %s --check-prefix=MIXED
; RUN: test ! -e %t/x.table

; STDIN: stdin_0.ll|stdin_0.prop
; NVPTX: [SYCL/imported symbols]
; NVPTX-NEXT: _Z6remotev=1|1
; NVPTX-NEXT: [SYCL/kernel names]
; NVPTX-NEXT: {{^}}k=1|1
; NVPTX-NEXT: [SYCL/device globals]
; Four bytes and one of the whole program; one byte and one of an image.
; NVPTX-NEXT: program=2|ABAAAAAAAAABAAAAAAAAAA
; NVPTX-NEXT: image=2|ABAAAAAAAAQAAAAABAAAAA
; NVPTX-NOT: neither
; NVPTX-CODE: define ptx_kernel void @k(
; NONE: {{^}}a
; NONE-NEXT: {{^}}b
; FIRST: {{^}}first
; FIRST: [SYCL/imported symbols]
; FIRST-NEXT: {{^}}outer=1|1
; FIRST-NEXT: {{^}}both=1|1
; SECOND: {{^}}second
; SECOND: [SYCL/imported symbols]
; SECOND-NEXT: {{^}}both=1|1
; DEFAULT: store i32 7, ptr addrspace(1) %out
; LEVEL: {{^}}error: for the -O option: Cannot find option named '9'!{{$}}
; ESIMD: {{^}}error: Kernel 'k' is written for explicit SIMD (ESIMD), which cannot be lowered; only SYCL kernels can.{{$}}
; CODE-ONLY: {{^}}error: The options -properties and -ir-output-only exclude each other.{{$}}
; NO-ID: {{^}}error: Variable 'v' has no attribute 'sycl-unique-id', by which programs find it.{{$}}
; NO-SIZE: {{^}}error: Variable 'v' has the attribute 'sycl-device-global-size' "-1"; it must be a number of bytes.{{$}}
; MIXED: {{^}}error: Kernel 'k' of '{{.*}}mixed.ll' has the calling convention of another target; kernels of device IR are spir_kernel.{{$}}

;--- kernels.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @a() #0 {
  ret void
}
define spir_kernel void @b() #1 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }

;--- nvptx.ll
target triple = "nvptx64-nvidia-cuda"
@program = addrspace(1) global i32 0 #0
@image = addrspace(1) global i8 0 #1
@neither = addrspace(1) global i32 0
define ptx_kernel void @k(ptr addrspace(1) %p, ptr %q, ptr addrspace(3) %l, ptr addrspace(4) %c) {
  call void @_Z6remotev()
  call void @_Z6__portv()
  call void @llvm.nvvm.barrier0()
  store i32 0, ptr addrspace(1) @program
  store i8 0, ptr addrspace(1) @image
  ret void
}
declare void @_Z6remotev()
declare void @_Z6__portv()
declare void @llvm.nvvm.barrier0()
attributes #0 = { "sycl-unique-id"="program" "device_image_scope"="false" "sycl-device-global-size"="4" }
attributes #1 = { "sycl-unique-id"="image" "device_image_scope" "sycl-device-global-size"="1" }

;--- none.ll
define spir_kernel void @a() {
  ret void
}
define amdgpu_kernel void @b() {
  ret void
}

;--- imports.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @first() {
  call void @outer()
  call void @inner()
  ret void
}
define spir_kernel void @second() {
  call void @both()
  ret void
}
define internal void @inner() {
  call void @both()
  ret void
}
declare void @outer()
declare void @both()
declare void @unused()

;--- constant.ll
target triple = "spir64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@def = internal constant { i32 } { i32 7 }
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(4))
define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @def, ptr addrspace(4) null)
  store i32 %v, ptr addrspace(1) %out
  ret void
}

;--- esimd.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @k() !sycl_explicit_simd !0 {
  ret void
}
!0 = !{}

;--- no-id.ll
target triple = "spir64-unknown-unknown"
@v = addrspace(1) global i32 0 #0
attributes #0 = { "sycl-device-global-size"="4" }

;--- no-size.ll
target triple = "spir64-unknown-unknown"
@v = addrspace(1) global i32 0 #0
attributes #0 = { "sycl-unique-id"="v" "sycl-device-global-size"="-1" }

;--- mixed.ll
target triple = "spirv64-unknown-unknown"
define ptx_kernel void @k() {
  ret void
}
