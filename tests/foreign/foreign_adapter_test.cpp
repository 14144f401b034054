// A foreign adapter under the loader: its objects, its commands, and specialization constants,
// which it knows nothing of.
#include "foreign/foreign_kernel.h"
#include "support/container_builder.h"
#include "support/expect_ok.h"
#include "unit/scoped_variable.h"

#include "ursa.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include <dlfcn.h>

namespace ursa::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char *kForeign = URSA_FOREIGN_FOLDER "/libur_adapter_foreign.so.0";
constexpr const char *kCaptured = URSA_FOREIGN_FOLDER "/libur_adapter_captured.so.0";
constexpr uint32_t kItems = 4;
using Numbers = std::array<int32_t, kItems>;

/// The kernel 'k': out[i] = i * scale + pair.large + summand, the constants from its last argument.
void kernelFunction(void *const *arguments, size_t item) {
  int32_t constants[3], summand = 0;
  std::memcpy(constants, arguments[2], sizeof(constants));
  std::memcpy(&summand, arguments[1], sizeof(summand));
  static_cast<int32_t *>(arguments[0])[item] =
      static_cast<int32_t>(item) * constants[0] + constants[2] + summand;
}

std::string binary() {
  foreign_binary_t code = {{}, "k", 3, kernelFunction};
  std::memcpy(code.magic, FOREIGN_MAGIC, sizeof(code.magic));
  return std::string(reinterpret_cast<const char *>(&code), sizeof(code));
}

/// The output of a compiler for several devices: SPIR-V with native constants, and a binary of the
/// foreign adapter that reads them from the buffer.
std::vector<std::byte> images() {
  constexpr std::string_view kSpirv("\x03\x02\x23\x07rest", 8);
  return concatenate(buildImage("spirv64", "k", nativeProperties(), kSpirv),
                     buildImage(FOREIGN_TARGET "+emulated", "k", emulatedProperties(), binary()));
}

std::string lastSentence() {
  const char *message = nullptr;
  ursaGetLastError(&message);
  return message ? message : "";
}

foreign_report_t adapterReport() {
  // Closed by nobody: the loader keeps it open.
  void *library = dlopen(kForeign, RTLD_NOLOAD | RTLD_LAZY);
  EXPECT_NE(library, nullptr);
  return reinterpret_cast<foreign_report_function_t>(dlsym(library, "foreignReport"))();
}

/// The loader with a device of the foreign adapter; at the end nothing may be left.
class ForeignAdapter : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_OK(urLoaderInit(0, nullptr));
    ASSERT_OK(urAdapterGet(1, &adapter, nullptr));
    ur_platform_handle_t platform = nullptr;
    ASSERT_OK(urPlatformGet(adapter, 1, &platform, nullptr));
    ASSERT_OK(urDeviceGet(platform, UR_DEVICE_TYPE_ALL, 1, &device, nullptr));
    ASSERT_OK(urContextCreate(1, &device, nullptr, &context));
    ASSERT_OK(urQueueCreate(context, device, nullptr, &queue));
    ASSERT_OK(
        urMemBufferCreate(context, UR_MEM_FLAG_READ_WRITE, sizeof(Numbers), nullptr, &buffer));
  }

  void TearDown() override {
    EXPECT_OK(urMemRelease(buffer));
    EXPECT_OK(urQueueRelease(queue));
    EXPECT_OK(urContextRelease(context));
    EXPECT_OK(urDeviceRelease(device));
    EXPECT_OK(urAdapterRelease(adapter));
    EXPECT_OK(urLoaderTearDown());
    EXPECT_EQ(adapterReport().objects, 0u) << "something was not released";
    EXPECT_EQ(adapterReport().lateCalls, 0u) << "something was called after the adapter's release";
  }

  ur_result_t createProgram(const std::vector<std::byte> &bytes, ur_program_handle_t *program) {
    size_t length = bytes.size();
    const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
    return urProgramCreateWithBinary(context, 1, &device, &length, &data, nullptr, program);
  }

  /// Runs the kernel with the summand 100; what it wrote.
  Numbers run(ur_kernel_handle_t kernel) {
    const int32_t summand = 100;
    ur_exp_kernel_arg_properties_t arguments[2] = {};
    arguments[0].stype = arguments[1].stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
    arguments[0].type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    arguments[0].size = sizeof(buffer);
    arguments[0].value.memObjTuple = {buffer, UR_MEM_FLAG_READ_WRITE};
    arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
    arguments[1].index = 1;
    arguments[1].size = sizeof(summand);
    arguments[1].value.value = &summand;
    const size_t global = kItems;
    EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(queue, kernel, 1, nullptr, &global, nullptr, 2,
                                               arguments, nullptr, 0, nullptr, nullptr))
        << lastSentence();
    Numbers numbers = {};
    EXPECT_OK(urEnqueueMemBufferRead(queue, buffer, true, 0, sizeof(numbers), numbers.data(), 0,
                                     nullptr, nullptr));
    return numbers;
  }

  ur_adapter_handle_t adapter = nullptr;
  ur_device_handle_t device = nullptr;
  ur_context_handle_t context = nullptr;
  ur_queue_handle_t queue = nullptr;
  ur_mem_handle_t buffer = nullptr;
};

