// Targets that fail in every way of LLVM. The error belongs to that image and its thread.
#include "compiler/targets/guarded_codegen.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/Support/ErrorHandling.h"

#include <gmock/gmock.h>

#include <csignal>
#include <functional>
#include <thread>

namespace ursa {
namespace {

using compiler::targets::TargetCode;
using testing::AllOf;
using testing::HasSubstr;

class FakeTarget final : public compiler::targets::Target {
public:
  using Work = std::function<llvm::Expected<TargetCode>(llvm::Module &)>;
  explicit FakeTarget(Work work) : work_(std::move(work)) {}

  std::string name() const override { return "fake"; }
  std::string triple() const override { return "fake"; }
  format::ImageKind kind() const override { return format::ImageKind::Object; }
  const char *extension() const override { return ".fake"; }
  llvm::Expected<TargetCode> generateCode(llvm::Module &device,
                                          format::ConstantMode) const override {
    return work_(device);
  }

private:
  const Work work_;
};

/// Returns the code, or the error message.
std::string run(FakeTarget::Work work) {
  compiler::targets::OwnedModule device;
  device.context = std::make_unique<llvm::LLVMContext>();
  device.module = std::make_unique<llvm::Module>("m", *device.context);
  auto code = compiler::targets::guardedCodegen(FakeTarget(std::move(work)), std::move(device),
                                                format::ConstantMode::Native);
  return code ? code->code : llvm::toString(code.takeError());
}

TEST(GuardedCodegen, ReturnsCodeAndErrors) {
  EXPECT_EQ(run([](llvm::Module &) { return TargetCode{"code", {}}; }), "code");
  EXPECT_EQ(run([](llvm::Module &) { return llvm::createStringError("It is wrong."); }),
            "It is wrong.");
}

TEST(GuardedCodegen, ReportsFatalErrors) {
  const auto failWith = [](const char *reason) {
    return run([reason](llvm::Module &) -> llvm::Expected<TargetCode> {
      llvm::report_fatal_error(reason);
    });
  };
  EXPECT_EQ(failWith("two\n  lines"), "The code cannot be compiled: two lines.");
  EXPECT_EQ(failWith("Cannot select: 0x55aa: i32 = x\nIn function: ursa.item.k.resume"),
            "'k' cannot be compiled: Cannot select: i32 = x.");
  EXPECT_EQ(failWith("at 0x10 end"), "The code cannot be compiled: at 0x10 end.");
}

TEST(GuardedCodegen, ReportsCrashes) {
  EXPECT_THAT(run([](llvm::Module &) -> llvm::Expected<TargetCode> {
                std::raise(SIGSEGV);
                return TargetCode{};
              }),
              AllOf(HasSubstr("cannot be compiled: it crashed"), HasSubstr("egmentation")));
  EXPECT_THAT(run([](llvm::Module &) -> llvm::Expected<TargetCode> { std::abort(); }),
              HasSubstr("it crashed: Aborted"));
}

TEST(GuardedCodegen, ReportedDiagnosticsFailDespiteCode) {
  EXPECT_EQ(run([](llvm::Module &module) {
              module.getContext().emitError("first");
              module.getContext().emitError("second");
              return TargetCode{"code", {}};
            }),
            "The code cannot be compiled: first.");
}

TEST(GuardedCodegen, FailuresAreIsolatedPerThread) {
  constexpr int kThreads = 8;
  std::vector<std::string> results(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([i, &results] {
      for (int round = 0; round < 20; ++round)
        results[static_cast<size_t>(i)] = run([i](llvm::Module &) -> llvm::Expected<TargetCode> {
          if (i % 2 == 0)
            llvm::report_fatal_error(llvm::Twine("thread ") + llvm::Twine(i));
          return TargetCode{"code " + std::to_string(i), {}};
        });
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 0; i < kThreads; ++i)
    EXPECT_EQ(results[static_cast<size_t>(i)],
              i % 2 == 0 ? "The code cannot be compiled: thread " + std::to_string(i) + "."
                         : "code " + std::to_string(i));
}

} // namespace
} // namespace ursa
