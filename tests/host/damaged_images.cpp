#include "damaged_images.h"

#include "compiler/targets/host/codegen/cpu_target.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <gtest/gtest.h>

namespace ursa::jit {
namespace {

constexpr const char *kCode = R"(
%Pair = type { i32, <4 x float> }
@table = internal constant [4 x i32] [i32 3, i32 1, i32 4, i32 1]
@name = private constant [6 x i8] c"kernel"

declare float @llvm.fma.f32(float, float, float)
define internal i32 @step(i32 %x) {
  switch i32 %x, label %other [ i32 1, label %one
                                i32 7, label %other
                                i32 9, label %one ]
one:
  ret i32 5
other:
  %at = and i32 %x, 3
  %place = getelementptr [4 x i32], ptr @table, i32 0, i32 %at
  %value = load i32, ptr %place, align 4, !tbaa !3
  ret i32 %value
}
define KERNEL @first(POINTER %p, i32 %n) ATTRIBUTES {
entry:
  br label %loop, !dbg !12
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ %n, %entry ], [ %t, %loop ]
  %t = call i32 @step(i32 %s)
  %next = add nuw nsw i32 %i, 1, !dbg !12
  %goes = icmp slt i32 %next, %n
  br i1 %goes, label %loop, label %end, !llvm.loop !5
end:
  store i32 %s, POINTER %p, align 4, !tbaa !3
  ret void
}
define KERNEL @second(POINTER %p, float %x) ATTRIBUTES {
  %field = getelementptr %Pair, POINTER %p, i64 1, i32 1
  %all = load <4 x float>, POINTER %field
  %one = extractelement <4 x float> %all, i32 2
  %sum = call float @llvm.fma.f32(float %one, float %x, float 1.0)
  %old = atomicrmw add POINTER %p, i32 1 seq_cst
  %new = insertelement <4 x float> %all, float %sum, i32 %old
  store <4 x float> %new, POINTER %field
  ret void
}
!llvm.dbg.cu = !{!8}
!llvm.module.flags = !{!7}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !6}
!5 = distinct !{!5, !{!"llvm.loop.mustprogress"}}
!6 = !{!"root"}
!7 = !{i32 2, !"Debug Info Version", i32 3}
!8 = distinct !DICompileUnit(language: DW_LANG_C99, file: !9, emissionKind: FullDebug)
!9 = !DIFile(filename: "a.cl", directory: "/")
!10 = distinct !DISubprogram(name: "first", scope: !9, file: !9, line: 3, type: !11, unit: !8, spFlags: DISPFlagDefinition)
!11 = !DISubroutineType(types: !{null})
!12 = !DILocation(line: 4, column: 2, scope: !10)
)";

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

Bytes bitcodeOf(const std::string &text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseAssemblyString(text, diagnostic, context);
  if (!module) {
    ADD_FAILURE() << diagnostic.getMessage().str() << " in line " << diagnostic.getLineNo();
    return {};
  }
  llvm::SmallVector<char, 0> written;
  llvm::raw_svector_ostream out(written);
  llvm::WriteBitcodeToFile(*module, out);
  const auto *begin = reinterpret_cast<const std::byte *>(written.data());
  return {begin, begin + written.size()};
}

} // namespace

Bytes hostBitcodeOf(const std::string &text) {
  const auto machine = compiler::host::makeTargetMachine(0);
  EXPECT_TRUE(machine);
  return bitcodeOf("target datalayout = \"" +
                   (*machine)->createDataLayout().getStringRepresentation() +
                   "\"\ntarget triple = \"" + (*machine)->getTargetTriple().str() + "\"\n" + text);
}

Bytes hostImage() {
  std::string text = replaced(kCode, "KERNEL", "void");
  text = replaced(replaced(text, "POINTER", "ptr"), "ATTRIBUTES", "\"ursa-kernel\" !dbg !10");
  return hostBitcodeOf(replaced(text, "@second(ptr %p, float %x) \"ursa-kernel\" !dbg !10",
                                "@second(ptr %p, float %x) \"ursa-kernel\""));
}

Bytes plainImage() {
  return hostBitcodeOf("define void @first(ptr %p, i32 %n) \"ursa-kernel\" {\n  ret void\n}\n");
}

Bytes cudaImage() {
  std::string text = replaced(kCode, "KERNEL", "spir_kernel void");
  text = replaced(replaced(text, "POINTER", "ptr addrspace(1)"), "ATTRIBUTES", "");
  return bitcodeOf("target triple = \"spir64-unknown-unknown\"\n" + text);
}

} // namespace ursa::jit
