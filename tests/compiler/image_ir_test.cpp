// The IR of an image does not depend on the rest of the program.
#include "compiler/frontend/image_ir.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"

#include <gtest/gtest.h>

using ursa::compiler::frontend::createSplitIr;
using ursa::compiler::frontend::eraseUnreachedFunctions;
using ursa::compiler::frontend::SplitIr;

namespace {

SplitIr splitOf(const std::string &text, bool keepDebug = false) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyString("target triple = \"spirv64-unknown-unknown\"\n" + text,
                                          diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  return createSplitIr(*module, "program", keepDebug, true);
}

const std::string kKernel =
    "define spir_kernel void @k() #0 { %a = load i8, ptr @.str.7 ret void }\n"
    "@.str.7 = private constant [2 x i8] c\"a\\00\"\n";
const std::string kId = "attributes #0 = { \"sycl-module-id\"=\"/a/folder/k.cl\" }\n";

} // namespace

TEST(ImageIr, IgnoresNumbersOfLocalNames) {
  const std::string other = "define spir_kernel void @k() #0 { %a = load i8, ptr @.str ret void }\n"
                            "@.str = private constant [2 x i8] c\"a\\00\"\n";
  EXPECT_EQ(splitOf(kKernel).hash, splitOf(other).hash);
}

TEST(ImageIr, IgnoresPaths) {
  EXPECT_EQ(splitOf(kKernel + kId).hash,
            splitOf("source_filename = \"x.cl\"\n" + kKernel +
                    "attributes #0 = { \"sycl-module-id\"=\"k.cl\" }\n")
                .hash);
}

TEST(ImageIr, IgnoresPlacesInSources) {
  EXPECT_EQ(splitOf(kKernel + "attributes #0 = { nounwind \"ursa-source\"=\"k.cpp:1:1\" }\n").hash,
            splitOf(kKernel + "attributes #0 = { nounwind }\n").hash);
}

TEST(ImageIr, DependsOnCode) {
  std::string changed = kKernel;
  changed.replace(changed.find("c\"a"), 3, "c\"b");
  EXPECT_NE(splitOf(kKernel).hash, splitOf(changed).hash);
}

TEST(ImageIr, DependsOnLinesWithDebugInfo) {
  const auto withLine = [](const char *line) {
    return "define spir_kernel void @k() !dbg !3 { ret void, !dbg !4 }\n"
           "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!5}\n"
           "!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: NoDebug)\n"
           "!1 = !DIFile(filename: \"k.cl\", directory: \".\")\n"
           "!2 = !DISubroutineType(types: !{})\n"
           "!3 = distinct !DISubprogram(name: \"k\", file: !1, line: 1, type: !2, unit: !0, "
           "spFlags: DISPFlagDefinition)\n"
           "!4 = !DILocation(line: " +
           std::string(line) +
           ", scope: !3)\n"
           "!5 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
  };
  EXPECT_EQ(splitOf(withLine("7")).hash, splitOf(withLine("8")).hash);
  EXPECT_NE(splitOf(withLine("7"), true).hash, splitOf(withLine("8"), true).hash);
  // Messages have the line anyway.
  EXPECT_NE(splitOf(withLine("7")).bitcode, splitOf(withLine("8")).bitcode);
}

TEST(ImageIr, NamesImagesAfterKernelOrSource) {
  EXPECT_EQ(splitOf(kKernel + kId).name, "k");
  EXPECT_EQ(splitOf(kKernel + kId + "define spir_kernel void @l() #0 { ret void }\n").name, "k.cl");
  EXPECT_EQ(splitOf("").name, "program");
}

TEST(ImageIr, ErasesUnreachedFunctions) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module =
      llvm::parseAssemblyString("define spir_kernel void @k() { call void @used() ret void }\n"
                                "define void @used() { ret void }\n"
                                "define void @pointed() { ret void }\n"
                                "@table = constant [1 x ptr] [ptr @pointed]\n"
                                "define void @dead() { call void @alsoDead() ret void }\n"
                                "define void @alsoDead() { call void @dead() ret void }\n",
                                diagnostic, context);
  ASSERT_TRUE(module) << diagnostic.getMessage().str();
  eraseUnreachedFunctions(*module);
  EXPECT_TRUE(module->getFunction("used"));
  EXPECT_TRUE(module->getFunction("pointed"));
  EXPECT_FALSE(module->getFunction("dead"));
  EXPECT_FALSE(module->getFunction("alsoDead"));
}
