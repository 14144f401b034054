// The same device IR gives the same SPIR-V, whatever else the process does.
#include "compiler/targets/spirv/spirv_image.h"

#include "compiler/ir_text.h"

#include <gtest/gtest.h>

#include <thread>

namespace ursa {
namespace {

/// Kernels with types, constants, variables and attributes enough to fill tables.
std::string kernels() {
  std::string text;
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    const std::string count = std::to_string(i + 1);
    text += "%S" + n + " = type { i32, [" + count + " x float], <4 x i16> }\n@t" + n +
            " = addrspace(2) constant [" + count + " x i64] zeroinitializer\n@g" + n +
            " = addrspace(1) global %S" + n + " zeroinitializer\n@unused" + n +
            " = addrspace(1) global [" + count + " x i8] zeroinitializer\n" +
            "define spir_kernel void @k" + n +
            "(ptr addrspace(1) nocapture readonly %p, ptr addrspace(3) noalias %q, i64 %i) {\n" +
            "  %a = getelementptr %S" + n + ", ptr addrspace(1) %p, i64 %i, i32 1, i64 0\n" +
            "  %x = load float, ptr addrspace(1) %a\n  %y = fadd float %x, " + n + ".5\n" +
            "  store float %y, ptr addrspace(3) %q\n  %s = load %S" + n +
            ", ptr addrspace(1) %p\n  store %S" + n + " %s, ptr addrspace(1) @g" + n +
            "\n  %b = getelementptr [" + count + " x i64], ptr addrspace(2) @t" + n +
            ", i64 0, i64 %i\n  %l = load i64, ptr addrspace(2) %b\n" +
            "  store i64 %l, ptr addrspace(1) %p\n  ret void\n}\n";
  }
  return text;
}

std::string spirv(const std::string &text, bool optimize) {
  llvm::LLVMContext context;
  auto module = parseDeviceIr(text, context);
  EXPECT_TRUE(module);
  compiler::spirv::SpirvOptions options;
  options.optimize = optimize;
  auto code = module ? compiler::spirv::makeSpirvImage(*module, options) : std::string();
  if (code)
    return *code;
  ADD_FAILURE() << llvm::toString(code.takeError());
  return {};
}

TEST(SpirvImage, IsTheSameAgainAndInOtherThreads) {
  const std::string text = kernels();
  for (bool optimize : {true, false}) {
    const std::string first = spirv(text, optimize);
    EXPECT_FALSE(first.empty());
    std::vector<std::string> others(6);
    std::vector<std::thread> threads;
    for (std::string &other : others)
      threads.emplace_back([&] { other = spirv(text, optimize); });
    for (std::thread &thread : threads)
      thread.join();
    for (const std::string &other : others)
      EXPECT_TRUE(other == first);
    EXPECT_TRUE(spirv(text, optimize) == first);
  }
}

} // namespace
} // namespace ursa
