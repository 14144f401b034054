; Small vectors on processors without masks for their elements: each lane is one integer with a mask.
; RUN: %host_opt %s --width=8 --cpu=haswell | %FileCheck %s
; RUN: %host_opt %s --width=8 --cpu=skylake-avx512 | %FileCheck %s --check-prefix=BYTES
declare i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: define internal void @ursa.pack.invert
; CHECK: [[X:%.*]] = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 {{%.*}}, <8 x i1> %active,
; CHECK: call void @llvm.masked.store.v8i32.p0(<8 x i32> {{%.*}}, ptr align 4 {{%.*}}, <8 x i1> %active)
; BYTES-LABEL: define internal void @ursa.pack.invert
; BYTES: call <32 x i8> @llvm.masked.load.v32i8
; BYTES: call void @llvm.masked.store.v32i8
define void @invert(ptr %p, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %a = getelementptr <4 x i8>, ptr %p, i64 %i
  %x = load <4 x i8>, ptr %a, align 4
  %y = sub <4 x i8> zeroinitializer, %x
  %b = getelementptr <4 x i8>, ptr %o, i64 %i
  store <4 x i8> %y, ptr %b, align 4
  ret void
}

; Less aligned vectors are not one integer.
; CHECK-LABEL: define internal void @ursa.pack.unaligned
; CHECK-NOT: masked.load.v8i32
; CHECK: ret void
define void @unaligned(ptr %p, ptr %o) "ursa-kernel" {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %a = getelementptr <4 x i8>, ptr %p, i64 %i
  %x = load <4 x i8>, ptr %a, align 1
  %y = sub <4 x i8> zeroinitializer, %x
  %b = getelementptr <4 x i8>, ptr %o, i64 %i
  store <4 x i8> %y, ptr %b, align 1
  ret void
}
