; Structs and arrays as values.
; RUN: for v in 1.0 1.1 1.2 1.3 1.4 1.5 1.6; do for o in "" -O0; do %codegen $o %s -spirv-version=$v -o a.spv && %spirv_val --target-env spv$v a.spv || exit 1; done; done
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"


%boolstruct_S = type { i1, i32, i8 }
define spir_kernel void @boolstruct(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %loaded = load %boolstruct_S, ptr addrspace(1) %in
  ; The input is any byte, and only 0 and 1 are values of an i1 in memory.
  %byte = load i8, ptr addrspace(1) %in
  %bit = trunc i8 %byte to i1
  %s = insertvalue %boolstruct_S %loaded, i1 %bit, 0
  %b = extractvalue %boolstruct_S %s, 0
  %t = insertvalue %boolstruct_S %s, i8 3, 2
  %z = zext i1 %b to i32
  %u = insertvalue %boolstruct_S %t, i32 %z, 1
  store %boolstruct_S %u, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @emptystruct(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %s = load { i32, {} }, ptr addrspace(1) %in
  %a = extractvalue { i32, {} } %s, 0
  store i32 %a, ptr addrspace(1) %out
  ret void
}

%nested_T = type { i32, [2 x i16] }
%nested_S = type { i32, %nested_T, i64 }
define spir_kernel void @nested(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %s = load %nested_S, ptr addrspace(1) %in
  %t = extractvalue %nested_S %s, 1
  %u = extractvalue %nested_T %t, 1
  %v = extractvalue [2 x i16] %u, 1
  %w = insertvalue [2 x i16] %u, i16 %v, 0
  %x = insertvalue %nested_T %t, [2 x i16] %w, 1
  %y = insertvalue %nested_S %s, %nested_T %x, 1
  store %nested_S %y, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @packed(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %p = getelementptr <{ i8, i32, i16 }>, ptr addrspace(1) %in, i64 1, i32 1
  %a = load i32, ptr addrspace(1) %p, align 1
  %q = getelementptr <{ i8, i32, i16 }>, ptr addrspace(1) %out, i64 1, i32 1
  store i32 %a, ptr addrspace(1) %q, align 1
  ret void
}

%structcmpxchgfreeze_S = type { i32, [2 x i32] }
define spir_kernel void @structcmpxchgfreeze(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %s = load %structcmpxchgfreeze_S, ptr addrspace(1) %in
  %f = freeze %structcmpxchgfreeze_S %s
  %a = extractvalue %structcmpxchgfreeze_S %f, 1, 1
  store i32 %a, ptr addrspace(1) %out
  ret void
}

%structld_S = type { i32, [3 x float], i64 }
define spir_kernel void @structld(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %s = load %structld_S, ptr addrspace(1) %in
  %b = extractvalue %structld_S %s, 1, 2
  %n = insertvalue %structld_S %s, float %b, 1, 0
  %inner = extractvalue %structld_S %n, 1
  %i2 = extractvalue [3 x float] %inner, 1
  %m = insertvalue %structld_S %n, float %i2, 1, 2
  store %structld_S %m, ptr addrspace(1) %out
  ret void
}

%structphi_S = type { i32, [2 x i32] }
define spir_kernel void @structphi(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  %s = load %structphi_S, ptr addrspace(1) %in
  br label %e
b:
  %t = insertvalue %structphi_S zeroinitializer, i32 %x, 1, 1
  br label %e
e:
  %p = phi %structphi_S [ %s, %a ], [ %t, %b ]
  %q = select i1 %c, %structphi_S %p, %structphi_S { i32 4, [2 x i32] [i32 5, i32 6] }
  %v = extractvalue %structphi_S %q, 1
  %w = extractvalue [2 x i32] %v, 1
  store i32 %w, ptr addrspace(1) %out
  ret void
}

%structret_S = type { i32, [2 x i32] }
define spir_func %structret_S @structret_make(i32 %x) noinline { %a = insertvalue %structret_S poison, i32 %x, 0
 %b = insertvalue %structret_S %a, i32 1, 1, 0
 %c = insertvalue %structret_S %b, i32 2, 1, 1
 ret %structret_S %c }
define spir_func %structret_S @structret_change(%structret_S %s) noinline { %a = extractvalue %structret_S %s, 1, 1
 %c = insertvalue %structret_S %s, i32 %a, 1, 0
 ret %structret_S %c }
define spir_kernel void @structret(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %s = call spir_func %structret_S @structret_make(i32 %x)
  %t = call spir_func %structret_S @structret_change(%structret_S %s)
  store %structret_S %t, ptr addrspace(1) %out
  ret void
}

%structundef_S = type { i32, [2 x i32] }
define spir_kernel void @structundef(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %x = load i32, ptr addrspace(1) %in
  %s = insertvalue %structundef_S undef, i32 %x, 0
  store %structundef_S %s, ptr addrspace(1) %out
  store %structundef_S zeroinitializer, ptr addrspace(1) %out
  store %structundef_S { i32 1, [2 x i32] [i32 2, i32 3] }, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @zeroarray(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %p = getelementptr { i32, [0 x i32] }, ptr addrspace(1) %in, i64 0, i32 1, i64 2
  %a = load i32, ptr addrspace(1) %p
  store i32 %a, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @zeroarrayalloca(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %l = alloca { i32, [0 x i32] }
  %x = load i32, ptr addrspace(1) %in
  store i32 %x, ptr %l
  %a = load volatile i32, ptr %l
  store i32 %a, ptr addrspace(1) %out
  ret void
}
