; What has no vector form runs lane by lane. A result that only such an instruction uses is kept.
; RUN: %host_opt %s --width=8 | %FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare i64 @_Z13get_global_idj(i32)
declare i32 @read(i64)
declare void @write(i64, i32)

; CHECK-LABEL: define internal void @ursa.pack.calls
; CHECK: [[R:%.*]] = {{(tail )?}}call i32 @read(i64 {{%.*}})
; CHECK: store i32 [[R]], ptr {{%.*}}, align 4
; CHECK: [[V:%.*]] = load <8 x i32>, ptr
; CHECK: store <8 x i32> [[V]], ptr
; CHECK: {{(tail )?}}call void @write(i64 {{%.*}}, i32 {{%.*}})
define void @calls() "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %v = call i32 @read(i64 %i)
  call void @write(i64 %i, i32 %v)
  ret void
}

; CHECK-LABEL: define internal void @ursa.pack.updates
; CHECK: [[OLD:%.*]] = atomicrmw add ptr {{%.*}}, i32 1 seq_cst
; CHECK: store i32 [[OLD]], ptr
; CHECK: atomicrmw add ptr {{%.*}}, i32 %{{.*}} seq_cst
define void @updates(ptr %p) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i32, ptr %p, i64 %i
  %old = atomicrmw add ptr %q, i32 1 seq_cst
  %new = atomicrmw add ptr %p, i32 %old seq_cst
  ret void
}
