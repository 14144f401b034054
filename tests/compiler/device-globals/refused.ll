; Nobody can pass the address to a function that is called indirectly, and no other variable can hold it.
; RUN: %split_file %s %t
; RUN: for i in indirect stored space; do %not %opt -passes=ursa-device-globals -disable-output %t/$i.ll 2>&1 | %FileCheck %t/$i.ll || exit 1; done
; RUN: %opt -passes=ursa-device-globals,verify -S %t/phi.ll | %FileCheck %t/phi.ll

;--- indirect.ll
; CHECK: error: Function 'helper' uses the device_global 'an id' and has its address taken; it can only be called directly.
@counter = addrspace(1) global i32 0 "ursa-device-global"="an id"
define spir_func void @helper() {
  store i32 1, ptr addrspace(1) @counter
  ret void
}
define spir_kernel void @k(ptr addrspace(1) %out) {
  store ptr @helper, ptr addrspace(1) %out
  ret void
}

;--- stored.ll
; CHECK: error: The initial value of 'table' holds the address of the device_global 'an id', which only device code knows.
@counter = addrspace(1) global i32 0 "ursa-device-global"="an id"
@table = addrspace(1) constant [1 x { ptr addrspace(4) }] [{ ptr addrspace(4) } { ptr addrspace(4) addrspacecast (ptr addrspace(1) @counter to ptr addrspace(4)) }]

;--- space.ll
; CHECK: error: The device_global 'an id' is in address space 2; it must be in global memory.
@counter = addrspace(2) constant i32 0 "ursa-device-global"="an id"

;--- phi.ll
; The argument takes the place of the variable everywhere.
; CHECK: define spir_kernel void @inner(i1 %c, ptr addrspace(1) %out, ptr addrspace(1) noundef align 4 dereferenceable(4) "ursa-device-global"="an id" %[[ARGUMENT:.*]])
; CHECK: phi ptr addrspace(1) [ %[[ARGUMENT]], %entry ], [ %[[ELEMENT:.*]], %other ]
@counter = addrspace(1) global i32 0 "ursa-device-global"="an id"
define spir_kernel void @inner(i1 %c, ptr addrspace(1) %out) {
entry:
  br i1 %c, label %other, label %end
other:
  br label %end
end:
  %p = phi ptr addrspace(1) [ @counter, %entry ], [ getelementptr (i8, ptr addrspace(1) @counter, i64 2), %other ]
  store ptr addrspace(1) %p, ptr addrspace(1) %out
  ret void
}
