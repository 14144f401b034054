; Input that cannot be processed: status 1, one line that names it, no output.
; RUN: %split_file %s %t
; RUN: %not %post_link %t/none.bc -o %t.table 2>&1 | %FileCheck %s --check-prefix=MISSING
; RUN: %not %post_link %t/garbage.bc -o %t.table 2>&1 | %FileCheck %s --check-prefix=GARBAGE
; RUN: %not %post_link %t/host.ll -spec-const=native -o %t.table 2>&1 | %FileCheck %s --check-prefix=TRIPLE
; RUN: %not %post_link %t/constant.ll -spec-const=native -o %t.table 2>&1 | %FileCheck %s --check-prefix=CONSTANT
; RUN: %not %post_link %t/pipe.ll -spec-const=native -o %t.table 2>&1 | %FileCheck %s --check-prefix=PIPE
; RUN: %not %post_link %t/name.ll -spec-const=native -o %t.table 2>&1 | %FileCheck %s --check-prefix=NAME
; RUN: %not %post_link %t/ok.ll -split=kernel -o %t.table 2>&1 | %FileCheck %s --check-prefix=SPLIT
; RUN: test ! -e %t.table && test ! -e %t_0.bc
; RUN: %not %post_link %t/ok.ll -o %t/no/such/folder/x.table 2>&1 | %FileCheck %s --check-prefix=FOLDER

; MISSING: {{^}}error: The file '{{.*}}none.bc' is no LLVM IR: {{.*}}No such file or directory.
; GARBAGE: {{^}}error: The file '{{.*}}garbage.bc' is no LLVM IR:
; TRIPLE: {{^}}error: The target triple of '{{.*}}host.ll' is 'x86_64-unknown-linux-gnu'; device IR has spirv64-unknown-unknown.
; CONSTANT: {{^}}error: Specialization constant 'c' of type ptr holds a pointer;
; PIPE: {{^}}error: Argument 'input' of kernel 'k' has type target("spirv.Pipe"{{.*}}), which cannot be passed to a kernel.
; NAME: {{^}}error: The property name 'a=b' cannot be written
; SPLIT: {{^}}error: The split mode 'kernel' is not known; only 'none' is.
; FOLDER: {{^}}error: The file '{{.*}}x_0.bc' cannot be written:

;--- garbage.bc
This is no bitcode.

;--- host.ll
target triple = "x86_64-unknown-linux-gnu"
define void @k() {
  ret void
}

;--- constant.ll
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@def = internal constant { ptr } zeroinitializer
declare spir_func ptr @_Z37__sycl_getScalar2020SpecConstantValueIPvET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @k() {
  %v = call spir_func ptr @_Z37__sycl_getScalar2020SpecConstantValueIPvET_PKcPKvS4_(ptr @id, ptr @def, ptr addrspace(1) null)
  ret void
}

;--- pipe.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(target("spirv.Pipe", 0) %input) {
  ret void
}

;--- name.ll
target triple = "spirv64-unknown-unknown"
@id = private constant [4 x i8] c"a=b\00"
@def = internal constant { i32 } zeroinitializer
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @k() {
  %v = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @def, ptr addrspace(1) null)
  ret void
}

;--- ok.ll
target triple = "spir64_gen-unknown-unknown"
define spir_kernel void @k() {
  ret void
}
