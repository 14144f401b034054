#include "adapters/host/jit/parallel_build.h"

#include "compiler/targets/host/passes/kernel_entry.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <atomic>

#include <csignal>
#include <pthread.h>
#include <sched.h>

namespace ursa::host::jit {
namespace {

constexpr size_t kMostThreads = 8;
constexpr size_t kStackBytes = size_t{8} << 20; // LLVM recurses over deep control flow

/// Threads that take the pieces of some work in turn.
class Threads {
public:
  Threads(size_t count, const std::function<void(size_t)> &work) : count_(count), work_(work) {}

  /// Starts a thread, if the system does.
  void start() {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
      return;
    sigset_t all;
    sigfillset(&all); // signals are for the threads of the application
    pthread_t thread{};
    if (pthread_attr_setstacksize(&attributes, kStackBytes) == 0 &&
        pthread_attr_setsigmask_np(&attributes, &all) == 0 &&
        pthread_create(
            &thread, &attributes,
            [](void *self) -> void * {
              static_cast<Threads *>(self)->takePieces();
              return nullptr;
            },
            this) == 0)
      threads_.push_back(thread);
    pthread_attr_destroy(&attributes);
  }
  void takePieces() {
    for (size_t i = next_.fetch_add(1); i < count_; i = next_.fetch_add(1))
      work_(i);
  }
  void join() {
    for (const pthread_t thread : threads_)
      pthread_join(thread, nullptr);
  }

private:
  const size_t count_;
  const std::function<void(size_t)> &work_;
  std::atomic<size_t> next_{0};
  std::vector<pthread_t> threads_;
};

} // namespace

std::vector<KernelNames> divideKernels(llvm::Module &module, size_t most) {
  const std::vector<llvm::Function *> kernels = compiler::host::kernelsOf(module);
  const bool areSeparate =
      std::none_of(module.global_begin(), module.global_end(), compiler::host::isSharedVariable);
  const size_t count = areSeparate ? std::min(most, kernels.size()) : 1;
  std::vector<KernelNames> groups(std::max<size_t>(count, 1));
  std::vector<size_t> sizes(groups.size());
  std::vector<std::pair<size_t, std::string>> bySize;
  bySize.reserve(kernels.size());
  for (const llvm::Function *kernel : kernels)
    bySize.emplace_back(kernel->getInstructionCount(), kernel->getName().str());
  std::ranges::sort(bySize, std::greater<>());
  for (auto &[size, name] : bySize) { // the largest first, each to the smallest group
    const auto smallest = std::ranges::min_element(sizes) - sizes.begin();
    constexpr size_t kPassesOfAKernel = 50; // a small kernel takes time as well
    sizes[smallest] += size + kPassesOfAKernel;
    groups[smallest].insert(std::move(name));
  }
  return groups;
}

size_t buildThreads() {
  cpu_set_t processors;
  if (sched_getaffinity(0, sizeof(processors), &processors) != 0)
    return 1;
  return std::clamp<size_t>(static_cast<size_t>(CPU_COUNT(&processors)), 1, kMostThreads);
}

void forEachOnThreads(size_t count, size_t most, const std::function<void(size_t)> &work) {
  Threads threads(count, work);
  for (size_t i = 1; i < std::min(count, most); ++i)
    threads.start();
  threads.takePieces();
  threads.join();
}

} // namespace ursa::host::jit
