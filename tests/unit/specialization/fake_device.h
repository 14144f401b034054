// A mock adapter that behaves like a small device: it accepts images for the target "fake", creates
// programs, kernels and buffers, and records its calls. Tests may add expectations.
#pragma once

#include "mock/mock_adapter.h"
#include "mock/mock_loader.h"
#include "support/background_worker.h"
#include "support/container_builder.h"
#include "support/image_requirements.h"
#include "support/launch_compilation.h"

#include "ursa.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ursa::testing {

using ::testing::_;
using ::testing::Invoke;
using ::testing::Return;

/// The constants of nativeProperties() and emulatedProperties().
struct Constants {
  int32_t scale = 3;
  struct Pair {
    int8_t small = 7;
    int32_t large = 9;
  } pair;

  std::vector<uint8_t> blob() const { return bytesOf(scale, int32_t{pair.small}, pair.large); }
};

inline std::vector<std::byte> bothImages() {
  return concatenate(buildImage("fake", "k", nativeProperties(), "native code"),
                     buildImage("fake+emulated", "k", emulatedProperties(), "emulated code"));
}

inline std::string lastSentence() {
  const char *message = nullptr;
  ursaGetLastError(&message);
  return message ? message : "";
}

class FakeDevice {
public:
  explicit FakeDevice(bool specializes) : specializes_(specializes) {
    context = mock.make<ur_context_handle_t>();
    device = mock.make<ur_device_handle_t>();
    queue = mock.make<ur_queue_handle_t>();
    installDevice();
    installPrograms();
    installMemory();
  }

  ~FakeDevice() { stopBackgroundWorker(); } // builds in the background use the members below
  FakeDevice(const FakeDevice &) = delete;
  FakeDevice &operator=(const FakeDevice &) = delete;

  std::unique_ptr<MockLoader> loader = std::make_unique<MockLoader>();
  MockAdapter mock;
  ur_context_handle_t context;
  ur_device_handle_t device;
  ur_queue_handle_t queue;

  /// Guards the records while builds run in the background.
  std::mutex mutex;
  /// The recorded calls, newest last.
  std::vector<std::string> codes;                                ///< code of each program
  std::vector<std::map<uint32_t, std::vector<uint8_t>>> flushes; ///< numeric id → value
  std::map<ur_mem_handle_t, std::vector<uint8_t>> memory;        ///< live buffers
  std::vector<std::vector<ur_exp_kernel_arg_properties_t>> launches;
  std::vector<ur_kernel_handle_t> launchedKernels;
  std::vector<std::string> builds; ///< options of each build

  /// The properties that the device reports.
  std::set<std::string, std::less<>> targets = {"fake"};
  std::set<std::string, std::less<>>
      abilities; ///< kernel requirements that the device meets, each as one string
  bool compilesAtLaunch = false;
  std::optional<std::string> ilVersion; ///< none: the query is unsupported
  ur_backend_t backend = UR_BACKEND_UNKNOWN;

  /// Returns the contents of the emulation buffer that a launch received; empty if it received
  /// null.
  std::vector<uint8_t> bufferOf(const std::vector<ur_exp_kernel_arg_properties_t> &args) const {
    const ur_exp_kernel_arg_properties_t &last = args.back();
    if (last.type == UR_EXP_KERNEL_ARG_TYPE_POINTER)
      return {};
    return memory.at(last.value.memObjTuple.hMem);
  }

  ur_result_t launch(ur_kernel_handle_t kernel) {
    const size_t global = 1;
    const int32_t number = 5;
    const ursa_kernel_arg_t args[] = {{UR_EXP_KERNEL_ARG_TYPE_POINTER, 0, nullptr},
                                      {UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(number), &number}};
    return ursaEnqueueKernelLaunch(queue, kernel, 1, nullptr, &global, nullptr, 2, args, 0, nullptr,
                                   nullptr);
  }

private:
  static ur_result_t answer(const void *from, size_t bytes, void *value, size_t *size) {
    if (value)
      std::memcpy(value, from, bytes);
    if (size)
      *size = bytes;
    return UR_RESULT_SUCCESS;
  }

