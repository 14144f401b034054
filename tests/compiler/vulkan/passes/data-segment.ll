; Variables in global and constant memory move to the data segment; pointers in them become relocations.
; RUN: %opt -S -passes=ursa-vulkan-data-segment %s | %FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

@table = internal addrspace(2) constant [2 x i32] [i32 3, i32 1]
@counter = addrspace(1) global i32 7
@where = addrspace(1) global ptr addrspace(1) @counter

; CHECK-NOT: @table
; CHECK: @__vk.data = internal addrspace(1) constant [32 x i8] c"\03\00\00\00\01\00\00\00\07\00\00\00\00\00\00\00\08\00\00\00
; CHECK-LABEL: define void @k
define void @k() #0 {
; CHECK: call i32 @__vk.push.40()
; CHECK: [[BASE:%.*]] = or i64
; CHECK: add i64 [[BASE]], 0
; CHECK: load i32, ptr addrspace(2)
  %p = getelementptr i32, ptr addrspace(2) @table, i64 1
  %x = load i32, ptr addrspace(2) %p
  store i32 %x, ptr addrspace(1) @counter
  ret void
}
; CHECK: !ursa.vulkan.relocations = !{![[PLACE:[0-9]+]]}
; CHECK: !ursa.vulkan.variables = !{![[COUNTER:[0-9]+]], ![[WHERE:[0-9]+]]}
; CHECK: ![[PLACE]] = !{i32 16}
; CHECK: ![[COUNTER]] = !{!"counter", i32 8, i32 4}
; CHECK: ![[WHERE]] = !{!"where", i32 16, i32 8}
attributes #0 = { "ursa-vulkan-kernel" }
