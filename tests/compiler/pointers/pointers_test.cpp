// Every built-in function of OpenCL C that takes a pointer, on every device: the kernels of
// generate.py, compiled for several versions of the language, write what it says. And kernels in
// the styles of public collections, which write the same on every device.
#include "client/device_memory.h"
#include "client/devices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <tuple>

namespace ursa {
namespace {

constexpr size_t kOutBytes = 65536;
constexpr int kMostFailures = 10; ///< of a kernel that are printed

/// A value that a kernel writes.
struct Expected {
  size_t offset = 0;
  std::string type; ///< "u8" to "u64", "f32", "f64"
  std::string value;
  double tolerance = 0; ///< the largest relative error; else the bits are compared
  std::string label;
};

struct Kernel {
  std::string name;
  size_t items = 1; ///< work-items, of one group
  std::vector<Expected> values;
};

std::vector<Kernel> readTable(const std::string &path) {
  std::vector<Kernel> kernels;
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    if (line.starts_with("kernel ")) {
      Kernel &kernel = kernels.emplace_back();
      words >> kernel.name >> kernel.name >> kernel.items;
    } else {
      Expected value;
      words >> value.offset >> value.type >> value.value >> value.tolerance >> value.label;
      kernels.back().values.push_back(value);
    }
  }
  return kernels;
}

template <class T> T at(const std::vector<std::byte> &bytes, size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(value));
  return value;
}

uint64_t bitsAt(const std::vector<std::byte> &bytes, const Expected &value) {
  switch (value.type.back()) {
  case '8':
    return at<uint8_t>(bytes, value.offset);
  case '6':
    return at<uint16_t>(bytes, value.offset);
  case '2':
    return at<uint32_t>(bytes, value.offset);
  default:
    return at<uint64_t>(bytes, value.offset);
  }
}

/// Describes the difference of a value from the expected one; empty if there is none.
std::string problemOf(const std::vector<std::byte> &bytes, const Expected &value) {
  std::ostringstream text;
  if (value.tolerance > 0) {
    const double wanted = std::stod(value.value);
    const double found = value.type == "f32" ? static_cast<double>(at<float>(bytes, value.offset))
                                             : at<double>(bytes, value.offset);
    if (!(std::abs(found - wanted) <= value.tolerance * std::max(1.0, std::abs(wanted))))
      text << value.label << " is " << found << ", not " << wanted;
    return text.str();
  }
  const uint64_t wanted = std::stoull(value.value), found = bitsAt(bytes, value);
  if (found != wanted)
    text << value.label << " has the bits 0x" << std::hex << found << ", not 0x" << wanted;
  return text.str();
}

/// A device with the images of a file.
class Runner {
public:
  Runner(const client::Device &device, const std::string &images)
      : device_(device), session_(device) {
    check(ursaImagesLoad(images.c_str(), &images_.handle));
    check(ursaBundleCreate(session_.context.get(), 1, &device_.handle, images_.handle,
                           URSA_SPECIALIZATION_MODE_AUTO, bundle_.out()));
    check(ursaBundleBuild(bundle_.get(), nullptr));
  }

  /// The output of a kernel with memory for input and output.
  std::vector<std::byte> run(const std::string &name, size_t global, size_t local,
                             const std::vector<std::byte> &input, std::vector<std::byte> output,
                             bool hasConstant, bool hasNumber) {
    client::KernelHandle kernel;
    check(ursaBundleGetKernel(bundle_.get(), device_.handle, name.c_str(), kernel.out()));
    client::DeviceMemory in(session_, input.size()), out(session_, output.size());
    in.upload(input);
    out.upload(output);
    const uint64_t zero = 0; // an index that no compiler knows
    std::vector<ursa_kernel_arg_t> arguments = {in.argument(), out.argument()};
    if (hasNumber)
      arguments.push_back({UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(zero), &zero});
    if (hasConstant)
      arguments.push_back(in.argument());
    check(ursaEnqueueKernelLaunch(session_.queue.get(), kernel.get(), 1, nullptr, &global, &local,
                                  static_cast<uint32_t>(arguments.size()), arguments.data(), 0,
                                  nullptr, nullptr));
    check(urQueueFinish(session_.queue.get()));
    out.download(output);
    return output;
  }

private:
  static void check(ur_result_t result) {
    if (result == UR_RESULT_SUCCESS)
      return;
    const char *text = nullptr;
    ursaGetLastError(&text);
    throw std::runtime_error(text && *text ? text : "a call failed without a sentence");
  }

  struct Images {
    ~Images() {
      if (handle)
        ursaImagesRelease(handle);
    }
    ursa_images_handle_t handle = nullptr;
  };

  const client::Device &device_;
  client::Session session_;
  Images images_;
  client::BundleHandle bundle_;
};

