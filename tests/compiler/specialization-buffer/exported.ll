; A function that other images may call keeps its signature. In native images it has no use for the
; buffer. With emulated constants nobody can hand it the buffer: it is no longer exported, so that who
; declares it gets no function of another signature.
; RUN: %split_file %s %t
; RUN: %post_link %t/in.ll -spec-const=native -emit-exported-symbols -symbols -S -o %t.table 2>&1 | %not grep .
; RUN: %FileCheck %s --check-prefixes=CHECK,NATIVE < %t_0.ll && %FileCheck %s --check-prefix=NATIVE-SYM --match-full-lines < %t_0.sym && grep -x 'exported=1|1' %t_0.prop
; RUN: %post_link %t/in.ll -spec-const=emulation -emit-exported-symbols -symbols -S -o %t.e.table 2>&1 | %FileCheck %s --check-prefix=WARNING --match-full-lines
; RUN: %FileCheck %s --check-prefixes=CHECK,EMU < %t.e_0.ll && %FileCheck %s --check-prefix=EMU-SYM --match-full-lines < %t.e_0.sym && %not grep 'exported=' %t.e_0.prop
; RUN: for i in %t_0.ll %t.e_0.ll; do %opt -passes=verify -disable-output $i || exit 1; done
; The native image links with one that imports the function.
; RUN: %llvm_link %t_0.ll %t/importer.ll -S -o linked.ll && %opt -passes=verify -disable-output linked.ll && grep 'define spir_func i32 @exported(i32 %x)' linked.ll

; NATIVE: define spir_func i32 @exported(i32 %x) #
; NATIVE: call spir_func i32 @helper(i32 %x)
; NATIVE: define internal spir_func i32 @helper(i32 %x)
; EMU: define internal spir_func i32 @exported(i32 %x, ptr addrspace(1) {{.*}}%ursa.buffer) {
; EMU: call spir_func i32 @helper(i32 %x, ptr addrspace(1) %ursa.buffer)
; CHECK: define spir_func i32 @unconcerned(i32 %x) #
; NATIVE: define spir_kernel void @k(ptr addrspace(1) %out) #
; EMU: define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) {{.*}}%ursa.buffer)
; NATIVE: call spir_func i32 @exported(i32 1)
; EMU: call spir_func i32 @exported(i32 1, ptr addrspace(1) %ursa.buffer)

; NATIVE-SYM: k
; NATIVE-SYM-NEXT: exported
; NATIVE-SYM-NEXT: unconcerned
; NATIVE-SYM-NOT: {{.+}}
; EMU-SYM: k
; EMU-SYM-NEXT: unconcerned
; EMU-SYM-NOT: {{.+}}
; WARNING: warning: Function 'exported' reads specialization constants, which are emulated, so that functions of other images cannot call it; it is not exported.
; WARNING-NOT: {{.+}}

;--- in.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@id = private constant [2 x i8] c"c\00"
@def = internal constant { i32 } { i32 1 }
declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr, ptr, ptr addrspace(1))
define spir_func i32 @exported(i32 %x) "sycl-module-id"="a.cpp" {
  %v = call spir_func i32 @helper(i32 %x)
  ret i32 %v
}
define internal spir_func i32 @helper(i32 %x) {
  %c = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr @id, ptr @def, ptr addrspace(1) null)
  %v = add i32 %c, %x
  ret i32 %v
}
define spir_func i32 @unconcerned(i32 %x) "sycl-module-id"="a.cpp" {
  ret i32 %x
}
define spir_kernel void @k(ptr addrspace(1) %out) "sycl-module-id"="a.cpp" {
  %v = call spir_func i32 @exported(i32 1)
  store i32 %v, ptr addrspace(1) %out
  ret void
}
;--- importer.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i32 @exported(i32)
define spir_kernel void @imports(ptr addrspace(1) %out) {
  %v = call spir_func i32 @exported(i32 2)
  store i32 %v, ptr addrspace(1) %out
  ret void
}
