; Generic accesses are global if no other pointer becomes generic; otherwise the tag selects the address space.
; RUN: %opt -S -passes=ursa-vulkan-generic-pointers %s | %FileCheck %s
; CHECK-LABEL: define i32 @global
define i32 @global(ptr addrspace(4) %p) {
; CHECK: addrspacecast ptr addrspace(4) %p to ptr addrspace(1)
; CHECK-NOT: switch
  %x = load i32, ptr addrspace(4) %p
  ret i32 %x
}
; CHECK-LABEL: define i32 @either
define i32 @either(i1 %c, ptr addrspace(4) %p, ptr addrspace(3) %l) {
; CHECK: switch i64 %{{.*}}, label %[[GLOBAL:.*]] [
; CHECK-NEXT: i64 1, label %[[LOCAL:.*]]
; CHECK-NEXT: ]
; CHECK: load i32, ptr addrspace(1)
; CHECK: load i32, ptr addrspace(3)
; CHECK: phi i32
  %g = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %q = select i1 %c, ptr addrspace(4) %p, ptr addrspace(4) %g
  %x = load i32, ptr addrspace(4) %q
  ret i32 %x
}
