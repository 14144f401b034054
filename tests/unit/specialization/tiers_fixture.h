// A device whose builds the test holds, for tests of mode TIERED.
#pragma once

#include "fake_device.h"

#include "support/log.h"

#include <condition_variable>

namespace ursa::testing::tiers {

/// Holds the builds of the background thread until the test releases them, one at a time.
class HeldBuilds {
public:
  explicit HeldBuilds(FakeDevice &fake) : fake_(fake) {
    ON_CALL(fake.mock.on<core::api::Function::urProgramBuild>(), Call)
        .WillByDefault([this](ur_context_handle_t, ur_program_handle_t, const char *options) {
          return build(options);
        });
  }
  ~HeldBuilds() {
    releaseAll();
    stopBackgroundWorker();
  }
  HeldBuilds(const HeldBuilds &) = delete;
  HeldBuilds &operator=(const HeldBuilds &) = delete;

  /// Blocks until so many builds have begun in all.
  void waitFor(int count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return begun_ >= count; });
  }
  void release(ur_result_t result = UR_RESULT_SUCCESS) {
    const std::lock_guard lock(mutex_);
    results_.push_back(result);
    changed_.notify_all();
  }
  void releaseAll() {
    const std::lock_guard lock(mutex_);
    isOpen_ = true;
    changed_.notify_all();
  }
  int begun() {
    const std::lock_guard lock(mutex_);
    return begun_;
  }
  int mostAtOnce() {
    const std::lock_guard lock(mutex_);
    return mostAtOnce_;
  }

private:
  ur_result_t build(const char *options) {
    {
      const std::lock_guard lock(fake_.mutex);
      fake_.builds.emplace_back(options ? options : "");
    }
    if (std::this_thread::get_id() == test_)
      return UR_RESULT_SUCCESS;
    std::unique_lock lock(mutex_);
    mostAtOnce_ = std::max(mostAtOnce_, ++running_);
    ++begun_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return isOpen_ || !results_.empty(); });
    --running_;
    if (results_.empty())
      return UR_RESULT_SUCCESS;
    const ur_result_t result = results_.front();
    results_.erase(results_.begin());
    return result;
  }

  FakeDevice &fake_;
  const std::thread::id test_ = std::this_thread::get_id();
  std::mutex mutex_; // guards the members below
  std::condition_variable changed_;
  int begun_ = 0, running_ = 0, mostAtOnce_ = 0;
  bool isOpen_ = false;
  std::vector<ur_result_t> results_;
};

/// The warnings and errors of the loader's log.
class LoaderWarnings {
public:
  LoaderWarnings() {
    loaderLog().setCallback(
        [](ur_logger_level_t, const char *line, void *self) {
          static_cast<LoaderWarnings *>(self)->lines.emplace_back(line);
        },
        this, UR_LOGGER_LEVEL_WARN);
  }
  ~LoaderWarnings() { loaderLog().setCallback(nullptr, nullptr, UR_LOGGER_LEVEL_WARN); }
  LoaderWarnings(const LoaderWarnings &) = delete;
  LoaderWarnings &operator=(const LoaderWarnings &) = delete;

  std::vector<std::string> lines;
};

class Tiers : public ::testing::Test {
protected:
  ursa_tier_report_t report(const TestBundle &bundle) {
    ursa_tier_report_t report{};
    EXPECT_EQ(ursaBundleGetTierReport(bundle.handle, fake_.device, &report), UR_RESULT_SUCCESS)
        << lastSentence();
    return report;
  }
  ursa_tier_report_t report(ur_kernel_handle_t kernel) {
    ursa_tier_report_t report{};
    EXPECT_EQ(ursaKernelGetTierReport(kernel, &report), UR_RESULT_SUCCESS) << lastSentence();
    return report;
  }

  /// A kernel of a bundle that is built for a value of `scale`.
  ur_kernel_handle_t kernelFor(TestBundle &bundle, int32_t scale) {
    EXPECT_EQ(bundle.set("scale", scale), UR_RESULT_SUCCESS);
    EXPECT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
    return bundle.kernel();
  }

  /// Launches, and returns the emulation buffer's contents; empty if the launch was native.
  std::vector<uint8_t> launch(ur_kernel_handle_t kernel) {
    EXPECT_EQ(fake_.launch(kernel), UR_RESULT_SUCCESS) << lastSentence();
    const std::lock_guard lock(fake_.mutex);
    if (fake_.launches.back().size() == 2)
      return {};
    return fake_.bufferOf(fake_.launches.back());
  }
  static std::vector<uint8_t> blobFor(int32_t scale) {
    Constants constants;
    constants.scale = scale;
    return constants.blob();
  }
  /// The values of `scale` that native programs were built with.
  std::vector<int32_t> nativeScales() {
    const std::lock_guard lock(fake_.mutex);
    std::vector<int32_t> scales;
    for (const auto &flush : fake_.flushes)
      std::memcpy(&scales.emplace_back(), flush.at(0).data(), sizeof(int32_t));
    return scales;
  }

  FakeDevice fake_{true};
};

inline ur_specialization_constant_info_t scaleInfo(const int32_t &scale) {
  return {0, sizeof(scale), &scale};
}

} // namespace ursa::testing::tiers
