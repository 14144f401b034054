; Atomic operations on local memory need no lock; those on other memory keep theirs, and volatile ones.
; RUN: %host_opt %s --width=1 --stage=entry | %FileCheck %s
; RUN: %host_opt %s --width=8 --stage=entry | %FileCheck %s --check-prefix=PACK
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@counts = internal global [16 x i32] undef, section "ursa.local", align 4
declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z12get_local_idj(i32)

; CHECK-LABEL: define void @ursa.entry.local
; CHECK-NOT: {{cmpxchg|atomic}}
; CHECK: [[OLD:%[0-9]+]] = load i32, ptr [[P:%.*]], align 4{{$}}
; CHECK-NEXT: [[NEW:%.*]] = add i32 [[OLD]], 1
; CHECK-NEXT: store i32 [[NEW]], ptr [[P]], align 4{{$}}
; CHECK-NOT: {{cmpxchg|atomic}}
; CHECK: @llvm.minnum.f32
; CHECK-NOT: {{cmpxchg|atomic}}
; CHECK-LABEL: define void @ursa.entry.global
; One lane after the other: each reads what those before it wrote. Without a loop if all are active.
; PACK-LABEL: define internal void @ursa.pack.local
; PACK: br i1 {{%.*}}, label %lanes.all{{[0-9]*}}, label %lanes.some{{[0-9]*}}
; PACK: lanes.all{{[0-9]*}}:
; PACK-COUNT-8: add i32 {{%.*}}, 1
; PACK: lane{{[0-9]*}}:
; PACK: [[OLD:%[0-9]+]] = load i32, ptr [[P:%.*]], align 4{{$}}
; PACK-NEXT: [[NEW:%.*]] = add i32 [[OLD]], 1
; PACK-NEXT: store i32 [[NEW]], ptr [[P]], align 4
; PACK: br label %lanes{{[0-9]*}}
define void @local(ptr %data, ptr "ursa-local" %own, ptr %out) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr %data, i64 %i
  %v = load i32, ptr %p
  %place = and i32 %v, 15
  %q = getelementptr i32, ptr @counts, i32 %place
  %old = atomicrmw add ptr %q, i32 1 seq_cst
  %f = bitcast i32 %v to float
  %r = getelementptr float, ptr %own, i32 %place
  %least = atomicrmw fmin ptr %r, float %f syncscope("workgroup") acquire
  %pair = cmpxchg ptr %q, i32 %old, i32 %v seq_cst monotonic
  %was = extractvalue { i32, i1 } %pair, 0
  %last = load atomic i32, ptr %q acquire, align 4
  store atomic i32 %was, ptr %q release, align 4
  %sum = add i32 %last, %was
  %bits = bitcast float %least to i32
  %all = xor i32 %sum, %bits
  %o = getelementptr i32, ptr %out, i64 %i
  store i32 %all, ptr %o
  ret void
}

; CHECK: atomicrmw add ptr {{%.*}}, i32 1 seq_cst
; CHECK: atomicrmw add ptr {{%.*}}, i32 2 seq_cst
; CHECK: atomicrmw volatile add ptr {{%.*}}, i32 3 seq_cst
define void @global(ptr %data, i1 %isLocal) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %p = getelementptr i32, ptr %data, i64 %i
  %a = atomicrmw add ptr %p, i32 1 seq_cst
  %q = select i1 %isLocal, ptr @counts, ptr %data
  %b = atomicrmw add ptr %q, i32 2 seq_cst
  %c = atomicrmw volatile add ptr @counts, i32 3 seq_cst
  ret void
}
