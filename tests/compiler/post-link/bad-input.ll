; Input that cannot be processed: status 1, one line that names it, no output.
; RUN: %split_file %s %t
; Valid bitcode with invalid IR: a value is used before it is there.
; RUN: %llvm_as -disable-verify %t/invalid.ll -o %t/invalid.bc
; RUN: %not %post_link %t/none.bc -o %t.table 2>&1 | %FileCheck %s --check-prefix=MISSING
; RUN: %not %post_link %t/garbage.bc -o %t.table 2>&1 | %FileCheck %s --check-prefix=GARBAGE
; RUN: %not %post_link %t/host.ll -spec-const=native -o %t.table 2>&1 | %FileCheck %s --check-prefix=TRIPLE
; RUN: %not %post_link %t/constant.ll -spec-const=native -o %t.table 2>&1 | %FileCheck %s --check-prefix=CONSTANT
; RUN: %not %post_link %t/pipe.ll -spec-const=native -o %t.table 2>&1 | %FileCheck %s --check-prefix=PIPE
; RUN: %not %post_link %t/name.ll -spec-const=native -o %t.table 2>&1 | %FileCheck %s --check-prefix=NAME
; RUN: %not %post_link %t/ok.ll -split=kernl -o %t.table 2>&1 | %FileCheck %s --check-prefix=SPLIT
; RUN: %not %post_link %t/invalid.bc -o %t.table 2>&1 | %FileCheck %s --check-prefix=INVALID
; RUN: %not %post_link %t/two.ll -split=kernel -spec-const=native -symbols -o %t.table 2>&1 | %FileCheck %s --check-prefix=SECOND
; RUN: %not %post_link %t/located.ll -spec-const=native -o %t.table 2>&1 | %FileCheck %s --check-prefix=LOCATED
; RUN: %not %post_link %t/ok.ll -ir-output-only -symbols -o %t.table 2>&1 | %FileCheck %s --check-prefix=CODE-ONLY
; RUN: %not %post_link %t/ok.ll -ir-output-only -split=kernel -o %t.table 2>&1 | %FileCheck %s --check-prefix=CODE-SPLIT
; RUN: %not %post_link %t/ok.ll -generate-device-image-default-spec-consts -o %t.table 2>&1 | %FileCheck %s --check-prefix=TWIN
; RUN: %not %post_link %t/ok.ll -o %t.table -o %t.table 2>&1 | %FileCheck %s --check-prefix=TWICE
; RUN: %not %post_link %t/ok.ll -o cpu, 2>&1 | %FileCheck %s --check-prefix=NO-NAME
; RUN: ls | %not grep -v '^t$'
; RUN: %not %post_link %t/two.ll -split=kernel -o /dev/full -out-dir=%t 2>&1 | %FileCheck %s --check-prefix=FULL
; RUN: ls %t | %not grep full
; RUN: %not %post_link %t/ok.ll -o %t/no/such/folder/x.table 2>&1 | %FileCheck %s --check-prefix=FOLDER

; MISSING: {{^}}error: The file '{{.*}}none.bc' is not LLVM IR: {{.*}}No such file or directory.
; INVALID: {{^}}error: The file '{{.*}}invalid.bc' is not valid LLVM IR: {{.*$}}
; INVALID-NOT: {{.}}
; SECOND: {{^}}error: Specialization constant 'c' of type ptr holds a pointer;
; LOCATED: {{^}}error: conv.cpp:12:7: Specialization constant 'c' of type ptr holds a pointer;
; CODE-ONLY: {{^}}error: The options -symbols and -ir-output-only exclude each other.
; CODE-SPLIT: {{^}}error: With -ir-output-only there is one image; code cannot be split.
; TWIN: {{^}}error: The option -generate-device-image-default-spec-consts needs -spec-const.
; TWICE: {{^}}error: The file '{{.*}}t_0.prop' would be written twice.
; NO-NAME: {{^}}error: The option -o=cpu, names no file.
; FULL: {{^}}error: The file '/dev/full' cannot be written: No space left on device.
; GARBAGE: {{^}}error: The file '{{.*}}garbage.bc' is not LLVM IR:
; TRIPLE: {{^}}error: The target triple of '{{.*}}host.ll' is 'x86_64-unknown-linux-gnu'; device IR has spirv64-unknown-unknown.
; CONSTANT: {{^}}error: Specialization constant 'c' of type ptr holds a pointer;
; PIPE: {{^}}error: Argument 'input' of kernel 'k' has type target("spirv.Pipe"{{.*}}), which cannot be passed to a kernel.
; NAME: {{^}}error: The property name 'a=b' cannot be written
; SPLIT: {{^}}error: for the --split option: Cannot find option named 'kernl'!{{$}}
; SPLIT-NOT: {{.}}
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

;--- invalid.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p) {
  %x = add i32 %y, 1
  %y = add i32 %x, 1
  ret void
}

;--- two.ll
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@def = internal constant { ptr } zeroinitializer
declare spir_func ptr @_Z37__sycl_getScalar2020SpecConstantValueIPvET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @fine() {
  ret void
}
define spir_kernel void @k() {
  %v = call spir_func ptr @_Z37__sycl_getScalar2020SpecConstantValueIPvET_PKcPKvS4_(ptr @id, ptr @def, ptr addrspace(1) null)
  ret void
}

;--- located.ll
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@def = internal constant { ptr } zeroinitializer
declare spir_func ptr @_Z37__sycl_getScalar2020SpecConstantValueIPvET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_kernel void @k() !dbg !3 {
  %v = call spir_func ptr @_Z37__sycl_getScalar2020SpecConstantValueIPvET_PKcPKvS4_(ptr @id, ptr @def, ptr addrspace(1) null), !dbg !4
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "conv.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", file: !1, line: 10, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 12, column: 7, scope: !3)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