  void installDevice() {
    platform_ = mock.make<ur_platform_handle_t>();
    ON_CALL(mock.on<core::api::Function::urDeviceSelectBinary>(), Call)
        .WillByDefault([this](ur_device_handle_t, const ur_device_binary_t *binaries,
                              uint32_t count, uint32_t *selected) {
          for (uint32_t index = 0; index < count; ++index) {
            const auto *required = static_cast<const ImageRequirements *>(binaries[index].pNext);
            if (required && !abilities.contains(std::string_view(required->requirements)))
              continue;
            if (targets.contains(std::string_view(binaries[index].pDeviceTargetSpec))) {
              *selected = index;
              return UR_RESULT_SUCCESS;
            }
          }
          return UR_RESULT_ERROR_INVALID_BINARY;
        });
    ON_CALL(mock.on<core::api::Function::urDeviceGetInfo>(), Call)
        .WillByDefault(
            [this](ur_device_handle_t, ur_device_info_t name, size_t, void *value, size_t *size) {
              const ur_bool_t specializes = specializes_;
              const ur_bool_t compiles = compilesAtLaunch;
              switch (static_cast<uint32_t>(name)) {
              case kCompilesAtLaunch:
                return answer(&compiles, sizeof(compiles), value, size);
              case UR_DEVICE_INFO_NAME:
                return answer("Fake Device", sizeof("Fake Device"), value, size);
              case UR_DEVICE_INFO_PLATFORM:
                return answer(&platform_, sizeof(platform_), value, size);
              case UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS:
                return answer(&specializes, sizeof(specializes), value, size);
              case UR_DEVICE_INFO_IL_VERSION:
                if (ilVersion)
                  return answer(ilVersion->c_str(), ilVersion->size() + 1, value, size);
                [[fallthrough]];
              default:
                return UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION;
              }
            });
    ON_CALL(mock.on<core::api::Function::urPlatformGetInfo>(), Call)
        .WillByDefault([this](ur_platform_handle_t, ur_platform_info_t name, size_t, void *value,
                              size_t *size) {
          if (name != UR_PLATFORM_INFO_BACKEND)
            return UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION;
          return answer(&backend, sizeof(backend), value, size);
        });
    mock.on<core::api::Function::urDeviceRetain>();
    mock.on<core::api::Function::urDeviceRelease>();
    ON_CALL(mock.on<core::api::Function::urContextGetInfo>(), Call)
        .WillByDefault(
            [this](ur_context_handle_t, ur_context_info_t, size_t, void *value, size_t *size) {
              if (size)
                *size = sizeof(device);
              if (value)
                std::memcpy(value, &device, sizeof(device));
              return UR_RESULT_SUCCESS;
            });
    mock.on<core::api::Function::urContextRetain>();
    mock.on<core::api::Function::urContextRelease>();
  }

