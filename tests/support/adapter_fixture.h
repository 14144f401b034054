// Fixtures with one adapter behind the loader. Each test is a process of its own, since an adapter
// opens its driver only once.
#pragma once

#include "support/expect_ok.h"
#include "support/paths.h"
#include "unit/scoped_variable.h"

#include "ur_api.h"

#include <gmock/gmock.h>

#include <optional>
#include <string>

namespace ursa {

/// Opens an adapter when a test asks for its platforms or devices.
class AdapterTest : public ::testing::Test {
protected:
  /// @param name of the adapter, such as "cuda"
  /// @param logLevel of what logged_ receives; without one, messages stay where they go
  /// @param folder of the adapter's library
  explicit AdapterTest(const std::string &name, std::optional<ur_logger_level_t> logLevel = {},
                       const std::string &folder = libDir())
      : forced_("UR_ADAPTERS_FORCE_LOAD", folder + "/libur_adapter_" + name + ".so.0"),
        logLevel_(logLevel) {}
  ~AdapterTest() override { closeAdapter(); }

  /// Opens the adapter; returns how many platforms there are.
  uint32_t platforms() {
    EXPECT_OK(urLoaderInit(0, nullptr));
    EXPECT_OK(urAdapterGet(1, &adapter_, nullptr));
    if (logLevel_) {
      EXPECT_OK(urAdapterSetLoggerCallback(
          adapter_,
          [](ur_logger_level_t, const char *message, void *log) {
            static_cast<std::string *>(log)->append(message).append("\n");
          },
          &logged_, *logLevel_));
    }
    uint32_t count = 99;
    EXPECT_OK(urPlatformGet(adapter_, 0, nullptr, &count));
    return count;
  }
  /// Opens the adapter; returns how many devices the platform has: 0 unless there is one platform.
  uint32_t devices() {
    if (platforms() != 1)
      return 0;
    EXPECT_OK(urPlatformGet(adapter_, 1, &platform_, nullptr));
    uint32_t count = 99;
    EXPECT_OK(urDeviceGet(platform_, UR_DEVICE_TYPE_ALL, 1, &device_, &count));
    return count;
  }
  /// Releases the adapter, if it is open, and ends the loader.
  void closeAdapter() {
    if (!adapter_)
      return;
    EXPECT_OK(urAdapterRelease(adapter_));
    EXPECT_OK(urLoaderTearDown());
    adapter_ = nullptr;
  }

  std::string lastError() {
    const char *message = "";
    int32_t code = 0;
    EXPECT_OK(urAdapterGetLastError(adapter_, &message, &code));
    return message;
  }

  const ScopedVariable forced_;
  const std::optional<ur_logger_level_t> logLevel_;
  std::string logged_;
  ur_adapter_handle_t adapter_ = nullptr;
  ur_platform_handle_t platform_ = nullptr;
  ur_device_handle_t device_ = nullptr; ///< the first one
};

/// The same, with the objects that a launch needs. Tests make them.
class LaunchingAdapterTest : public AdapterTest {
protected:
  using AdapterTest::AdapterTest;

  void releaseAll() {
    const auto release = [](auto function, auto &handle) {
      if (handle) {
        EXPECT_OK(function(handle));
      }
      handle = nullptr;
    };
    release(urEventRelease, event_);
    release(urKernelRelease, kernel_);
    release(urProgramRelease, program_);
    release(urMemRelease, buffer_);
    release(urQueueRelease, queue_);
    release(urContextRelease, context_);
  }

  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;
  ur_mem_handle_t buffer_ = nullptr;
  ur_program_handle_t program_ = nullptr;
  ur_kernel_handle_t kernel_ = nullptr;
  ur_event_handle_t event_ = nullptr;
};

} // namespace ursa
