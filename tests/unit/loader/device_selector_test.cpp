// Parsing and matching of ONEAPI_DEVICE_SELECTOR.

#include "core/loader/device_selector.h"

#include <gtest/gtest.h>

#include <array>

namespace ursa::core::loader {
namespace {

constexpr SelectableDevice kOpenclGpu{UR_BACKEND_OPENCL, "opencl", UR_DEVICE_TYPE_GPU, 0};
constexpr SelectableDevice kOpenclCpu{UR_BACKEND_OPENCL, "opencl", UR_DEVICE_TYPE_CPU, 1};
constexpr SelectableDevice kHost{UR_BACKEND_NATIVE_CPU, "host", UR_DEVICE_TYPE_CPU, 0};

/// Returns the selected ones of three devices: 'g' for the OpenCL GPU, 'c' for its CPU, 'h' for the
/// host.
std::string seen(std::string_view text) {
  const Result<DeviceSelector> selector = DeviceSelector::parse(text);
  if (!selector)
    return selector.error().message;
  std::string names;
  const auto add = [&](const SelectableDevice &device, char name) {
    if (selector->accepts(device))
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

TEST(DeviceSelector, ExcludesDevices) {
  EXPECT_EQ(seen("!opencl:*"), "h");
  EXPECT_EQ(seen("*:cpu;!opencl:*"), "h");
  EXPECT_EQ(seen("!opencl:gpu;*:*"), "ch");
}

TEST(DeviceSelector, IsCaseInsensitive) { EXPECT_EQ(seen("OpenCL:GPU"), "g"); }

TEST(DeviceSelector, KnowsUrsasAdaptersByName) {
  EXPECT_EQ(seen("host:*"), "h");
  EXPECT_EQ(seen("Host:cpu;opencl:gpu"), "gh");
  EXPECT_EQ(seen("!HOST:*"), "gc");
  EXPECT_EQ(seen("vulkan:*"), "");
  const auto selector = DeviceSelector::parse("vulkan:0");
  ASSERT_TRUE(selector);
  EXPECT_TRUE(selector->accepts({UR_BACKEND_OPENCL, "vulkan", UR_DEVICE_TYPE_GPU, 0}))
      << "whatever backend it reports";
}

/// Returns the adapters whose devices a selector may accept, by their first letters.
std::string mayBeSeen(std::string_view text) {
  const Result<DeviceSelector> selector = DeviceSelector::parse(text);
  if (!selector)
    return selector.error().message;
  std::string names;
  for (const std::string_view name : {"host", "opencl", "vulkan", "cuda", "other"})
    if (selector->mayAcceptOf(name))
      names += name.front() == 'o' && name != "opencl" ? '?' : name.front();
  return names;
}

TEST(DeviceSelector, KnowsWhichAdaptersItExcludes) {
  EXPECT_EQ(mayBeSeen("*:*"), "hovc?");
  EXPECT_EQ(mayBeSeen("host:*"), "h?");
  EXPECT_EQ(mayBeSeen("native_cpu:*"), "h?");
  EXPECT_EQ(mayBeSeen("vulkan:1;cuda:0.1"), "vc?");
  EXPECT_EQ(mayBeSeen("*:gpu"), "hovc?") << "types are not known";
  EXPECT_EQ(mayBeSeen("!opencl:*"), "hvc?");
  EXPECT_EQ(mayBeSeen("!opencl:gpu;!host:0"), "hovc?") << "another device may be left";
  EXPECT_EQ(mayBeSeen("*:cpu;!vulkan:*"), "hoc?");
  EXPECT_EQ(mayBeSeen("hip:*"), "?");
}

/// Returns the selected parts of a device with two sub-devices of two parts each.
std::string partsSeen(std::string_view text, const SelectableDevice &device) {
  const Result<DeviceSelector> selector = DeviceSelector::parse(text);
  if (!selector)
    return selector.error().message;
  std::string names = selector->accepts(device) ? "all" : "";
  for (uint32_t i = 0; i < 2; ++i) {
    if (selector->accepts(device, std::array{i}))
      names += fmt::format(" {}", i);
    for (uint32_t j = 0; j < 2; ++j)
      if (selector->accepts(device, std::array{i, j}))
        names += fmt::format(" {}.{}", i, j);
  }
  return names;
}

TEST(DeviceSelector, SelectsParts) {
  EXPECT_EQ(partsSeen("*:0", kOpenclGpu), "all");
  EXPECT_EQ(partsSeen("*:0.1", kOpenclGpu), " 1");
  EXPECT_EQ(partsSeen("*:0.1", kOpenclCpu), "");
  EXPECT_EQ(partsSeen("opencl:1.*", kOpenclCpu), " 0 1");
  EXPECT_EQ(partsSeen("*:*.*", kHost), " 0 1");
  EXPECT_EQ(partsSeen("*:0.1.0", kHost), " 1.0");
  EXPECT_EQ(partsSeen("*:0.1.*,0", kHost), "all 1.0 1.1");
  EXPECT_EQ(partsSeen("*:*.*.*", kHost), " 0.0 0.1 1.0 1.1");
}

TEST(DeviceSelector, ExcludesADeviceWithItsParts) {
  EXPECT_EQ(partsSeen("*:*.*;!native_cpu:0", kHost), "");
  EXPECT_EQ(partsSeen("*:*.*;!native_cpu:0", kOpenclGpu), " 0 1");
  EXPECT_EQ(partsSeen("!opencl:gpu", kHost), "all")
      << "parts are seen only when they are asked for";
}

TEST(DeviceSelector, ReportsThePartDepth) {
  const auto depth = [](std::string_view text, const SelectableDevice &device) {
    return (*DeviceSelector::parse(text)).partDepth(device);
  };
  EXPECT_EQ(depth("*:*", kHost), 0u);
  EXPECT_EQ(depth("*:0.1,0", kHost), 1u);
  EXPECT_EQ(depth("*:0.1,0.*.*", kHost), 2u);
  EXPECT_EQ(depth("*:1.1", kHost), 0u) << "of another device";
  EXPECT_EQ(depth("opencl:0.1", kHost), 0u);
  EXPECT_EQ(depth("*:0.1;!host:*", kHost), 0u);
}

TEST(DeviceSelector, QuotesTheWordAndNamesTheNearest) {
  EXPECT_EQ(seen("opncl:gpu"),
            "'opncl' is not a backend of ONEAPI_DEVICE_SELECTOR; 'opencl' is the nearest of "
            "level_zero, opencl, cuda, hip, native_cpu, offload, host, vulkan and *.");
  EXPECT_EQ(
      seen("*:*;Levelzero:gpu"),
      "'Levelzero' is not a backend of ONEAPI_DEVICE_SELECTOR; 'level_zero' is the nearest of "
      "level_zero, opencl, cuda, hip, native_cpu, offload, host, vulkan and *.");
  EXPECT_EQ(seen("opencl:gpu,GPUS"),
            "'GPUS' is not a device of ONEAPI_DEVICE_SELECTOR; 'gpu' is the nearest of cpu, gpu, "
            "fpga, *, a number, and sub-devices such as 0.1, 0.* and *.*.");
}

TEST(DeviceSelector, NamesAllWordsWhenNoneIsNear) {
  EXPECT_EQ(seen("metal:gpu"),
            "'metal' is not a backend of ONEAPI_DEVICE_SELECTOR; one of level_zero, opencl, cuda, "
            "hip, native_cpu, offload, host, vulkan and * was expected.");
  EXPECT_EQ(seen("opencl:"),
            "'' is not a device of ONEAPI_DEVICE_SELECTOR; one of cpu, gpu, fpga, *, a number, and "
            "sub-devices such as 0.1, 0.* and *.* was expected.");
}

TEST(DeviceSelector, ShowsWhatALoneWordCouldMean) {
  EXPECT_EQ(seen("*:*;gpu"),
            "'gpu' in ONEAPI_DEVICE_SELECTOR names no devices; backend:devices was expected, as in "
            "*:gpu.");
  EXPECT_EQ(seen("opencl"),
            "'opencl' in ONEAPI_DEVICE_SELECTOR names no devices; backend:devices was expected, as "
            "in opencl:*.");
  EXPECT_EQ(seen("!anything"),
            "'!anything' in ONEAPI_DEVICE_SELECTOR names no devices; backend:devices was expected, "
            "as in opencl:gpu or *:0.");
}

TEST(DeviceSelector, RefusesToExcludeParts) {
  EXPECT_EQ(seen("*:*;!opencl:0.1"),
            "'0.1' in ONEAPI_DEVICE_SELECTOR stands in a term with '!', which takes whole devices "
            "away; '0' was expected.");
}

TEST(DeviceSelector, RefusesEmptyTerms) {
  EXPECT_EQ(seen("*:cpu;"),
            "ONEAPI_DEVICE_SELECTOR has an empty term ''; terms are separated by one "
            "';', and there is none at the end.");
}

TEST(DeviceSelector, RefusesWhatIsNoSelector) {
  for (const char *text :
       {"",     ":",    "opencl:", ";",       "!",       "*:-1",    "*:0x1",     "*:4294967296",
        " *:*", "*:,",  "!!*:*",   "*:* ",    "*:*;",    ";*:*",    "*:*;;*:*",  "*:cpu,",
        "*:0.", "*:.1", "*:*.1",   "*:0.*.1", "*:0.cpu", "*:cpu.0", "*:0.0.0.0", "*:0.-1"}) {
    const Result<DeviceSelector> selector = DeviceSelector::parse(text);
    ASSERT_FALSE(selector) << text;
    EXPECT_EQ(selector.error().code, UR_RESULT_ERROR_INVALID_VALUE) << text;
  }
}

} // namespace
} // namespace ursa::core::loader
