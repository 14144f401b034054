; A flattened kernel runs; its description says which bytes of the front end's parameter each argument holds.
; RUN: %opt -passes=ursa-flatten-kernels %s -o k.bc
; RUN: %ursac k.bc --targets=host-x86_64,vulkan1.2 -o k.ursa
; RUN: %objdump --json k.ursa | python3 -c "import json, sys; print(bytes.fromhex(json.load(sys.stdin)['files'][0]['images'][0]['properties']['Ursa/kernels']['scale']).decode())" | %FileCheck %s
; RUN: printf '\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0' > in.bin && printf '\2\0\0\0\6\0\0\0\17\0\0\0\10\0\0\0' > expected.bin
; RUN: printf '\2\0\0\0\3\0\0\0' > two.bin
; RUN: for device in host:0 vulkan:0; do %run k.ursa --device $device --kernel scale --global 4 --arg in:in.bin --arg out:16:out.bin --arg bytes:@two.bin --arg i32:5 && cmp out.bin expected.bin || exit 1; done
;
; CHECK: "size":8{{[^}]*}},"parameter":0,"offset":0}
; CHECK: "size":8{{[^}]*}},"parameter":0,"offset":8}
; CHECK: "size":8{{[^}]*}},"parameter":0,"offset":16}
; CHECK: "size":4{{[^}]*}},"parameter":0,"offset":24}
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%captures = type { ptr addrspace(4), ptr addrspace(4), [3 x i32] }
declare spir_func i64 @_Z13get_global_idj(i32)

define weak_odr spir_kernel void @scale(ptr byval(%captures) align 8 %object) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %in = load ptr addrspace(4), ptr %object, align 8
  %at.out = getelementptr inbounds i8, ptr %object, i64 8
  %out = load ptr addrspace(4), ptr %at.out, align 8
  %index = urem i64 %id, 3
  %factors = getelementptr inbounds i8, ptr %object, i64 16
  %at.factor = getelementptr inbounds i32, ptr %factors, i64 %index
  %factor = load i32, ptr %at.factor, align 4
  %from = getelementptr inbounds i32, ptr addrspace(4) %in, i64 %id
  %x = load i32, ptr addrspace(4) %from, align 4
  %y = mul i32 %x, %factor
  %to = getelementptr inbounds i32, ptr addrspace(4) %out, i64 %id
  store i32 %y, ptr addrspace(4) %to, align 4
  ret void
}
