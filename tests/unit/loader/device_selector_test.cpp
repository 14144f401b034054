// ONEAPI_DEVICE_SELECTOR as text.

#include "core/loader/device_selector.h"

#include <gtest/gtest.h>

namespace ursa {
namespace {

struct Device {
  ur_backend_t backend;
  ur_device_type_t type;
  uint32_t index;
};

constexpr Device kOpenclGpu{UR_BACKEND_OPENCL, UR_DEVICE_TYPE_GPU, 0};
constexpr Device kOpenclCpu{UR_BACKEND_OPENCL, UR_DEVICE_TYPE_CPU, 1};
constexpr Device kHost{UR_BACKEND_NATIVE_CPU, UR_DEVICE_TYPE_CPU, 0};

/// Which of the three devices are seen: 'g' for the OpenCL GPU, 'c' for its CPU, 'h' for the host.
std::string seen(std::string_view text) {
  const Result<DeviceSelector> selector = DeviceSelector::parse(text);
  if (!selector)
    return selector.error().message;
  std::string names;
  const auto add = [&](const Device &device, char name) {
    if (selector->accepts(device.backend, device.type, device.index))
      names += name;
  };
  add(kOpenclGpu, 'g');
  add(kOpenclCpu, 'c');
  add(kHost, 'h');
  return names;
}

TEST(DeviceSelector, SelectsByBackendTypeAndNumber) {
  EXPECT_EQ(seen("*:*"), "gch");
  EXPECT_EQ(seen("opencl:*"), "gc");
  EXPECT_EQ(seen("native_cpu:*"), "h");
  EXPECT_EQ(seen("cuda:*"), "");
  EXPECT_EQ(seen("*:cpu"), "ch");
  EXPECT_EQ(seen("opencl:cpu"), "c");
  EXPECT_EQ(seen("*:0"), "gh");
  EXPECT_EQ(seen("opencl:1"), "c");
}

TEST(DeviceSelector, JoinsTermsAndDevices) {
  EXPECT_EQ(seen("opencl:gpu;native_cpu:*"), "gh");
  EXPECT_EQ(seen("opencl:0,1"), "gc");
  EXPECT_EQ(seen("*:fpga,1"), "c");
}

TEST(DeviceSelector, TakesDevicesAway) {
  EXPECT_EQ(seen("!opencl:*"), "h");
  EXPECT_EQ(seen("*:cpu;!opencl:*"), "h");
  EXPECT_EQ(seen("!opencl:gpu;*:*"), "ch");
}

TEST(DeviceSelector, DoesNotMindCapitals) { EXPECT_EQ(seen("OpenCL:GPU"), "g"); }

TEST(DeviceSelector, QuotesTheWordThatItDoesNotUnderstand) {
  EXPECT_EQ(seen("opncl:gpu"),
            "'opncl' is not a backend of ONEAPI_DEVICE_SELECTOR; *, level_zero, opencl, cuda, hip, "
            "native_cpu or offload was expected.");
  EXPECT_EQ(seen("opencl:gpu,tpu"),
            "'tpu' is not a device of ONEAPI_DEVICE_SELECTOR; *, cpu, gpu, fpga or a number was "
            "expected.");
  EXPECT_EQ(seen("*:*;gpu"),
            "'gpu' in ONEAPI_DEVICE_SELECTOR names no devices; backend:devices was expected, as in "
            "opencl:gpu or *:0.");
}

TEST(DeviceSelector, RefusesWhatIsNoSelector) {
  for (const char *text : {"", ":", "opencl:", ";", "!", "*:-1", "*:0x1", "*:4294967296", "*:0.1",
                           " *:*", "*:,", "!!*:*", "*:* "}) {
    const Result<DeviceSelector> selector = DeviceSelector::parse(text);
    ASSERT_FALSE(selector) << text;
    EXPECT_EQ(selector.error().code, UR_RESULT_ERROR_INVALID_VALUE) << text;
  }
}

} // namespace
} // namespace ursa