/// A built program and its kernel.
struct Made {
  ~Made() {
    EXPECT_OK(urKernelRelease(kernel));
    EXPECT_OK(urProgramRelease(program));
  }
  void build(ur_context_handle_t context) {
    ASSERT_OK(urProgramBuild(context, program, nullptr)) << lastSentence();
    ASSERT_OK(urKernelCreate(program, "k", &kernel)) << lastSentence();
  }
  ur_program_handle_t program = nullptr;
  ur_kernel_handle_t kernel = nullptr;
};

ur_specialization_constant_info_t info(uint32_t id, const int32_t &value) {
  return {id, sizeof(value), &value};
}

TEST_F(ForeignAdapter, AnswersAndMovesBytes) {
  char name[64] = {};
  size_t size = 0;
  ASSERT_OK(urDeviceGetInfo(device, UR_DEVICE_INFO_NAME, 0, nullptr, &size));
  ASSERT_OK(urDeviceGetInfo(device, UR_DEVICE_INFO_NAME, size, name, nullptr));
  EXPECT_STREQ(name, "Foreign device");

  const Numbers written = {4, 3, 2, 1};
  Numbers read = {};
  ur_event_handle_t event = nullptr;
  ASSERT_OK(urEnqueueMemBufferWrite(queue, buffer, false, 0, sizeof(written), written.data(), 0,
                                    nullptr, &event));
  EXPECT_OK(urEnqueueMemBufferRead(queue, buffer, true, 0, sizeof(read), read.data(), 1, &event,
                                   nullptr));
  EXPECT_EQ(read, written);
  EXPECT_OK(urEventRelease(event));
}

TEST_F(ForeignAdapter, WhatItLacksIsUnsupported) {
  void *memory = nullptr;
  EXPECT_EQ(urUSMHostAlloc(context, nullptr, nullptr, 16, &memory),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastSentence(), HasSubstr("urUSMHostAlloc"));
}

