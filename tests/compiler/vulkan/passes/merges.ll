; Branches and loops of a structured function get merge declarations.
; RUN: %opt -S -passes=ursa-vulkan-merges %s | %FileCheck %s
; CHECK-LABEL: define void @selections
define void @selections(i1 %a, i1 %b) #0 {
entry:
; CHECK: call void @__vk.merge(ptr blockaddress(@selections, %[[OUTER:.*]]))
; CHECK-NEXT: br i1 %a
  br i1 %a, label %then, label %end
then:
; CHECK: call void @__vk.merge(ptr blockaddress(@selections, %[[INNER:.*]]))
; CHECK-NEXT: br i1 %b, label %more, label %[[INNER]]
  br i1 %b, label %more, label %end
more:
; CHECK: br label %[[INNER]]
  br label %end
; CHECK: [[INNER]]:
; CHECK-NEXT: br label %[[OUTER]]
; CHECK: [[OUTER]]:
; CHECK-NEXT: br label %end
end:
  ret void
}
; CHECK-LABEL: define void @loop
define void @loop(i32 %n) #0 {
entry:
  br label %head
head:
; CHECK: %i = phi i32
; CHECK-NEXT: call void @__vk.loop(ptr blockaddress(@loop, %[[MERGE:.*]]), ptr blockaddress(@loop, %continue))
; CHECK-NEXT: br label %body
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
; CHECK: br i1 %again, label %continue, label %[[MERGE]]
; CHECK: continue:
; CHECK-NEXT: br label %head
  br i1 %again, label %head, label %end
end:
  ret void
}
attributes #0 = { "ursa-vulkan-kernel" }
