; Sub-groups of kernels that run one work-item at a time: the work-items exchange values through memory of two rounds.
; RUN: %host_opt %s --stage=entry --width=1 --cpu=haswell | %FileCheck %s
; RUN: %host_opt %s --stage=entry --width=1 --cpu=haswell | %FileCheck %s --check-prefix=ENTRY
; RUN: %host_opt %s --stage=entry --width=1 --cpu=haswell | %FileCheck %s --check-prefix=QUERY
declare i64 @_Z13get_global_idj(i32)
declare i32 @_Z22get_max_sub_group_sizev()
declare i32 @_Z17sub_group_shufflejj(i32, i32) convergent
declare float @_Z20sub_group_reduce_addf(float) convergent
declare void @_Z17sub_group_barrierj(i32) convergent

; The work-item stores its value and its mark, then waits; later it reads the value of another one.
; CHECK-LABEL: define ptr @ursa.item.shuffle(
; CHECK: [[ROUND:%.*]] = icmp ne i32 {{%.*}}, 0
; CHECK: [[VALUES:%.*]] = select i1 [[ROUND]], i64 384, i64 256
; CHECK: store i32 7, ptr
; CHECK: [[MARKS:%.*]] = select i1 [[ROUND]], i64 160, i64 128
; CHECK: store i32 1, ptr
; CHECK-LABEL: @ursa.item.shuffle.resume(
; CHECK: and i32 {{%.*}}, 7
; CHECK: load i32, ptr

; ENTRY-LABEL: define void @ursa.entry.shuffle(
; ENTRY: alloca [512 x i8], align 128
; ENTRY: phase:
; ENTRY: sub.group:
; ENTRY: [[ITEMS:%.*]] = call i64 @llvm.umin.i64(i64 {{%.*}}, i64 8)
; ENTRY: round:
; ENTRY: call void @llvm.memset{{.*}}(ptr align 4 {{%.*}}, i8 0, i64 32
; ENTRY: lane:
; ENTRY: call ptr @ursa.item.shuffle(
; ENTRY: call fastcc void @ursa.item.shuffle.resume(
define void @shuffle(ptr %o, i32 %from) "ursa-kernel" {
  %y = call i32 @_Z17sub_group_shufflejj(i32 7, i32 %from) convergent
  %i = call i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr %o, i64 %i
  store i32 %y, ptr %p
  ret void
}

; A reduction combines the values of the work-items that wait at it, in their order.
; CHECK-LABEL: @ursa.item.reduce.resume(
; CHECK: phi float [ -0.000000e+00,
; CHECK: [[WAITS:%.*]] = icmp eq i32 {{%.*}}, 1
; CHECK: [[BOTH:%.*]] = fadd float [[SUM:%.*]],
; CHECK: select i1 [[WAITS]], float [[BOTH]], float [[SUM]]
define void @reduce(ptr %o, float %x) "ursa-kernel" !intel_reqd_sub_group_size !0 {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %f = uitofp i64 %i to float
  %y = call float @_Z20sub_group_reduce_addf(float %f) convergent
  call void @_Z17sub_group_barrierj(i32 1) convergent
  store float %y, ptr %o
  ret void
}

; Queries alone need no exchange.
; QUERY-LABEL: define void @ursa.entry.query(
; QUERY: store i32 8
; QUERY-NOT: phase
; QUERY: ret void
define void @query(ptr %o) "ursa-kernel" {
  %s = call i32 @_Z22get_max_sub_group_sizev()
  store i32 %s, ptr %o
  ret void
}
!0 = !{i32 32}
