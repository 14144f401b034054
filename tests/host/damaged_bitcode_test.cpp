// Bitcode with some bits flipped, as a damaged file with a right checksum has, in the compilers of
// the host and of CUDA. LLVM's reader crashes on some of it; here that is an error of the program,
// whichever thread reads it. Which bits are flipped is the same in every run.
#include "damaged_images.h"

#include "adapters/cuda/jit/ptx_compiler.h"
#include "adapters/host/jit/host_jit.h"
#include "adapters/host/jit/link_images.h"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdio>
#include <random>
#include <thread>

namespace ursa::jit {
namespace {

using host::jit::inspectModule;
using testing::HasSubstr;
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
    outcomes.add(host::jit::compileToMachineCode(damaged(image, seed), {}, "-O1", log), seed);
  }
  std::string log;
  EXPECT_TRUE(host::jit::compileToMachineCode(image, {}, "", log)) << log;
}

TEST(DamagedBitcode, IsAnErrorOfLinking) {
  const Bytes image = hostImage();
  Outcomes outcomes;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    const Bytes other = damaged(image, seed);
    const host::jit::LinkInput inputs[] = {{other, {}}};
    outcomes.add(host::jit::linkImages(inputs), seed);
  }
}

TEST(DamagedBitcode, IsAnErrorOfCuda) {
  const Bytes image = cudaImage();
  ASSERT_TRUE(cuda::jit::inspectImage(image));
  Outcomes outcomes;
  for (uint32_t seed = 0; seed < kVariants; ++seed)
    outcomes.add(cuda::jit::inspectImage(damaged(image, seed)), seed);
  std::printf("%d are read, %d are refused, %d crashed LLVM\n", outcomes.right, outcomes.refused,
              outcomes.crashed);
  for (uint32_t seed = 0; seed < 40; ++seed)
    outcomes.add(cuda::jit::compileToPtx(damaged(image, seed), {}, {70, true, {}}), seed);
}

} // namespace
} // namespace ursa::jit