  void installPrograms() {
    ON_CALL(mock.on<core::api::Function::urProgramCreateWithBinary>(), Call)
        .WillByDefault([this](ur_context_handle_t, uint32_t, ur_device_handle_t *, size_t *lengths,
                              const uint8_t **binaries, const ur_program_properties_t *,
                              ur_program_handle_t *program) {
          const std::lock_guard lock(mutex);
          codes.emplace_back(reinterpret_cast<const char *>(binaries[0]), lengths[0]);
          *program = mock.make<ur_program_handle_t>();
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(mock.on<core::api::Function::urProgramCreateWithIL>(), Call)
        .WillByDefault([this](ur_context_handle_t, const void *il, size_t length,
                              const ur_program_properties_t *, ur_program_handle_t *program) {
          codes.emplace_back(static_cast<const char *>(il), length);
          *program = mock.make<ur_program_handle_t>();
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(mock.on<core::api::Function::urProgramSetSpecializationConstants>(), Call)
        .WillByDefault([this](ur_program_handle_t, uint32_t count,
                              const ur_specialization_constant_info_t *infos) {
          const std::lock_guard lock(mutex);
          auto &flush = flushes.emplace_back();
          for (uint32_t i = 0; i < count; ++i) {
            const auto *bytes = static_cast<const uint8_t *>(infos[i].pValue);
            flush[infos[i].id] = {bytes, bytes + infos[i].size};
          }
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(mock.on<core::api::Function::urProgramBuild>(), Call)
        .WillByDefault([this](ur_context_handle_t, ur_program_handle_t, const char *options) {
          const std::lock_guard lock(mutex);
          builds.emplace_back(options ? options : "");
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(mock.on<core::api::Function::urKernelCreate>(), Call)
        .WillByDefault([this](ur_program_handle_t, const char *, ur_kernel_handle_t *kernel) {
          *kernel = mock.make<ur_kernel_handle_t>();
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(mock.on<core::api::Function::urEnqueueKernelLaunchWithArgsExp>(), Call)
        .WillByDefault([this](ur_queue_handle_t, ur_kernel_handle_t kernel, uint32_t,
                              const size_t *, const size_t *, const size_t *, uint32_t count,
                              const ur_exp_kernel_arg_properties_t *args,
                              const ur_kernel_launch_ext_properties_t *, uint32_t,
                              const ur_event_handle_t *, ur_event_handle_t *) {
          const std::lock_guard lock(mutex);
          launches.emplace_back(args, args + count);
          launchedKernels.push_back(kernel);
          return UR_RESULT_SUCCESS;
        });
    mock.on<core::api::Function::urProgramRetain>();
    mock.on<core::api::Function::urProgramRelease>();
    mock.on<core::api::Function::urKernelRetain>();
    mock.on<core::api::Function::urKernelRelease>();
  }

  void installMemory() {
    ON_CALL(mock.on<core::api::Function::urMemBufferCreate>(), Call)
        .WillByDefault([this](ur_context_handle_t, ur_mem_flags_t flags, size_t size,
                              const ur_buffer_properties_t *properties, ur_mem_handle_t *buffer) {
          EXPECT_EQ(flags, ur_mem_flags_t{UR_MEM_FLAG_READ_ONLY} |
                               ur_mem_flags_t{UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER});
          const auto *bytes = static_cast<const uint8_t *>(properties->pHost);
          const std::lock_guard lock(mutex);
          *buffer = mock.make<ur_mem_handle_t>();
          memory[*buffer] = {bytes, bytes + size};
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(mock.on<core::api::Function::urMemRelease>(), Call)
        .WillByDefault([this](ur_mem_handle_t buffer) {
          const std::lock_guard lock(mutex);
          EXPECT_EQ(memory.erase(buffer), 1u);
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(mock.on<core::api::Function::urEnqueueEventsWait>(), Call)
        .WillByDefault([this](ur_queue_handle_t, uint32_t, const ur_event_handle_t *,
                              ur_event_handle_t *event) {
          *event = mock.make<ur_event_handle_t>();
          return UR_RESULT_SUCCESS;
        });
    mock.on<core::api::Function::urEventWait>();
    mock.on<core::api::Function::urQueueRetain>();
    mock.on<core::api::Function::urQueueFinish>();
  }

  const bool specializes_;
  ur_platform_handle_t platform_ = nullptr;
};

/// Images and a bundle of them on a fake device. Both are released at the end.
class TestBundle {
public:
  TestBundle(FakeDevice &fake, const std::vector<std::byte> &container,
             ursa_specialization_mode_t mode = URSA_SPECIALIZATION_MODE_AUTO) {
    ursa_images_handle_t images = nullptr;
    EXPECT_EQ(ursaImagesCreate(container.data(), container.size(), &images), UR_RESULT_SUCCESS)
        << lastSentence();
    result = ursaBundleCreate(fake.context, 1, &fake.device, images, mode, &handle);
    ursaImagesRelease(images);
  }
  ~TestBundle() {
    if (handle) {
      EXPECT_EQ(ursaBundleRelease(handle), UR_RESULT_SUCCESS);
    }
  }
  TestBundle(const TestBundle &) = delete;
  TestBundle &operator=(const TestBundle &) = delete;

  template <class T> ur_result_t set(const char *id, const T &value) {
    return ursaBundleSetSpecializationConstant(handle, id, sizeof(value), &value);
  }
  template <class T> T get(const char *id) {
    T value{};
    EXPECT_EQ(ursaBundleGetSpecializationConstant(handle, id, sizeof(value), &value, nullptr),
              UR_RESULT_SUCCESS)
        << lastSentence();
    return value;
  }
  ur_result_t build(const char *options = nullptr) { return ursaBundleBuild(handle, options); }
  ur_kernel_handle_t kernel(const char *name = "k") {
    ur_kernel_handle_t kernel = nullptr;
    EXPECT_EQ(ursaBundleGetKernel(handle, nullptr, name, &kernel), UR_RESULT_SUCCESS)
        << lastSentence();
    return kernel;
  }

  ur_result_t result = UR_RESULT_SUCCESS;
  ursa_bundle_handle_t handle = nullptr;
};

} // namespace ursa::testing
