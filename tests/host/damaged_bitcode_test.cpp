// Bitcode with some bits flipped, as a damaged file with a right checksum has, in the compilers of
// the host and of CUDA. LLVM's reader crashes on some of it; here that is an error of the program,
// whichever thread reads it. Which bits are flipped is the same in every run.
#include "adapters/cuda/jit/ptx_compiler.h"
#include "adapters/host/jit/host_jit.h"
#include "adapters/host/jit/link_images.h"
#include "compiler/targets/host/codegen/cpu_target.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdio>
#include <random>
#include <thread>

namespace ursa::jit {
namespace {

using testing::HasSubstr;
using Bytes = std::vector<std::byte>;

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

/// An image for this machine.
Bytes hostImage() {
  const auto machine = host::makeTargetMachine(0);
  EXPECT_TRUE(machine);
  std::string text = replaced(kCode, "KERNEL", "void");
  text = replaced(replaced(text, "POINTER", "ptr"), "ATTRIBUTES", "\"ursa-kernel\" !dbg !10");
  text = replaced(text, "@second(ptr %p, float %x) \"ursa-kernel\" !dbg !10",
                  "@second(ptr %p, float %x) \"ursa-kernel\"");
  return bitcodeOf("target datalayout = \"" +
                   (*machine)->createDataLayout().getStringRepresentation() +
                   "\"\ntarget triple = \"" + (*machine)->getTargetTriple().str() + "\"\n" + text);
}

/// Returns the bytes with one to three bits flipped.
Bytes damaged(Bytes bytes, uint32_t seed) {
  std::mt19937 random(seed);
  for (uint32_t i = 0; i <= seed % 3; ++i) {
    const size_t bit = random() % (8 * bytes.size());
    bytes[bit / 8] ^= std::byte{1} << (bit % 8);
  }
  return bytes;
}

struct Outcomes {
  int right = 0, refused = 0, crashed = 0;

  template <class T> void add(const Result<T> &result, uint32_t seed) {
    if (result) {
      ++right;
      return;
    }
    const std::string &message = result.error().message;
    EXPECT_THAT(message, HasSubstr(" ")) << seed;
    ++(message.find("it crashed") != std::string::npos ? crashed : refused);
  }
};

constexpr uint32_t kVariants = 1500;

TEST(DamagedBitcode, IsAnErrorOfTheHost) {
  const Bytes image = hostImage();
  const auto summary = inspectModule(image);
  ASSERT_TRUE(summary) << summary.error().message;
  ASSERT_THAT((*summary).kernels, testing::ElementsAre("first", "second"));
  Outcomes outcomes;
  for (uint32_t seed = 0; seed < kVariants; ++seed)
    outcomes.add(inspectModule(damaged(image, seed)), seed);
  std::printf("%d are read, %d are refused, %d crashed LLVM\n", outcomes.right, outcomes.refused,
              outcomes.crashed);
  EXPECT_GT(outcomes.right, 0);
  EXPECT_GT(outcomes.refused, 0);
  EXPECT_TRUE(inspectModule(image)) << "the compiler works on";
}

// The background worker and the threads of a build block all signals.
TEST(DamagedBitcode, IsAnErrorOnThreadsThatBlockSignals) {
  const Bytes image = hostImage();
  std::vector<std::thread> threads;
  for (uint32_t first = 0; first < 4; ++first)
    threads.emplace_back([&image, first] {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_SETMASK, &all, nullptr);
      Outcomes outcomes;
      for (uint32_t seed = first; seed < kVariants; seed += 16)
        outcomes.add(inspectModule(damaged(image, seed)), seed);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(inspectModule(image)) << "the compiler works on";
}

// What is read in spite of the damage is valid IR, and compiles or is refused.
TEST(DamagedBitcode, CompilesOrIsAnError) {
  const Bytes image = hostImage();
  Outcomes outcomes;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    std::string log;
    outcomes.add(compileToMachineCode(damaged(image, seed), {}, "-O1", log), seed);
  }
  std::string log;
  EXPECT_TRUE(compileToMachineCode(image, {}, "", log)) << log;
}

TEST(DamagedBitcode, IsAnErrorOfLinking) {
  const Bytes image = hostImage();
  Outcomes outcomes;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    const Bytes other = damaged(image, seed);
    const LinkInput inputs[] = {{other, {}}};
    outcomes.add(linkImages(inputs), seed);
  }
}

TEST(DamagedBitcode, IsAnErrorOfCuda) {
  std::string text = replaced(kCode, "KERNEL", "spir_kernel void");
  text = replaced(replaced(text, "POINTER", "ptr addrspace(1)"), "ATTRIBUTES", "");
  const Bytes image = bitcodeOf("target triple = \"spir64-unknown-unknown\"\n" + text);
  ASSERT_TRUE(nvptx::inspectImage(image));
  Outcomes outcomes;
  for (uint32_t seed = 0; seed < kVariants; ++seed)
    outcomes.add(nvptx::inspectImage(damaged(image, seed)), seed);
  std::printf("%d are read, %d are refused, %d crashed LLVM\n", outcomes.right, outcomes.refused,
              outcomes.crashed);
  for (uint32_t seed = 0; seed < 40; ++seed)
    outcomes.add(nvptx::compileToPtx(damaged(image, seed), {}, {70, true, {}}), seed);
}

} // namespace
} // namespace ursa::jit
