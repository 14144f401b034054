; Addresses and the results of exchanges stand beside their accesses; paths that never end return.
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
; CHECK-LABEL: define i32 @exchange
define i32 @exchange(ptr addrspace(3) %p, i32 %x) #0 {
entry:
; CHECK: cmpxchg
; CHECK-NEXT: extractvalue
; CHECK-NEXT: br label %next
  %pair = cmpxchg ptr addrspace(3) %p, i32 0, i32 %x monotonic monotonic
  br label %next
next:
  %old = extractvalue { i32, i1 } %pair, 0
  ret i32 %old
}
attributes #0 = { "ursa-vulkan-kernel" }
