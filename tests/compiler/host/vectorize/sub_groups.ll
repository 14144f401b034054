; A sub-group whose work-items are the lanes of a pack: its operations are those of vectors.
; RUN: %host_opt %s --cpu=haswell | %FileCheck %s
; RUN: %host_opt %s --cpu=haswell --stage=entry | %FileCheck %s --check-prefix=ENTRY
; RUN: %host_opt %s --cpu=haswell --stage=optimized | %FileCheck %s --check-prefix=OPTIMIZED
; RUN: %host_opt %s --cpu=haswell --without=regions 2>&1 >out.ll | %FileCheck %s --check-prefix=REGIONS
declare i64 @_Z13get_global_idj(i32)
declare i32 @_Z22get_sub_group_local_idv()
declare i32 @_Z16get_sub_group_idv()
declare i32 @_Z18get_sub_group_sizev()
declare i32 @_Z17sub_group_shufflejj(i32, i32) convergent
declare i32 @_Z21sub_group_shuffle_xorjj(i32, i32) convergent
declare i32 @_Z19sub_group_broadcastjj(i32, i32) convergent
declare float @_Z20sub_group_reduce_addf(float) convergent
declare i32 @_Z28sub_group_scan_exclusive_maxj(i32) convergent
declare i32 @_Z13sub_group_anyi(i32) convergent
declare void @_Z17sub_group_barrierj(i32) convergent
declare void @_Z7barrierj(i32) convergent

; An index that follows from the lane, and a full sub-group's size, is a constant permutation.
; CHECK-LABEL: define internal void @ursa.pack.rotate(
; CHECK: shufflevector <8 x i32> {{%.*}}, <8 x i32> poison, <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 0>
; CHECK: shufflevector <8 x i32> {{%.*}}, <8 x i32> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK-NOT: sub_group
; CHECK: ret void

; Such launches run packs: the rows of groups are full sub-groups. Others run work-items.
; ENTRY-LABEL: define void @ursa.entry.rotate(
; ENTRY: [[SIZES:%.*]] = or i64
; ENTRY: [[REST:%.*]] = and i64 [[SIZES]], 7
; ENTRY: [[FULL:%.*]] = icmp eq i64 [[REST]], 0
; ENTRY: [[FITS:%.*]] = and i1 {{%.*}}, [[FULL]]
; ENTRY: br i1 [[FITS]], label %packs, label %items
; ENTRY: items:
; ENTRY: call void @ursa.items.rotate(
define void @rotate(ptr %p) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %a = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %a
  %lane = call i32 @_Z22get_sub_group_local_idv()
  %size = call i32 @_Z18get_sub_group_sizev()
  %next = add i32 %lane, 1
  %from = urem i32 %next, %size
  %y = call i32 @_Z17sub_group_shufflejj(i32 %x, i32 %from) convergent
  call void @_Z17sub_group_barrierj(i32 1) convergent
  %z = call i32 @_Z21sub_group_shuffle_xorjj(i32 %y, i32 1) convergent
  store i32 %z, ptr %a
  ret void
}

; Any other index selects in memory; one that is the same for all work-items, one lane.
; CHECK-LABEL: define internal void @ursa.pack.select(
; CHECK: store <8 x i32> [[X:%.*]], ptr
; CHECK-COUNT-8: load i32, ptr
; CHECK: extractelement <8 x i32> {{%.*}}, i32 {{%.*}}
; CHECK: ret void
define void @select(ptr %p, i32 %n) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %a = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %a
  %y = call i32 @_Z17sub_group_shufflejj(i32 %x, i32 %x) convergent
  %z = call i32 @_Z19sub_group_broadcastjj(i32 %y, i32 %n) convergent
  store i32 %z, ptr %a
  ret void
}

; A branch whose condition is a reduction is one for all work-items; there is no mask.
; CHECK-LABEL: define internal void @ursa.pack.vote(
; CHECK: [[SUM:%.*]] = extractelement <1 x float>
; CHECK: [[LARGE:%.*]] = fcmp ogt float [[SUM]], 1.000000e+00
; CHECK: br i1 [[LARGE]],
; CHECK: ret void
; OPTIMIZED-LABEL: define void @ursa.entry.vote(
; OPTIMIZED: shufflevector <8 x float> {{%.*}}, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; OPTIMIZED: fadd <4 x float>
; OPTIMIZED: fadd <2 x float>
; OPTIMIZED-NOT: masked
; OPTIMIZED: ret void
define void @vote(ptr %p, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %a = getelementptr float, ptr %p, i64 %i
  %x = load float, ptr %a
  %sum = call float @_Z20sub_group_reduce_addf(float %x) convergent
  %isLarge = fcmp ogt float %sum, 1.0
  br i1 %isLarge, label %then, label %end
then:
  store float %sum, ptr %a
  br label %end
end:
  ret void
}

; The pack is cut at barriers of the group, and its regions have a frame a sub-group.
; ENTRY-LABEL: define void @ursa.entry.regions(
; ENTRY: dispatch:
; REGIONS: kernel 'regions' stays scalar: it has barriers
define void @regions(ptr %p) "ursa-kernel" !intel_reqd_sub_group_size !0 {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %a = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %a
  %y = call i32 @_Z28sub_group_scan_exclusive_maxj(i32 %x) convergent
  call void @_Z7barrierj(i32 1) convergent
  %id = call i32 @_Z16get_sub_group_idv()
  %sum = add i32 %y, %id
  store i32 %sum, ptr %a
  ret void
}
!0 = !{i32 16}
