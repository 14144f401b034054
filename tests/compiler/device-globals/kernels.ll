; Variables of class device_global become arguments of the kernels that use them, and of functions between; others keep
; their signatures. Arguments follow those of the kernel, before the specialization buffer, and are described.
; RUN: %opt -passes=ursa-device-globals,verify -S %s | %FileCheck %s
; RUN: %post_link %s -spec-const=emulation -S -o %t.table && %FileCheck %s --check-prefix=IMAGE < %t_0.ll && %FileCheck %s --check-prefix=PROPERTIES < %t_0.prop
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%device_global = type { [4 x i32] }
@numbers = addrspace(1) global %device_global zeroinitializer, align 4 #0
@counter = external addrspace(1) global i64 #1
@unused = addrspace(1) global i32 5, align 4 #2
@plain = internal addrspace(1) global i32 5, align 4
@llvm.compiler.used = appending addrspace(1) global [2 x ptr addrspace(1)] [ptr addrspace(1) @numbers, ptr addrspace(1) @plain], section "llvm.metadata"

; CHECK-NOT: @numbers
; CHECK-NOT: @counter
; CHECK-NOT: @unused
; CHECK: @plain
; CHECK: @llvm.compiler.used = appending addrspace(1) global [1 x ptr addrspace(1)] [ptr addrspace(1) @plain]

; CHECK: define spir_func i32 @helper(i32 %i, ptr addrspace(1) noundef align 4 dereferenceable(16) "ursa-device-global"="numbers id" %[[NUMBERS:.*]])
; CHECK: addrspacecast ptr addrspace(1) %[[NUMBERS]] to ptr addrspace(4)
define spir_func i32 @helper(i32 %i) {
  %p = getelementptr inbounds i32, ptr addrspace(4) addrspacecast (ptr addrspace(1) @numbers to ptr addrspace(4)), i32 %i
  %v = load i32, ptr addrspace(4) %p
  ret i32 %v
}

; CHECK: define spir_kernel void @both(ptr addrspace(1) %out, ptr addrspace(1) noundef align 4 dereferenceable(16) "ursa-device-global"="numbers id" %[[FIRST:.*]], ptr addrspace(1) noundef align 8 dereferenceable(8) "ursa-device-global"="counter id" %[[SECOND:.*]])
; CHECK: call spir_func i32 @helper(i32 1, ptr addrspace(1) %[[FIRST]])
; CHECK: store i64 1, ptr addrspace(1) %[[SECOND]]
; IMAGE: define spir_kernel void @both(ptr addrspace(1) %out, ptr addrspace(1) {{.*}}"ursa-device-global"="numbers id" %{{.*}}, ptr addrspace(1) {{.*}}"ursa-device-global"="counter id" %{{[^ ]*}}, ptr addrspace(1) {{.*}}%ursa.buffer)
; IMAGE: = !{!"out", !"ursa.device_global", !"ursa.device_global", !"ursa.buffer"}
; PROPERTIES: both=1|3
define spir_kernel void @both(ptr addrspace(1) %out) !kernel_arg_name !0 !ursa_kernel_parameters !1 {
  %v = call spir_func i32 @helper(i32 1)
  %b = call spir_func ptr addrspace(1) @__ursa_specialization_buffer()
  %c = call spir_func i32 @_Z40__sycl_getComposite2020SpecConstantValue_c(ptr addrspace(2) @id, ptr addrspace(2) @def, ptr addrspace(1) %b)
  %s = add i32 %v, %c
  store i32 %s, ptr addrspace(1) %out
  store i64 1, ptr addrspace(1) @counter
  ret void
}

; CHECK: define spir_kernel void @none(ptr addrspace(1) %out)
define spir_kernel void @none(ptr addrspace(1) %out) {
  %v = load i32, ptr addrspace(1) @plain
  store i32 %v, ptr addrspace(1) %out
  ret void
}

@id = private addrspace(2) constant [2 x i8] c"c\00"
@def = internal addrspace(2) constant { i32 } { i32 1 }
declare spir_func i32 @_Z40__sycl_getComposite2020SpecConstantValue_c(ptr addrspace(2), ptr addrspace(2), ptr addrspace(1))
declare spir_func ptr addrspace(1) @__ursa_specialization_buffer()
attributes #0 = { "ursa-device-global"="numbers id" }
attributes #1 = { "ursa-device-global"="counter id" }
attributes #2 = { "ursa-device-global"="unused id" }
!0 = !{!"out"}
!1 = !{!2}
!2 = !{i32 0, i32 0, i32 8}
