// Every built-in function of OpenCL C that takes a pointer, on every device: the kernels of
// generate.py, compiled for several versions of the language, write what it says.
#include "tools/client/device_memory.h"
#include "tools/client/devices.h"
#include "tools/client/failure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
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

/// What is wrong with a value; empty when nothing is.
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

std::string lastError() {
  const char *text = nullptr;
  ursaGetLastError(&text);
  return text ? text : "";
}

struct ImagesHandle {
  ~ImagesHandle() {
    if (handle)
      ursaImagesRelease(handle);
  }
  ursa_images_handle_t handle = nullptr;
};

/// All kernels of a folder on one device.
void runAll(const client::Device &device, ursa_images_handle_t images,
            const std::vector<Kernel> &kernels, const std::vector<std::byte> &input) {
  client::Session session(device);
  client::BundleHandle bundle;
  ASSERT_EQ(ursaBundleCreate(session.context.get(), 1, &device.handle, images,
                             URSA_SPECIALIZATION_MODE_AUTO, bundle.out()),
            UR_RESULT_SUCCESS)
      << lastError();
  ASSERT_EQ(ursaBundleBuild(bundle.get(), nullptr), UR_RESULT_SUCCESS) << lastError();
  client::DeviceMemory memory(session, input.size()), out(session, kOutBytes);
  for (const Kernel &kernel : kernels) {
    SCOPED_TRACE(device.selector + " " + kernel.name);
    client::KernelHandle handle;
    ASSERT_EQ(ursaBundleGetKernel(bundle.get(), device.handle, kernel.name.c_str(), handle.out()),
              UR_RESULT_SUCCESS)
        << lastError();
    std::vector<std::byte> bytes(kOutBytes, std::byte{0xEE});
    out.upload(bytes);
    memory.upload(input);
    const uint64_t offset = 0; // a vector's index that no compiler knows
    const ursa_kernel_arg_t number = {UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(offset), &offset};
    std::vector<ursa_kernel_arg_t> arguments = {memory.argument(), out.argument(), number};
    if (kernel.name.find("_constant_") != std::string::npos)
      arguments.push_back(memory.argument());
    ASSERT_EQ(ursaEnqueueKernelLaunch(session.queue.get(), handle.get(), 1, nullptr, &kernel.items,
                                      &kernel.items, static_cast<uint32_t>(arguments.size()),
                                      arguments.data(), 0, nullptr, nullptr),
              UR_RESULT_SUCCESS)
        << lastError();
    ASSERT_EQ(urQueueFinish(session.queue.get()), UR_RESULT_SUCCESS);
    out.download(bytes);
    int failures = 0;
    for (const Expected &value : kernel.values)
      if (const std::string problem = problemOf(bytes, value); !problem.empty()) {
        if (++failures <= kMostFailures)
          ADD_FAILURE() << problem;
      }
    EXPECT_LE(failures, kMostFailures);
  }
}

/// A folder of kernels, and an adapter.
class PointerBuiltins : public testing::TestWithParam<std::tuple<const char *, const char *>> {};

TEST_P(PointerBuiltins, WriteWhatTheyShould) {
  const auto [variant, adapter] = GetParam();
  const std::string folder = std::string(URSA_POINTERS_DIR) + "/" + variant;
  const std::vector<Kernel> kernels = readTable(folder + "/pointers.txt");
  ASSERT_FALSE(kernels.empty());
  std::ifstream file(folder + "/pointers.in", std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  ASSERT_FALSE(text.empty());
  std::vector<std::byte> input(text.size());
  std::memcpy(input.data(), text.data(), text.size());
  const client::DeviceList devices;
  ImagesHandle images;
  ASSERT_EQ(ursaImagesLoad((folder + "/pointers.ursa").c_str(), &images.handle), UR_RESULT_SUCCESS)
      << lastError();
  int count = 0;
  for (const client::Device &device : devices.all())
    if (device.adapterName == adapter) {
      ++count;
      runAll(device, images.handle, kernels, input);
    }
  EXPECT_GT(count, 0) << "no device of the adapter " << adapter;
}

INSTANTIATE_TEST_SUITE_P(, PointerBuiltins,
                         testing::Combine(testing::Values("CL1.2-O2", "CL2.0-O0", "CL3.0-O2"),
                                          testing::Values("host", "opencl", "vulkan")),
                         [](const auto &parameters) {
                           std::string name = std::string(std::get<0>(parameters.param)) + "_" +
                                              std::get<1>(parameters.param);
                           for (char &letter : name)
                             letter =
                                 std::isalnum(static_cast<unsigned char>(letter)) ? letter : '_';
                           return name;
                         });

} // namespace
} // namespace ursa
