; Debug information comes along, each image with the unit of its own source.
; RUN: %post_link %s -split=kernel -S -o %t.table
; RUN: for i in 0 1; do %opt -passes=verify -disable-output %t_$i.ll 2>&1 | %not grep . || exit 1; done
; RUN: %FileCheck %s --check-prefix=A --implicit-check-not=b.cpp < %t_0.ll
; RUN: %FileCheck %s --check-prefix=B --implicit-check-not=a.cpp < %t_1.ll
target triple = "spirv64-unknown-unknown"

; A: define spir_kernel void @a() !dbg ![[A:[0-9]+]]
; A: ret void, !dbg
; A: !llvm.dbg.cu = !{![[UNIT:[0-9]+]]}
; A: ![[UNIT]] = distinct !DICompileUnit({{.*}}file: ![[FILE:[0-9]+]]
; A: ![[FILE]] = !DIFile(filename: "a.cpp"
; A: ![[A]] = distinct !DISubprogram(name: "a",{{.*}}unit: ![[UNIT]]
; B: !llvm.dbg.cu = !{![[UNIT:[0-9]+]]}
; B: !DIFile(filename: "b.cpp"

define spir_kernel void @a() !dbg !5 {
  ret void, !dbg !6
}
define spir_kernel void @b() !dbg !7 {
  ret void, !dbg !8
}
!llvm.dbg.cu = !{!0, !1}
!llvm.module.flags = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: FullDebug)
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cpp", directory: "/")
!3 = !DIFile(filename: "b.cpp", directory: "/")
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "a", file: !2, line: 1, type: !9, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 2, scope: !5)
!7 = distinct !DISubprogram(name: "b", file: !3, line: 1, type: !9, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 2, scope: !7)
!9 = !DISubroutineType(types: !10)
!10 = !{null}
