// The host adapter behind layers, with an object of each type.
#pragma once

#include "support/expect_ok.h"
#include "support/paths.h"
#include "unit/scoped_variable.h"

#include "ur_api.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <vector>

namespace ursa {

/// Initializes the loader with the host adapter and layers, and finds the device. The kernel is
/// created on first use. The destructor releases everything.
class LayeredHost {
public:
  /// @param layers to enable; null for none
  explicit LayeredHost(const char *layers) {
    ur_loader_config_handle_t config = nullptr;
    EXPECT_OK(urLoaderConfigCreate(&config));
    if (layers) {
      EXPECT_OK(urLoaderConfigEnableLayer(config, layers));
    }
    EXPECT_OK(urLoaderInit(0, config));
    EXPECT_OK(urLoaderConfigRelease(config));
    EXPECT_OK(urAdapterGet(1, &adapter, nullptr));
    EXPECT_OK(urPlatformGet(adapter, 1, &platform, nullptr));
    EXPECT_OK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device, nullptr));
    EXPECT_OK(urContextCreate(1, &device, nullptr, &context));
    EXPECT_OK(urQueueCreate(context, device, nullptr, &queue));
  }

  ~LayeredHost() {
    if (kernel_) {
      EXPECT_OK(urKernelRelease(kernel_));
    }
    if (program_) {
      EXPECT_OK(urProgramRelease(program_));
    }
    EXPECT_OK(urQueueFinish(queue));
    EXPECT_OK(urQueueRelease(queue));
    EXPECT_OK(urContextRelease(context));
    EXPECT_OK(urDeviceRelease(device));
    EXPECT_OK(urAdapterRelease(adapter));
    EXPECT_OK(urLoaderTearDown());
  }
  LayeredHost(const LayeredHost &) = delete;
  LayeredHost &operator=(const LayeredHost &) = delete;

  ur_program_handle_t program() {
    if (program_)
      return program_;
    std::ifstream file(URSA_TEST_IMAGES "/saxpy.ursa", std::ios::binary);
    const std::vector<char> image(std::istreambuf_iterator<char>(file), {});
    const auto *bytes = reinterpret_cast<const uint8_t *>(image.data());
    size_t size = image.size();
    EXPECT_OK(urProgramCreateWithBinary(context, 1, &device, &size, &bytes, nullptr, &program_));
    EXPECT_OK(urProgramBuild(context, program_, nullptr));
    return program_;
  }

  /// saxpy(float a, global const float *x, global float *y)
  ur_kernel_handle_t kernel() {
    if (!kernel_) {
      EXPECT_OK(urKernelCreate(program(), "saxpy", &kernel_));
    }
    return kernel_;
  }

private:
  const ScopedVariable adapters_{"UR_ADAPTERS_FORCE_LOAD", libDir() + "/libur_adapter_host.so.0"};
  ur_program_handle_t program_ = nullptr;
  ur_kernel_handle_t kernel_ = nullptr;

public:
  ur_adapter_handle_t adapter = nullptr;
  ur_platform_handle_t platform = nullptr;
  ur_device_handle_t device = nullptr;
  ur_context_handle_t context = nullptr;
  ur_queue_handle_t queue = nullptr;
};

} // namespace ursa