TEST_F(ForeignAdapter, RunsItsOwnBinary) {
  const std::string code = binary();
  const auto *bytes = reinterpret_cast<const std::byte *>(code.data());
  Made made;
  ASSERT_OK(createProgram({bytes, bytes + code.size()}, &made.program));
  made.build(context);
  uint32_t count = 0;
  EXPECT_OK(urKernelGetInfo(made.kernel, UR_KERNEL_INFO_NUM_ARGS, sizeof(count), &count, nullptr));
  EXPECT_EQ(count, 3u); // nothing is implicit
  const int32_t scale = 1;
  const auto value = info(0, scale);
  EXPECT_EQ(urProgramSetSpecializationConstants(made.program, 1, &value),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(urKernelSetSpecializationConstants(made.kernel, 1, &value),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(ForeignAdapter, BothQueriesAreTrueAndTheModesHonest) {
  for (const auto query : {UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS,
                           UR_DEVICE_INFO_KERNEL_SET_SPECIALIZATION_CONSTANTS}) {
    ur_bool_t answer = false;
    EXPECT_OK(urDeviceGetInfo(device, query, sizeof(answer), &answer, nullptr));
    EXPECT_TRUE(answer);
  }
  ursa_specialization_mode_flags_t modes = 0;
  EXPECT_OK(ursaDeviceGetSpecializationModes(device, &modes));
  EXPECT_EQ(modes, URSA_SPECIALIZATION_MODE_FLAG_EMULATED);
}

TEST_F(ForeignAdapter, ProgramsAndKernelsTakeConstants) {
  Made made;
  ASSERT_OK(createProgram(images(), &made.program)) << lastSentence();
  made.build(context);
  uint32_t count = 0;
  EXPECT_OK(urKernelGetInfo(made.kernel, UR_KERNEL_INFO_NUM_ARGS, sizeof(count), &count, nullptr));
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(run(made.kernel), (Numbers{109, 112, 115, 118})); // scale 3, large 9

  const int32_t scale = 10, large = 1, other = 1000;
  const ur_specialization_constant_info_t both[] = {info(0, scale), info(2, large)};
  ASSERT_OK(urProgramSetSpecializationConstants(made.program, 2, both)) << lastSentence();
  EXPECT_EQ(run(made.kernel), (Numbers{101, 111, 121, 131}));

  const auto own = info(2, other);
  ASSERT_OK(urKernelSetSpecializationConstants(made.kernel, 1, &own)) << lastSentence();
  EXPECT_EQ(run(made.kernel), (Numbers{1100, 1110, 1120, 1130}));

  ur_kernel_handle_t second = nullptr;
  ASSERT_OK(urKernelCreate(made.program, "k", &second));
  EXPECT_EQ(run(second), (Numbers{101, 111, 121, 131})) << "the program's values are untouched";
  EXPECT_OK(urKernelRelease(second));
}

TEST_F(ForeignAdapter, AFailedSetChangesNothing) {
  Made made;
  ASSERT_OK(createProgram(images(), &made.program)) << lastSentence();
  made.build(context);
  const int32_t value = 5;
  const ur_specialization_constant_info_t unknown[] = {info(0, value), info(7, value)};
  EXPECT_EQ(urProgramSetSpecializationConstants(made.program, 2, unknown),
            UR_RESULT_ERROR_INVALID_SPEC_ID);
  EXPECT_EQ(urKernelSetSpecializationConstants(made.kernel, 2, unknown),
            UR_RESULT_ERROR_INVALID_SPEC_ID);
  const ur_specialization_constant_info_t narrow = {0, 2, &value};
  EXPECT_EQ(urProgramSetSpecializationConstants(made.program, 1, &narrow),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(run(made.kernel), (Numbers{109, 112, 115, 118}));
}

TEST_F(ForeignAdapter, WithoutAnImageOfItsOwnThereIsNoProgram) {
  ur_program_handle_t program = nullptr;
  EXPECT_EQ(createProgram(buildImage("spirv64", "k", nativeProperties(), "code"), &program),
            UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_EQ(program, nullptr);
  EXPECT_THAT(lastSentence(), HasSubstr("No device image is for device 'Foreign device'"));
  EXPECT_EQ(createProgram(buildImage(FOREIGN_TARGET, "k", nativeProperties(), binary()), &program),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastSentence(), HasSubstr("the device does not set specialization constants"));
}

TEST_F(ForeignAdapter, BundlesSetConstantsByName) {
  const std::vector<std::byte> bytes = images();
  ursa_images_handle_t handle = nullptr;
  ursa_bundle_handle_t bundle = nullptr;
  ASSERT_OK(ursaImagesCreate(bytes.data(), bytes.size(), &handle));
  ASSERT_OK(ursaBundleCreate(context, 1, &device, handle, URSA_SPECIALIZATION_MODE_AUTO, &bundle))
      << lastSentence();
  const int32_t scale = 20;
  ASSERT_OK(ursaBundleSetSpecializationConstant(bundle, "scale", sizeof(scale), &scale));
  ASSERT_OK(ursaBundleBuild(bundle, nullptr)) << lastSentence();
  ur_kernel_handle_t kernel = nullptr;
  ASSERT_OK(ursaBundleGetKernel(bundle, device, "k", &kernel)) << lastSentence();
  EXPECT_EQ(run(kernel), (Numbers{109, 129, 149, 169}));
  EXPECT_OK(urKernelRelease(kernel));
  EXPECT_OK(ursaBundleRelease(bundle));
  EXPECT_OK(ursaImagesRelease(handle));
}

/// The same with all checks on: they see the program's calls, and none of the loader's own.
class WatchedForeignAdapter : public ForeignAdapter {
  ScopedVariable layers_{"UR_ENABLE_LAYERS", "UR_LAYER_FULL_VALIDATION"};
};

TEST_F(WatchedForeignAdapter, ProgramsTakeConstants) {
  Made made;
  ASSERT_OK(createProgram(images(), &made.program)) << lastSentence();
  made.build(context);
  const int32_t scale = 10;
  const auto value = info(0, scale);
  ASSERT_OK(urProgramSetSpecializationConstants(made.program, 1, &value));
  EXPECT_EQ(run(made.kernel), (Numbers{109, 119, 129, 139}));
}

// Its table would send every call back to the loader, for ever.
TEST(CapturedAdapter, IsRefusedWithTheReason) {
  const ScopedVariable paths("UR_ADAPTERS_FORCE_LOAD", std::string(kCaptured) + "," + kForeign);
  ASSERT_OK(urLoaderInit(0, nullptr));
  ur_adapter_handle_t adapters[2] = {};
  EXPECT_OK(urAdapterGet(2, adapters, nullptr));
  EXPECT_NE(adapters[0], nullptr);
  EXPECT_EQ(adapters[1], nullptr);
  uint32_t version = 0;
  EXPECT_OK(
      urAdapterGetInfo(adapters[0], UR_ADAPTER_INFO_VERSION, sizeof(version), &version, nullptr));
  EXPECT_EQ(version, 7u);
  std::string problems;
  EXPECT_OK(ursaAdapterReport(
      [](const ursa_adapter_report_t *report, void *text) {
        if (report->problem)
          *static_cast<std::string *>(text) += report->problem;
      },
      &problems));
  EXPECT_THAT(problems,
              HasSubstr("libur_adapter_captured.so.0: its handles lead back to the loader"));
  EXPECT_OK(urAdapterRelease(adapters[0]));
  EXPECT_OK(urLoaderTearDown());
}

} // namespace
} // namespace ursa::testing
