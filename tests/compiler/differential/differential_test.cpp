// The same kernels on two ways: as SPIR-V on the first OpenCL device, and as a host image by the
// JIT, which knows nothing of SPIR-V. Their outputs must be the same.
#include "client/devices.h"
#include "support/expect_ok.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

namespace ursa {
namespace {

constexpr size_t kBytes = 256; ///< of input and of output, each
/// Bytes of the input: small numbers, large ones, and floats of both signs.
constexpr int kInputs = 6;

std::vector<uint8_t> read(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}

template <class T> void put(std::vector<uint8_t> &bytes, size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
}

std::vector<uint8_t> input(int number) {
  std::vector<uint8_t> bytes(kBytes);
  for (size_t i = 0; i < kBytes; ++i)
    bytes[i] =
        static_cast<uint8_t>((i * 37 + static_cast<size_t>(number) * 101) * 2654435761U >> 13);
  switch (number) {
  case 0:
    std::fill(bytes.begin(), bytes.end(), uint8_t{0});
    break;
  case 1:
    for (size_t i = 0; i < kBytes; i += 8)
      put<uint64_t>(bytes, i, i / 8 + 2);
    break;
  case 2:
    for (size_t i = 0; i < kBytes; i += 4)
      put<float>(bytes, i, 0.5F + static_cast<float>(i) / 16);
    break;
  case 3:
    for (size_t i = 0; i < kBytes; i += 8)
      put<double>(bytes, i, -1.75 + static_cast<double>(i) / 8);
    break;
  default:
    break;
  }
  return bytes;
}

/// One device with one program.
class Runner {
public:
  explicit Runner(const client::Device &device) : session_(device) {}
  ~Runner() {
    for (void *memory : {in_, out_})
      if (memory)
        urUSMFree(session_.context.get(), memory);
    if (program_)
      urProgramRelease(program_);
  }

  void load(const std::vector<uint8_t> &code, bool isIl) {
    for (void **memory : {&in_, &out_})
      ASSERT_OK(urUSMSharedAlloc(session_.context.get(), session_.device.handle, nullptr, nullptr,
                                 kBytes, memory));
    if (isIl) {
      ASSERT_OK(urProgramCreateWithIL(session_.context.get(), code.data(), code.size(), nullptr,
                                      &program_));
    } else {
      size_t size = code.size();
      const uint8_t *data = code.data();
      ur_device_handle_t device = session_.device.handle;
      ASSERT_OK(urProgramCreateWithBinary(session_.context.get(), 1, &device, &size, &data, nullptr,
                                          &program_));
    }
    ASSERT_OK(urProgramBuild(session_.context.get(), program_, nullptr)) << buildLog();
  }

  std::vector<std::string> kernels() const {
    size_t size = 0;
    EXPECT_OK(urProgramGetInfo(program_, UR_PROGRAM_INFO_KERNEL_NAMES, 0, nullptr, &size));
    std::string text(size, '\0');
    EXPECT_OK(urProgramGetInfo(program_, UR_PROGRAM_INFO_KERNEL_NAMES, size, text.data(), nullptr));
    std::vector<std::string> names;
    std::istringstream words(text.c_str());
    for (std::string name; std::getline(words, name, ';');)
      names.push_back(name);
    return names;
  }

  /// The outputs of kernel @p name for each input, one behind the other.
  std::vector<uint8_t> run(const std::string &name) {
    std::vector<uint8_t> results;
    ur_kernel_handle_t kernel = nullptr;
    EXPECT_OK(urKernelCreate(program_, name.c_str(), &kernel)) << name;
    for (int number = 0; kernel && number < kInputs; ++number) {
      const std::vector<uint8_t> bytes = input(number);
      std::memcpy(in_, bytes.data(), kBytes);
      std::memset(out_, 0x11, kBytes);
      const ur_exp_kernel_arg_properties_t arguments[] = {argument(0, in_), argument(1, out_)};
      const size_t one = 1;
      EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(session_.queue.get(), kernel, 1, nullptr, &one,
                                                 nullptr, 2, arguments, nullptr, 0, nullptr,
                                                 nullptr));
      EXPECT_OK(urQueueFinish(session_.queue.get()));
      const auto *begin = static_cast<const uint8_t *>(out_);
      results.insert(results.end(), begin, begin + kBytes);
    }
    if (kernel)
      urKernelRelease(kernel);
    return results;
  }

private:
  std::string buildLog() const {
    size_t size = 0;
    urProgramGetBuildInfo(program_, session_.device.handle, UR_PROGRAM_BUILD_INFO_LOG, 0, nullptr,
                          &size);
    std::string log(size, '\0');
    urProgramGetBuildInfo(program_, session_.device.handle, UR_PROGRAM_BUILD_INFO_LOG, size,
                          log.data(), nullptr);
    return log;
  }

  static ur_exp_kernel_arg_properties_t argument(uint32_t index, const void *pointer) {
    ur_exp_kernel_arg_properties_t made{};
    made.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
    made.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    made.index = index;
    made.size = sizeof(pointer);
    made.value.pointer = pointer;
    return made;
  }

  client::Session session_;
  ur_program_handle_t program_ = nullptr;
  void *in_ = nullptr;
  void *out_ = nullptr;
};

std::string words(const std::vector<uint8_t> &bytes, size_t at) {
  std::ostringstream text;
  for (size_t i = at / kBytes * kBytes; i < std::min(bytes.size(), at / kBytes * kBytes + 32); ++i)
    text << " " << static_cast<int>(bytes[i]);
  return text.str();
}

class Differential : public testing::TestWithParam<const char *> {};

TEST_P(Differential, SpirvAndHost) {
  const client::DeviceList devices;
  Runner host(devices.select("host:0")), opencl(devices.select("opencl:0"));
  const std::string path = std::string(URSA_IMAGE_DIR "/") + GetParam();
  ASSERT_NO_FATAL_FAILURE(host.load(read(path + ".bc"), /*isIl=*/false));
  ASSERT_NO_FATAL_FAILURE(opencl.load(read(path + ".spv"), /*isIl=*/true));
  const std::vector<std::string> kernels = host.kernels();
  EXPECT_FALSE(kernels.empty());
  for (const std::string &kernel : kernels) {
    const std::vector<uint8_t> expected = host.run(kernel), written = opencl.run(kernel);
    ASSERT_EQ(expected.size(), written.size());
    const auto place = std::mismatch(expected.begin(), expected.end(), written.begin()).first;
    const auto at = static_cast<size_t>(place - expected.begin());
    EXPECT_EQ(at, expected.size())
        << kernel << ", input " << at / kBytes << ", byte " << at % kBytes << "\n  host  "
        << words(expected, at) << "\n  SPIR-V" << words(written, at);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Differential,
                         testing::Values("aggregates", "atomics", "bits", "control", "floats",
                                         "integers", "memory"),
                         [](const auto &test) { return std::string(test.param); });

} // namespace
} // namespace ursa
