; Constant tables with addresses of variables are copied to private memory; those with addresses of functions, and large
; ones, are refused by name.
; RUN: %split_file %s %t
; RUN: for o in "" -O0; do %codegen $o %t/tables.ll -o %t/tables.spv && %spirv_val %t/tables.spv && %spirv_dis %t/tables.spv | %FileCheck %t/tables.ll || exit 1; done
; RUN: for name in large nested-constant; do %not %codegen %t/$name.ll -o %t/x.spv 2>&1 | %FileCheck %t/$name.ll || exit 1; done

;--- tables.ll
; CHECK-NOT: "unused"
; CHECK: %list = OpFunction
; CHECK: %[[LAST:last[_0-9]*]] = OpVariable %{{.*}} Function
; CHECK: %[[MIDDLE:middle[_0-9]*]] = OpVariable %{{.*}} Function
; CHECK: %[[FIRST:first[_0-9]*]] = OpVariable %{{.*}} Function
; CHECK-DAG: OpInBoundsPtrAccessChain %{{.*}} %[[LAST]] %
; CHECK-DAG: OpInBoundsPtrAccessChain %{{.*}} %[[MIDDLE]] %
; CHECK-DAG: OpInBoundsPtrAccessChain %{{.*}} %[[FIRST]] %
; CHECK: OpStore
; CHECK: %direct = OpFunction
; CHECK: OpVariable %{{.*}} Function
; CHECK: OpStore %{{.*}} %one
; CHECK: OpStore %{{.*}} %two
target triple = "spirv64-unknown-unknown"
%node = type { i32, ptr addrspace(4) }
@first = internal addrspace(1) constant %node { i32 1, ptr addrspace(4) addrspacecast (ptr addrspace(1) @middle to ptr addrspace(4)) }
@middle = internal addrspace(1) constant %node { i32 2, ptr addrspace(4) addrspacecast (ptr addrspace(1) @last to ptr addrspace(4)) }
@last = internal addrspace(1) constant %node { i32 3, ptr addrspace(4) null }
@unused = internal addrspace(1) constant [1 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr addrspace(1) @last to ptr addrspace(4))]
@words = internal addrspace(2) constant [2 x ptr addrspace(2)] [ptr addrspace(2) @one, ptr addrspace(2) @two]
@one = internal addrspace(2) constant [4 x i8] c"one\00"
@two = internal addrspace(2) constant [4 x i8] c"two\00"

; The phi uses the table in the entry block, before the copy is made.
define spir_kernel void @list(ptr addrspace(1) %out, i64 %n) {
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %end, label %loop
loop:
  %i = phi i64 [ %more, %loop ], [ 0, %0 ]
  %node = phi ptr addrspace(4) [ %next, %loop ], [ addrspacecast (ptr addrspace(1) @first to ptr addrspace(4)), %0 ]
  %place = getelementptr i8, ptr addrspace(4) %node, i64 8
  %next = load ptr addrspace(4), ptr addrspace(4) %place
  %more = add i64 %i, 1
  %again = icmp ult i64 %more, %n
  br i1 %again, label %loop, label %end
end:
  %found = phi ptr addrspace(4) [ addrspacecast (ptr addrspace(1) @first to ptr addrspace(4)), %0 ], [ %next, %loop ]
  %value = load i32, ptr addrspace(4) %found
  store i32 %value, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @direct(ptr addrspace(1) %out, i64 %i) {
  %place = getelementptr ptr addrspace(2), ptr addrspace(2) @words, i64 %i
  %word = load ptr addrspace(2), ptr addrspace(2) %place
  %character = load i8, ptr addrspace(2) %word
  store i8 %character, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @copied(ptr addrspace(1) %out) {
  %copy = alloca %node
  call void @llvm.memcpy.p0.p1.i64(ptr %copy, ptr addrspace(1) @middle, i64 16, i1 false)
  %place = getelementptr i8, ptr %copy, i64 8
  %next = load ptr addrspace(4), ptr %place
  %value = load i32, ptr addrspace(4) %next
  store i32 %value, ptr addrspace(1) %out
  ret void
}
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)

;--- large.ll
; CHECK: error: Variable 'words' has an address in its initial value, which SPIR-V for OpenCL does not support.
target triple = "spirv64-unknown-unknown"
@words = internal addrspace(2) constant { ptr addrspace(2), [16377 x i8] } { ptr addrspace(2) @one, [16377 x i8] zeroinitializer }
@one = internal addrspace(2) constant [4 x i8] c"one\00"
define spir_kernel void @k(ptr addrspace(1) %out) {
  %word = load ptr addrspace(2), ptr addrspace(2) @words
  %character = load i8, ptr addrspace(2) %word
  store i8 %character, ptr addrspace(1) %out
  ret void
}

;--- nested-constant.ll
; A table whose address lies in another one as a pointer to constant memory has no private copy.
; CHECK: error: Variable '{{rows|words}}' has an address in its initial value, which SPIR-V for OpenCL does not support.
target triple = "spirv64-unknown-unknown"
@rows = internal addrspace(2) constant [1 x ptr addrspace(2)] [ptr addrspace(2) @words]
@words = internal addrspace(2) constant [1 x ptr addrspace(2)] [ptr addrspace(2) @one]
@one = internal addrspace(2) constant [4 x i8] c"one\00"
define spir_kernel void @k(ptr addrspace(1) %out, i64 %i) {
  %place = getelementptr ptr addrspace(2), ptr addrspace(2) @rows, i64 %i
  %row = load ptr addrspace(2), ptr addrspace(2) %place
  %word = load ptr addrspace(2), ptr addrspace(2) %row
  %character = load i8, ptr addrspace(2) %word
  store i8 %character, ptr addrspace(1) %out
  ret void
}
