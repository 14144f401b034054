; Vector accesses are split into aligned accesses of at most 16 bytes, or into scalar ones.
; RUN: %opt -S -passes=ursa-vulkan-vector-accesses %s | %FileCheck %s
; CHECK-LABEL: define void @whole
define void @whole(ptr addrspace(1) %p, ptr addrspace(3) %q) {
; CHECK-NEXT: load <4 x float>, ptr addrspace(1) %p, align 16
; CHECK-NEXT: store <4 x float> %v, ptr addrspace(3) %q, align 16
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  store <4 x float> %v, ptr addrspace(3) %q, align 16
  ret void
}
; CHECK-LABEL: define void @parts
define void @parts(ptr addrspace(1) %p, <8 x i32> %v) {
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(1) %p, align 32
; CHECK: [[SECOND:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %p, i64 16
; CHECK: store <4 x i32> %{{.*}}, ptr addrspace(1) [[SECOND]], align 16
; CHECK-NOT: store
  store <8 x i32> %v, ptr addrspace(1) %p, align 32
  ret void
}
; CHECK-LABEL: define <4 x float> @elements
define <4 x float> @elements(ptr addrspace(1) %p) {
; CHECK-COUNT-4: load float, ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT: load
  %v = load <4 x float>, ptr addrspace(1) %p, align 4
  ret <4 x float> %v
}
; CHECK-LABEL: define <2 x i16> @narrow
define <2 x i16> @narrow(ptr addrspace(1) %p) {
; CHECK-COUNT-2: load volatile i16, ptr addrspace(1)
; CHECK-NOT: load
  %v = load volatile <2 x i16>, ptr addrspace(1) %p, align 4
  ret <2 x i16> %v
}
; CHECK-LABEL: define <4 x float> @private
define <4 x float> @private(ptr %p) {
; CHECK-COUNT-4: load float, ptr %{{.*}}
; CHECK-NOT: load
  %v = load <4 x float>, ptr %p, align 16
  ret <4 x float> %v
}
