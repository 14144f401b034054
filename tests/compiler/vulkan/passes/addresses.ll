; Addresses are cloned next to their accesses, extracts follow their compare-exchange, and unreachable becomes ret.
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
; CHECK-LABEL: define i32 @loop
define i32 @loop(i32 %n) #0 {
; CHECK: entry:
; CHECK-NEXT: [[SIZE:%.*]] = call i32 @__vk.push.16()
; CHECK-NEXT: br label %next
entry:
  br label %next
next:
  %i = phi i32 [ 0, %entry ], [ %more, %next ]
; CHECK: %more = add i32 %i, [[SIZE]]
  %size = call i32 @__vk.push.16()
  %more = add i32 %i, %size
  %again = icmp slt i32 %more, %n
  br i1 %again, label %next, label %end
end:
  ret i32 %i
}
declare i32 @__vk.push.16()
attributes #0 = { "ursa-vulkan-kernel" }
