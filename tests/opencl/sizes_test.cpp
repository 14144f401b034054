// A driver that reports wrong answer sizes, and huge programs.
#include "opencl/fixture.h"

#include <fstream>

namespace ursa {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr size_t kSizes[] = {0, 1, 3, 5, 8, 24, 1000, size_t{1} << 40, SIZE_MAX};

class OpenclSizes : public OpenclFaults, public ::testing::WithParamInterface<size_t> {
protected:
  void TearDown() override {
    driver_.answerSize.reset();
    releaseAll();
    EXPECT_EQ(driver_.objects, 0);
  }

  /// Makes all queries. None may crash, and each failure has a message.
  template <class Get> void queryAll(uint32_t queries, Get &&get) {
    for (uint32_t query = 0; query < queries; ++query) {
      size_t size = 0;
      if (get(query, 0, nullptr, &size) != UR_RESULT_SUCCESS) {
        EXPECT_THAT(lastError(), Not(HasSubstr("bad_alloc")));
        EXPECT_NE(lastError(), "");
        continue;
      }
      ASSERT_LT(size, size_t{1} << 30);
      std::vector<std::byte> answer(size);
      (void)get(query, size, answer.data(), nullptr);
    }
  }
};

// A device whose properties cannot be queried is ignored; others remain usable.
TEST_P(OpenclSizes, OfDeviceProperties) {
  driver_.answerSize = GetParam();
  EXPECT_LE(devices(), 1u);
}

TEST_P(OpenclSizes, OfAllAnswers) {
  ASSERT_EQ(devices(), 1u);
  ASSERT_OK(runProgram()) << failure_;
  ur_platform_handle_t platform = nullptr;
  ASSERT_OK(urPlatformGet(adapter_, 1, &platform, nullptr));
  driver_.answerSize = GetParam();
  // Queries of experimental features begin at 0x2000.
  queryAll(0x2100, [&](uint32_t query, auto... arguments) {
    return urDeviceGetInfo(device_, static_cast<ur_device_info_t>(query), arguments...);
  });
  queryAll(20, [&](uint32_t query, auto... arguments) {
    return urPlatformGetInfo(platform, static_cast<ur_platform_info_t>(query), arguments...);
  });
  queryAll(20, [&](uint32_t query, auto... arguments) {
    return urMemGetInfo(buffer_, static_cast<ur_mem_info_t>(query), arguments...);
  });
  queryAll(20, [&](uint32_t query, auto... arguments) {
    // The answer contains pointers to which binaries would be written.
    if (query == UR_PROGRAM_INFO_BINARIES)
      return UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION;
    return urProgramGetInfo(program_, static_cast<ur_program_info_t>(query), arguments...);
  });
  queryAll(20, [&](uint32_t query, auto... arguments) {
    return urProgramGetBuildInfo(program_, device_, static_cast<ur_program_build_info_t>(query),
                                 arguments...);
  });
  queryAll(20, [&](uint32_t query, auto... arguments) {
    return urKernelGetInfo(kernel_, static_cast<ur_kernel_info_t>(query), arguments...);
  });
  queryAll(20, [&](uint32_t query, auto... arguments) {
    return urKernelGetGroupInfo(kernel_, device_, static_cast<ur_kernel_group_info_t>(query),
                                arguments...);
  });
  queryAll(20, [&](uint32_t query, auto... arguments) {
    return urEventGetInfo(event_, static_cast<ur_event_info_t>(query), arguments...);
  });
  queryAll(20, [&](uint32_t query, auto... arguments) {
    return urEventGetProfilingInfo(event_, static_cast<ur_profiling_info_t>(query), arguments...);
  });
  queryAll(20, [&](uint32_t query, auto... arguments) {
    return urQueueGetInfo(queue_, static_cast<ur_queue_info_t>(query), arguments...);
  });
}

INSTANTIATE_TEST_SUITE_P(Answers, OpenclSizes, ::testing::ValuesIn(kSizes),
                         [](const auto &parameter) { return std::to_string(parameter.param); });

/// Returns the peak memory use of this process in bytes.
size_t peakMemory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmHWM:") {
      size_t kilobytes = 0;
      status >> kilobytes;
      return kilobytes * 1024;
    }
  return 0;
}

// Memory holds the caller's bytes, the program's SPIR-V words, and no other copy.
TEST_F(OpenclFaults, HugeProgramsAreStoredOnce) {
  ASSERT_EQ(devices(), 1u);
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
  std::vector<std::byte> module = testing::SpirvBuilder().kernel("iota").bytes();
  constexpr size_t kBytes = size_t{200} << 20;
  module.reserve(kBytes);
  // Instructions of the maximum length, OpSourceContinued.
  std::vector<uint32_t> padding(0xffff);
  padding[0] = 0xffffu << 16 | 2;
  const auto *bytes = reinterpret_cast<const std::byte *>(padding.data());
  while (module.size() + padding.size() * sizeof(uint32_t) <= kBytes)
    module.insert(module.end(), bytes, bytes + padding.size() * sizeof(uint32_t));

  [[maybe_unused]] const size_t before = peakMemory();
  ASSERT_OK(urProgramCreateWithIL(context_, module.data(), module.size(), nullptr, &program_))
      << lastError();
  ASSERT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
  EXPECT_EQ(driver_.ilBytes, module.size());
#ifndef __SANITIZE_THREAD__ // which allocates a multiple of it
  EXPECT_LT(peakMemory() - before, kBytes + kBytes / 2);
#endif
  size_t size = 0;
  EXPECT_OK(urProgramGetInfo(program_, UR_PROGRAM_INFO_IL, 0, nullptr, &size));
  EXPECT_EQ(size, module.size());
  releaseAll();
  EXPECT_EQ(driver_.objects, 0);
}

} // namespace
} // namespace ursa
