#include "core/cache/program_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>

namespace ursa::core::cache {
namespace {

// Returns a program that is only an address.
SharedProgram programAt(uintptr_t address) {
  return {reinterpret_cast<ur_program_handle_t>(address), [](ur_program_handle_t) {}};
}

ProgramKey keyOf(uint64_t image, std::vector<std::byte> values = {}, std::string options = "") {
  const auto code = std::make_shared<const uint64_t>(image);
  return {std::as_bytes(std::span(code.get(), 1)),
          code,
          image,
          std::move(values),
          nullptr,
          std::move(options)};
}

TEST(ProgramCache, BuildsAKeyOnce) {
  ProgramCache cache(4);
  int builds = 0;
  const auto build = [&builds]() -> Result<SharedProgram> {
    return programAt(static_cast<uintptr_t>(16 * ++builds));
  };
  const auto first = cache.getOrBuild(keyOf(1), build);
  const auto again = cache.getOrBuild(keyOf(1), build);
  EXPECT_EQ(builds, 1);
  EXPECT_EQ(*first, *again);
}

TEST(ProgramCache, EveryPartOfTheKeyCounts) {
  ProgramCache cache(8);
  int builds = 0;
  const auto build = [&builds]() -> Result<SharedProgram> {
    return programAt(static_cast<uintptr_t>(16 * ++builds));
  };
  (void)cache.getOrBuild(keyOf(1), build);
  (void)cache.getOrBuild(keyOf(2), build);
  (void)cache.getOrBuild(keyOf(1, {std::byte{1}}), build);
  (void)cache.getOrBuild(keyOf(1, {std::byte{2}}), build);
  (void)cache.getOrBuild(keyOf(1, {}, "-O0"), build);
  ProgramKey device = keyOf(1);
  device.device = reinterpret_cast<ur_device_handle_t>(&builds);
  (void)cache.getOrBuild(device, build);
  EXPECT_EQ(builds, 6);
}

TEST(ProgramCache, ImagesOfOneHashDiffer) {
  ProgramCache cache(8);
  int builds = 0;
  const auto build = [&builds]() -> Result<SharedProgram> {
    return programAt(static_cast<uintptr_t>(16 * ++builds));
  };
  ProgramKey forged = keyOf(2);
  forged.codeHash = keyOf(1).codeHash;
  const auto first = cache.getOrBuild(keyOf(1), build);
  const auto second = cache.getOrBuild(forged, build);
  EXPECT_EQ(builds, 2);
  EXPECT_NE(*first, *second);
}

TEST(ProgramCache, AFailureIsNotCached) {
  ProgramCache cache(2);
  (void)cache.getOrBuild(keyOf(1), []() -> Result<SharedProgram> { return programAt(16); });
  for (uint64_t image = 2; image < 10; ++image)
    EXPECT_FALSE(cache.getOrBuild(keyOf(image), []() -> Result<SharedProgram> {
      return Error{UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, "no"};
    }));
  EXPECT_EQ(cache.size(), 1u);
  int builds = 0;
  (void)cache.getOrBuild(keyOf(1), [&builds]() -> Result<SharedProgram> {
    ++builds;
    return programAt(32);
  });
  EXPECT_EQ(builds, 0);
}

TEST(ProgramCache, AnExceptionIsNotCached) {
  ProgramCache cache(2);
  EXPECT_THROW(
      (void)cache.getOrBuild(keyOf(1), []() -> Result<SharedProgram> { throw std::bad_alloc(); }),
      std::bad_alloc);
  EXPECT_EQ(cache.size(), 0u);
  EXPECT_TRUE(cache.getOrBuild(keyOf(1), []() -> Result<SharedProgram> { return programAt(16); }));
}

TEST(ProgramCache, ABuildInProgressDuringClearIsNotCached) {
  ProgramCache cache(2);
  EXPECT_TRUE(cache.getOrBuild(keyOf(1), [&cache]() -> Result<SharedProgram> {
    cache.clear();
    return programAt(16);
  }));
  EXPECT_EQ(cache.size(), 0u);
}

TEST(ProgramCache, AFailureIsNotKept) {
  ProgramCache cache(4);
  const auto failed = cache.getOrBuild(keyOf(1), []() -> Result<SharedProgram> {
    return Error{UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, "no"};
  });
  ASSERT_FALSE(failed);
  const auto built =
      cache.getOrBuild(keyOf(1), []() -> Result<SharedProgram> { return programAt(16); });
  EXPECT_TRUE(built);
}

TEST(ProgramCache, EvictsTheLeastRecentlyUsed) {
  ProgramCache cache(2);
  int builds = 0;
  const auto build = [&builds]() -> Result<SharedProgram> {
    return programAt(static_cast<uintptr_t>(16 * ++builds));
  };
  (void)cache.getOrBuild(keyOf(1), build);
  (void)cache.getOrBuild(keyOf(2), build);
  (void)cache.getOrBuild(keyOf(1), build);
  (void)cache.getOrBuild(keyOf(3), build); // evicts 2
  EXPECT_EQ(cache.size(), 2u);
  (void)cache.getOrBuild(keyOf(1), build);
  EXPECT_EQ(builds, 3);
  (void)cache.getOrBuild(keyOf(2), build);
  EXPECT_EQ(builds, 4);
}

TEST(ProgramCache, ManyThreadsBuildOnce) {
  ProgramCache cache(4);
  constexpr int kThreads = 8;
  std::atomic<int> builds = 0;
  std::latch start(kThreads);
  std::vector<std::thread> threads;
  std::array<SharedProgram, kThreads> programs;
  for (int thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&, thread] {
      start.arrive_and_wait();
      programs[static_cast<size_t>(thread)] =
          *cache.getOrBuild(keyOf(1), [&]() -> Result<SharedProgram> {
            return programAt(static_cast<uintptr_t>(16 * ++builds));
          });
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(builds, 1);
  for (const SharedProgram &program : programs)
    EXPECT_EQ(program, programs[0]);
}

} // namespace
} // namespace ursa::core::cache
