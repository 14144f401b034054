; Addresses stand beside their accesses; paths that never end return.
; RUN: %opt -S -passes=ursa-vulkan-addresses %s | %FileCheck %s
; CHECK-LABEL: define void @k
define void @k(i64 %x) #0 {
entry:
; CHECK: entry:
; CHECK-NEXT: br label %next
  %p = inttoptr i64 %x to ptr addrspace(1)
  br label %next
next:
; CHECK: [[P:%.*]] = inttoptr i64 %x to ptr addrspace(1)
; CHECK-NEXT: store i32 0, ptr addrspace(1) [[P]]
; CHECK-NEXT: ret void
  store i32 0, ptr addrspace(1) %p
  unreachable
}
attributes #0 = { "ursa-vulkan-kernel" }