std::vector<std::byte> readBytes(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::vector<std::byte> bytes(text.size());
  if (!text.empty())
    std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

std::vector<const client::Device *> devicesOf(const client::DeviceList &devices,
                                              const char *adapter) {
  std::vector<const client::Device *> found;
  for (const client::Device &device : devices.all())
    if (device.adapterName == adapter)
      found.push_back(&device);
  EXPECT_FALSE(found.empty()) << "no device of the adapter " << adapter;
  return found;
}

/// The variant in which all kernels run on Vulkan: it has generic pointers and is optimized.
constexpr std::string_view kWholeVulkanVariant = "CL3.0-O2";

/// A folder of kernels, and an adapter.
using Parameters = std::tuple<const char *, const char *>;
class PointerBuiltins : public testing::TestWithParam<Parameters> {};

std::string nameOf(const testing::TestParamInfo<Parameters> &parameters) {
  std::string name = std::get<0>(parameters.param);
  name = name + "_" + std::get<1>(parameters.param);
  for (char &letter : name)
    letter = std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
  return name;
}

TEST_P(PointerBuiltins, WriteWhatTheyShould) {
  const auto [variant, adapter] = GetParam();
  const std::string files = std::string(URSA_POINTERS_DIR) + "/" + variant + "/pointers";
  const std::vector<Kernel> kernels = readTable(files + ".txt");
  const std::vector<std::byte> input = readBytes(files + ".in");
  ASSERT_FALSE(kernels.empty());
  // A Vulkan driver compiles each kernel for long: there, every kernel runs in one variant, and
  // every fourth one in the others.
  const bool isWhole =
      std::string_view(adapter) != "vulkan" || std::string_view(variant) == kWholeVulkanVariant;
  const size_t step = isWhole ? 1 : 4;
  const client::DeviceList devices;
  for (const client::Device *device : devicesOf(devices, adapter)) {
    Runner runner(*device, files + ".ursa");
    for (size_t i = 0; i < kernels.size(); i += step) {
      const Kernel &kernel = kernels[i];
      SCOPED_TRACE(device->selector + " " + kernel.name);
      const bool hasConstant = kernel.name.find("_constant_") != std::string::npos;
      const std::vector<std::byte> output =
          runner.run(kernel.name, kernel.items, kernel.items, input,
                     std::vector<std::byte>(kOutBytes, std::byte{0xEE}), hasConstant, true);
      int failures = 0;
      for (const Expected &value : kernel.values)
        if (const std::string problem = problemOf(output, value); !problem.empty())
          if (++failures <= kMostFailures)
            ADD_FAILURE() << problem;
      EXPECT_LE(failures, kMostFailures);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, PointerBuiltins,
                         testing::Combine(testing::Values("CL1.2-O2", "CL2.0-O0", "CL3.0-O2"),
                                          testing::Values("host", "opencl", "vulkan")),
                         nameOf);

class KernelCollection : public testing::TestWithParam<Parameters> {};

TEST_P(KernelCollection, WritesTheSameAsOnTheHost) {
  constexpr size_t kFloats = 256, kItems = 64, kGroup = 16;
  const auto [variant, adapter] = GetParam();
  const std::string file = std::string(URSA_POINTERS_DIR) + "/" + variant + "/collection.ursa";
  std::vector<std::byte> input(kFloats * sizeof(float));
  for (size_t i = 0; i < kFloats; ++i) {
    const float value = (static_cast<float>(i * 37 % 101) - 50) / 8;
    std::memcpy(input.data() + i * sizeof(value), &value, sizeof(value));
  }
  std::ifstream source(URSA_COLLECTION);
  ASSERT_TRUE(source) << URSA_COLLECTION;
  std::vector<std::string> names;
  bool needsGeneric = false;
  for (std::string line; std::getline(source, line);) {
    if (line == "#if __OPENCL_C_VERSION__ >= 200")
      needsGeneric = true;
    if (line.starts_with("kernel void ") &&
        !(needsGeneric && std::string(variant).starts_with("CL1.2")))
      names.push_back(line.substr(12, line.find('(') - 12));
  }
  ASSERT_GT(names.size(), 15U);
  const client::DeviceList devices;
  Runner host(*devicesOf(devices, "host").at(0), file);
  for (const client::Device *device : devicesOf(devices, adapter)) {
    Runner runner(*device, file);
    for (const std::string &name : names) {
      SCOPED_TRACE(device->selector + " " + name);
      const std::vector<std::byte> zeros(input.size());
      EXPECT_EQ(runner.run(name, kItems, kGroup, input, zeros, false, false),
                host.run(name, kItems, kGroup, input, zeros, false, false));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, KernelCollection,
                         testing::Combine(testing::Values("CL1.2-O0", "CL1.2-O2", "CL2.0-O0",
                                                          "CL2.0-O2", "CL3.0-O0", "CL3.0-O2"),
                                          testing::Values("opencl", "vulkan")),
                         nameOf);

} // namespace
} // namespace ursa
