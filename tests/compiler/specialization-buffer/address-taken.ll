; A function that needs the buffer can only be called directly; that llvm.used names it is no call.
; RUN: %split_file %s %t
; RUN: %not %opt -passes=ursa-specialization-buffer -disable-output %t/stored.ll 2>&1 | %FileCheck %t/stored.ll
; RUN: %not %opt -passes=ursa-specialization-buffer -disable-output %t/table.ll 2>&1 | %FileCheck %t/table.ll
; RUN: %opt -passes=ursa-specialization-buffer,verify -S %t/used.ll | %FileCheck %t/used.ll

;--- stored.ll
; CHECK: error: Function 'helper' reads specialization constants and has its address taken
declare spir_func ptr addrspace(1) @__ursa_specialization_buffer()
define spir_func void @helper() {
  %b = call spir_func ptr addrspace(1) @__ursa_specialization_buffer()
  ret void
}
define spir_kernel void @k(ptr addrspace(1) %out) {
  store ptr @helper, ptr addrspace(1) %out
  ret void
}

;--- table.ll
; CHECK: error: Function 'helper' reads specialization constants and has its address taken
@table = internal constant [1 x ptr] [ptr @helper]
declare spir_func ptr addrspace(1) @__ursa_specialization_buffer()
define spir_func void @helper() {
  %b = call spir_func ptr addrspace(1) @__ursa_specialization_buffer()
  ret void
}

;--- used.ll
; CHECK: @llvm.used = appending global [1 x ptr] [ptr @k]
; CHECK: define spir_kernel void @k(ptr addrspace(1) noalias noundef readonly %ursa.buffer)
@llvm.used = appending global [1 x ptr] [ptr @k], section "llvm.metadata"
declare spir_func ptr addrspace(1) @__ursa_specialization_buffer()
define spir_kernel void @k() {
  %b = call spir_func ptr addrspace(1) @__ursa_specialization_buffer()
  %v = load volatile i32, ptr addrspace(1) %b
  ret void
}
