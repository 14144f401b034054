; What an image has beside its entry points is internal there, so that the images of a split link with
; each other again: helpers, copies of functions that other images export, and constants. Functions that
; are called through pointers and variables that the host knows keep their linkage.
; RUN: %split_file %s %t
; RUN: %post_link %t/in.ll -split=source -S -o %t.table
; RUN: %FileCheck %s --check-prefix=A < %t_0.ll
; RUN: %FileCheck %s --check-prefix=B < %t_1.ll
; RUN: %llvm_link %t_0.ll %t_1.ll -S -o linked.ll && %opt -passes=verify -disable-output linked.ll
; RUN: %post_link %t/in.ll -split=kernel -S -o %t.kernel.table && %llvm_link %t.kernel_*.ll -S -o linked.ll && %opt -passes=verify -disable-output linked.ll
; RUN: %post_link %t/keep.ll -split=source -S -o %t.keep.table && %FileCheck %s --check-prefix=KEEP < %t.keep_0.ll

; A-DAG: @shared = internal {{.*}}constant [2 x i32]
; A-DAG: @mine = addrspace(2) constant [2 x i32]
; A-DAG: define spir_kernel void @a()
; A-DAG: define internal spir_func void @helper() {
; A-DAG: define spir_func void @exported() #
; B: @shared = internal {{.*}}constant [2 x i32]
; B-DAG: define spir_kernel void @b()
; B-DAG: define internal spir_func void @helper() {
; B-DAG: define internal spir_func void @exported() {

; KEEP-DAG: @named = addrspace(1) constant i32 7 #
; KEEP-DAG: @variable = addrspace(1) global i32 1
; KEEP-DAG: define spir_func void @virtual() #
; KEEP-DAG: define internal spir_func void @merged() {

;--- in.ll
target triple = "spirv64-unknown-unknown"
$inline = comdat any
@shared = addrspace(2) constant [2 x i32] [i32 1, i32 2]
@mine = addrspace(2) constant [2 x i32] [i32 1, i32 2]
define spir_kernel void @a() #0 {
  call spir_func void @helper()
  call spir_func void @inline()
  %x = load volatile i32, ptr addrspace(2) @mine
  ret void
}
define spir_kernel void @b() #1 {
  call spir_func void @helper()
  call spir_func void @inline()
  call spir_func void @exported()
  ret void
}
define spir_func void @helper() {
  %x = load volatile i32, ptr addrspace(2) @shared
  ret void
}
define linkonce_odr spir_func void @inline() comdat {
  ret void
}
define spir_func void @exported() #0 {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }

;--- keep.ll
target triple = "spirv64-unknown-unknown"
@named = addrspace(1) constant i32 7 #3
@variable = addrspace(1) global i32 1
define spir_kernel void @a() #0 {
  %x = load volatile i32, ptr addrspace(1) @named
  %y = load volatile i32, ptr addrspace(1) @variable
  call spir_func void @virtual()
  call spir_func void @merged()
  ret void
}
define spir_kernel void @b() #1 {
  %x = load volatile i32, ptr addrspace(1) @named
  ret void
}
define spir_func void @virtual() #2 {
  ret void
}
define linkonce_odr spir_func void @merged() {
  ret void
}
attributes #0 = { "sycl-module-id"="a.cpp" }
attributes #1 = { "sycl-module-id"="b.cpp" }
attributes #2 = { "referenced-indirectly" }
attributes #3 = { "sycl-unique-id"="named" }
