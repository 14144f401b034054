// How the kernels of a program are divided between the threads that compile them.
#include "adapters/host/jit/parallel_build.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

#include <gmock/gmock.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace ursa::jit {
namespace {

using host::jit::KernelNames;
using testing::ElementsAre;
using testing::SizeIs;

constexpr const char *kKernels = R"(
define void @large(ptr %p) "ursa-kernel" {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  store volatile i32 3, ptr %p
  ret void
}
define void @helper(ptr %p) { ret void }
define void @small(ptr %p) "ursa-kernel" { ret void }
define void @tiny(ptr %p) "ursa-kernel" { ret void }
)";

std::vector<KernelNames> divided(const std::string &globals, size_t most) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseAssemblyString(globals + kKernels, diagnostic, context);
  if (!module) {
    ADD_FAILURE() << diagnostic.getMessage().str();
    return {};
  }
  return host::jit::divideKernels(*module, most);
}

TEST(DivideKernels, IntoGroupsOfAboutTheSameSize) {
  EXPECT_THAT(divided("", 2), ElementsAre(KernelNames{"large"}, KernelNames{"small", "tiny"}));
  EXPECT_THAT(divided("", 8), SizeIs(3));
  EXPECT_THAT(divided("", 1), ElementsAre(KernelNames{"large", "small", "tiny"}));
}

// A variable exists once, so all kernels are compiled to one object.
TEST(DivideKernels, NotIfTheyShareVariables) {
  for (const char *variable :
       {"@v = internal global i32 0", "@v = global i32 0", "@v = constant i32 0 #0"})
    EXPECT_THAT(divided(std::string(variable) + "\nattributes #0 = {\"ursa-global\"}", 2),
                SizeIs(1))
        << variable;
  for (const char *other :
       {"@v = internal constant i32 0", "@v = internal global i32 undef, section \"ursa.local\"",
        "@v = external constant i32\n@llvm.used = appending global [1 x ptr] [ptr @v]"})
    EXPECT_THAT(divided(other, 2), SizeIs(2)) << other;
}

TEST(BuildThreads, DoEachPieceOnce) {
  std::mutex mutex;
  std::multiset<size_t> done;
  std::set<std::thread::id> threads;
  std::atomic<size_t> started{0};
  host::jit::forEachOnThreads(4, 4, [&](size_t i) {
    ++started;
    while (started < 4) // all run at the same time
      std::this_thread::yield();
    const std::lock_guard guard(mutex);
    done.insert(i);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_THAT(done, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(threads, SizeIs(4));
  EXPECT_TRUE(threads.contains(std::this_thread::get_id()));
  EXPECT_GE(host::jit::buildThreads(), 1u);
}

TEST(BuildThreads, TakeThePiecesInTurn) {
  std::vector<size_t> done;
  host::jit::forEachOnThreads(3, 1, [&](size_t i) { done.push_back(i); });
  EXPECT_THAT(done, ElementsAre(0, 1, 2));
  std::atomic<size_t> count{0};
  host::jit::forEachOnThreads(100, 2, [&](size_t) { ++count; });
  EXPECT_EQ(count, 100u);
}

} // namespace
} // namespace ursa::jit
