// Launches that need several dispatches, and memory that the host cannot access: with
// URSA_VULKAN_STAGING=1 lavapipe's is treated so.
#include "support/image_requirements.h"
#include "vulkan/vulkan_test.h"

#include "ursa.h"

#include <numeric>

namespace ursa {
namespace {

using ::testing::HasSubstr;

class VulkanLaunch : public vulkan_test::VulkanTest {
protected:
  void SetUp() override {
    ASSERT_TRUE(findDevice());
    ASSERT_OK(urAdapterSetLoggerCallback(adapter_, onLine, nullptr, UR_LOGGER_LEVEL_WARN));
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue_));
    ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 8, nullptr, &counts_));
  }
  void TearDown() override {
    for (ur_kernel_handle_t kernel : kernels_)
      EXPECT_OK(urKernelRelease(kernel));
    for (ur_program_handle_t program : programs_)
      EXPECT_OK(urProgramRelease(program));
    EXPECT_OK(urMemRelease(counts_));
    EXPECT_OK(urQueueRelease(queue_));
    EXPECT_OK(urContextRelease(context_));
  }

  static void onLine(ur_logger_level_t, const char *line, void *) {
    EXPECT_THAT(line, ::testing::Not(HasSubstr("Validation: ")));
  }

  ur_program_handle_t program(const std::vector<uint8_t> &image) {
    const uint8_t *data = image.data();
    size_t size = image.size();
    ur_program_handle_t handle = nullptr;
    EXPECT_OK(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &handle))
        << lastError();
    programs_.push_back(handle);
    return handle;
  }
  ur_kernel_handle_t kernel(ur_program_handle_t of) {
    EXPECT_OK(urProgramBuild(context_, of, nullptr)) << lastError();
    ur_kernel_handle_t handle = nullptr;
    EXPECT_OK(urKernelCreate(of, "count", &handle)) << lastError();
    kernels_.push_back(handle);
    return handle;
  }

  struct Counts {
    uint32_t items;
    uint32_t highest;
    bool operator==(const Counts &) const = default;
  };
  ur_result_t launch(ur_kernel_handle_t of, std::array<size_t, 3> global, const size_t *local,
                     const size_t *offset = nullptr) {
    ur_exp_kernel_arg_properties_t argument{};
    argument.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    argument.size = sizeof(counts_);
    argument.value.memObjTuple = {counts_, UR_MEM_FLAG_READ_WRITE};
    return urEnqueueKernelLaunchWithArgsExp(queue_, of, 3, offset, global.data(), local, 1,
                                            &argument, nullptr, 0, nullptr, nullptr);
  }
  Counts run(ur_kernel_handle_t of, std::array<size_t, 3> global, const size_t *local,
             const size_t *offset = nullptr) {
    const uint32_t zero = 0;
    EXPECT_OK(urEnqueueMemBufferFill(queue_, counts_, &zero, 4, 0, 8, 0, nullptr, nullptr));
    EXPECT_OK(launch(of, global, local, offset)) << lastError();
    Counts counts{};
    EXPECT_OK(urEnqueueMemBufferRead(queue_, counts_, true, 0, sizeof(counts), &counts, 0, nullptr,
                                     nullptr));
    return counts;
  }

  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;
  ur_mem_handle_t counts_ = nullptr;
  std::vector<ur_program_handle_t> programs_;
  std::vector<ur_kernel_handle_t> kernels_;
};

TEST_F(VulkanLaunch, MoreGroupsThanOneDispatchSupports) {
  ur_kernel_handle_t count = kernel(program(vulkan_test::countImage()));
  const size_t ones[3] = {1, 1, 1};
  EXPECT_EQ(run(count, {200000, 1, 1}, ones), (Counts{200000, 199999}));
  const size_t offset[3] = {7, 0, 0};
  EXPECT_EQ(run(count, {70001, 2, 1}, ones, offset), (Counts{140002, 70007}));
  EXPECT_EQ(run(count, {1, 70001, 1}, ones), (Counts{70001, 0}));
}

TEST_F(VulkanLaunch, SmallerGroupsInEveryDimension) {
  ur_kernel_handle_t count = kernel(program(vulkan_test::countImage()));
  const size_t local[3] = {8, 4, 2};
  EXPECT_EQ(run(count, {13, 7, 5}, local), (Counts{13 * 7 * 5, 12}));
  EXPECT_EQ(run(count, {3, 2, 1}, local), (Counts{6, 2}));
}

TEST_F(VulkanLaunch, TooLarge) {
  ur_kernel_handle_t count = kernel(program(vulkan_test::countImage()));
  const size_t ones[3] = {1, 1, 1};
  const size_t most = 0xffffffff;
  EXPECT_EQ(launch(count, {most, most, most}, ones), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("is too large in a launch of kernel 'count'"));
  EXPECT_EQ(launch(count, {most + 1, 1, 1}, ones), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(launch(count, {most, 1, 1}, ones, ones), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(run(count, {5, 1, 1}, ones), (Counts{5, 4}));
}

// The quirks of lavapipe 22.3; the probe may find fewer in a later version.
TEST_F(VulkanLaunch, QuirksOfTheDriver) {
  char text[512] = {};
  ASSERT_OK(urDeviceGetInfo(device_, URSA_DEVICE_INFO_CODE_INTAKE, sizeof(text), text, nullptr));
  EXPECT_THAT(text, HasSubstr("images for vulkan1.2+fma=double+relaxed-fences;"));
  EXPECT_THAT(text, HasSubstr("fma of floats rounds twice; "));
  EXPECT_THAT(text, HasSubstr("fences break divergent loops; unused lanes stay in loops; "
                              "loops end after 65"));
  const ur_device_binary_t offered[] = {
      {UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr, "vulkan1.2"},
      {UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr, "vulkan1.2+fma=double+relaxed-fences"}};
  uint32_t chosen = 9;
  ASSERT_OK(urDeviceSelectBinary(device_, offered, 2, &chosen));
  EXPECT_EQ(chosen, 1u);
}

std::string togglesOf(ur_device_handle_t device) {
  char text[1024] = {};
  EXPECT_EQ(urDeviceGetInfo(device, URSA_DEVICE_INFO_TOGGLES, sizeof(text), text, nullptr),
            UR_RESULT_SUCCESS);
  return text;
}

TEST_F(VulkanLaunch, TogglesOfTheDevice) {
  EXPECT_EQ(togglesOf(device_),
            "defer_timestamps, guard_loops, guard_unused_lanes, keep_loop_values, limit_nesting, "
            "move_fences_out_of_loops, round_doubles_by_sums, select_signs, separate_conversions, "
            "relax_fences, use_double_fma");
}

class ToggledByUsers : public VulkanLaunch {
protected:
  const ScopedVariable toggles_{"URSA_TOGGLES", "-relax_fences,-use_double_fma,-guard_loops"};
};
TEST_F(ToggledByUsers, TheDeviceTakesOtherImages) {
  EXPECT_EQ(togglesOf(device_),
            "defer_timestamps, guard_unused_lanes, keep_loop_values, limit_nesting, "
            "move_fences_out_of_loops, round_doubles_by_sums, select_signs, separate_conversions");
  const ur_device_binary_t offered[] = {
      {UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr, "vulkan1.2+fma=double"},
      {UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr, "vulkan1.2"}};
  uint32_t chosen = 9;
  ASSERT_EQ(urDeviceSelectBinary(device_, offered, 2, &chosen), UR_RESULT_SUCCESS);
  EXPECT_EQ(chosen, 1u);
}

TEST_F(VulkanLaunch, MissingFeaturesAreNamedWhenAProgramIsCreated) {
  const auto refusal = [this](const std::string &members) {
    const std::vector<uint8_t> image = vulkan_test::countImage(members);
    const uint8_t *data = image.data();
    size_t size = image.size();
    ur_program_handle_t handle = nullptr;
    EXPECT_EQ(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &handle),
              UR_RESULT_ERROR_INVALID_BINARY);
    EXPECT_EQ(handle, nullptr);
    return lastError();
  };
  EXPECT_THAT(refusal(R"(, "capabilities": ["Int8", "RayTracingKHR"])"),
              HasSubstr("Kernel 'count' needs the capability RayTracingKHR, which '"));
  EXPECT_THAT(refusal(R"(, "localSize": [1, 1, 1000000])"),
              HasSubstr("Kernel 'count' requires work-groups of 1000000 work-items in dimension "
                        "2; '"));
  EXPECT_THAT(refusal(R"(, "localSize": [1024, 1024, 1])"),
              HasSubstr("Kernel 'count' requires work-groups of 1048576 work-items; '"));
  EXPECT_THAT(refusal(R"(, "localBytes": 1000000000)"),
              HasSubstr("Kernel 'count' has 1000000000 bytes of local variables; '"));
}

TEST_F(VulkanLaunch, MissingFeaturesAreNamedWhenAnImageIsSelected) {
  const auto select = [this](const char *requirements) {
    const ImageRequirements requirementsInfo{kImageRequirementsType, nullptr, "k", requirements};
    const ur_device_binary_t offered[] = {
        {UR_STRUCTURE_TYPE_DEVICE_BINARY, &requirementsInfo, "vulkan1.2"},
    };
    uint32_t chosen = 9;
    const ur_result_t result = urDeviceSelectBinary(device_, offered, 1, &chosen);
    EXPECT_EQ(chosen, result == UR_RESULT_SUCCESS ? 0 : 9u);
    return result == UR_RESULT_SUCCESS ? "" : lastError();
  };
  EXPECT_EQ(select(""), "");
  EXPECT_EQ(select("Int8\nInt16\nlocalSize 8 4 2\nlocalBytes 16384"), "");
  EXPECT_THAT(select("Int8\nRayTracingKHR"),
              HasSubstr("Kernel 'k' needs the capability RayTracingKHR"));
  EXPECT_THAT(select("subGroupSize 1024"), HasSubstr("Kernel 'k' requires sub-groups of 1024"));
  EXPECT_THAT(select("localSize 1 1 1000000"), HasSubstr("1000000 work-items in dimension 2"));
  EXPECT_THAT(select("localBytes 1000000000"), HasSubstr("1000000000 bytes of local variables"));
  for (const char *line : {"localSize 8 4", "subGroupSize many", "localBytes 1 2", "Int8 2"})
    EXPECT_THAT(select(line), HasSubstr("requires '" + std::string(line) + "', which is unknown"));
}

TEST_F(VulkanLaunch, SubGroupSizeThatAKernelRequires) {
  uint32_t size = 0;
  ASSERT_OK(
      urDeviceGetInfo(device_, UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL, sizeof(size), &size, nullptr));
  const auto image = [](uint32_t wanted) {
    return vulkan_test::countImage(R"(, "subGroupSize": )" + std::to_string(wanted));
  };
  ur_kernel_handle_t count = kernel(program(image(size)));
  const size_t local[3] = {4, 1, 1};
  EXPECT_EQ(run(count, {10, 1, 1}, local), (Counts{10, 9}));
  uint32_t required = 0;
  EXPECT_OK(urKernelGetSubGroupInfo(count, device_, UR_KERNEL_SUB_GROUP_INFO_SUB_GROUP_SIZE_INTEL,
                                    sizeof(required), &required, nullptr));
  EXPECT_EQ(required, size);
  char attributes[100] = {};
  EXPECT_OK(
      urKernelGetInfo(count, UR_KERNEL_INFO_ATTRIBUTES, sizeof(attributes), attributes, nullptr));
  EXPECT_EQ(attributes, "intel_reqd_sub_group_size(" + std::to_string(size) + ")");

  const std::vector<uint8_t> wider = image(2 * size);
  const uint8_t *data = wider.data();
  size_t bytes = wider.size();
  ur_program_handle_t none = nullptr;
  EXPECT_EQ(urProgramCreateWithBinary(context_, 1, &device_, &bytes, &data, nullptr, &none),
            UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("Kernel 'count' requires sub-groups of " +
                                     std::to_string(2 * size) + ", which '"));
  EXPECT_THAT(lastError(),
              HasSubstr("' does not support; it supports " + std::to_string(size) + "."));
}

TEST_F(VulkanLaunch, ConstantThatIsNotInAModule) {
  ur_program_handle_t of =
      program(vulkan_test::countImage(R"(}], "constants": [{"id": 77, "size": 2}], "rest": [{)"));
  const uint16_t value = 3;
  ur_specialization_constant_info_t constant{77, sizeof(value), &value};
  EXPECT_OK(urProgramSetSpecializationConstants(of, 1, &constant));
  constant.size = 1;
  EXPECT_EQ(urProgramSetSpecializationConstants(of, 1, &constant), UR_RESULT_ERROR_INVALID_VALUE);
  constant.id = 78;
  EXPECT_EQ(urProgramSetSpecializationConstants(of, 1, &constant), UR_RESULT_ERROR_INVALID_SPEC_ID);
  const size_t local[3] = {4, 1, 1};
  EXPECT_EQ(run(kernel(of), {8, 1, 1}, local), (Counts{8, 7}));
}

TEST_F(VulkanLaunch, StoredProgramsKeepTheirConstants) {
  ur_program_handle_t first = program(vulkan_test::countImage(R"(, "constants": [0])"));
  const uint32_t step = 3;
  const ur_specialization_constant_info_t constant{0, sizeof(step), &step};
  ASSERT_OK(urProgramSetSpecializationConstants(first, 1, &constant));
  const size_t local[3] = {4, 1, 1};
  EXPECT_EQ(run(kernel(first), {8, 1, 1}, local), (Counts{24, 7}));
  size_t size = 0;
  ASSERT_OK(urProgramGetInfo(first, UR_PROGRAM_INFO_BINARY_SIZES, sizeof(size), &size, nullptr));
  std::vector<uint8_t> stored(size);
  uint8_t *place = stored.data();
  ASSERT_OK(urProgramGetInfo(first, UR_PROGRAM_INFO_BINARIES, sizeof(place), &place, nullptr));
  EXPECT_EQ(run(kernel(program(stored)), {8, 1, 1}, local), (Counts{24, 7}));
  // A truncated binary is refused, not read beyond its end.
  for (size_t bytes = 9; bytes < stored.size(); bytes += 7) {
    const uint8_t *data = stored.data();
    ur_program_handle_t none = nullptr;
    EXPECT_EQ(urProgramCreateWithBinary(context_, 1, &device_, &bytes, &data, nullptr, &none),
              UR_RESULT_ERROR_INVALID_BINARY);
  }
}

TEST_F(VulkanLaunch, KernelsPrint) {
  ur_program_handle_t of = program(vulkan_test::readFile(URSA_PRINTS_IMAGE));
  ASSERT_OK(urProgramBuild(context_, of, nullptr)) << lastError();
  ur_kernel_handle_t prints = nullptr;
  ASSERT_OK(urKernelCreate(of, "prints", &prints)) << lastError();
  kernels_.push_back(prints);
  int number = -5;
  float real = 0.25f;
  std::array<ur_exp_kernel_arg_properties_t, 3> arguments{};
  arguments[0].type = arguments[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
  arguments[0].size = arguments[1].size = 4;
  arguments[0].value.value = &number;
  arguments[1].index = 1;
  arguments[1].value.value = &real;
  arguments[2].index = 2;
  arguments[2].type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
  arguments[2].value.memObjTuple = {counts_, UR_MEM_FLAG_READ_WRITE};
  const size_t two = 2;
  ::testing::internal::CaptureStdout();
  for (number = -5; number < -3; ++number) {
    EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(queue_, prints, 1, nullptr, &two, &two, 3,
                                               arguments.data(), nullptr, 0, nullptr, nullptr))
        << lastError();
  }
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_EQ(::testing::internal::GetCapturedStdout(),
            "-5 and 0.25 of three, 2\n-4 and 0.25 of three, 2\n");
}

// Copies through staging memory if the host cannot access the device's.
TEST_F(VulkanLaunch, CopiesToAndFromTheDevice) {
  constexpr size_t kBytes = 5000;
  std::vector<uint8_t> values(kBytes);
  std::iota(values.begin(), values.end(), uint8_t{0});
  ur_mem_handle_t buffer = nullptr;
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, kBytes, nullptr, &buffer));
  ASSERT_OK(urEnqueueMemBufferWrite(queue_, buffer, false, 0, kBytes, values.data(), 0, nullptr,
                                    nullptr));
  // Overlapping ranges.
  ASSERT_OK(urEnqueueMemBufferCopy(queue_, buffer, buffer, 0, 100, 1000, 0, nullptr, nullptr));
  void *mapped = nullptr;
  ASSERT_OK(urEnqueueMemBufferMap(queue_, buffer, true, UR_MAP_FLAG_READ | UR_MAP_FLAG_WRITE, 1000,
                                  300, 0, nullptr, nullptr, &mapped));
  auto *bytes = static_cast<uint8_t *>(mapped);
  EXPECT_EQ(bytes[0], values[900]);
  EXPECT_EQ(bytes[100], values[1100]);
  bytes[299] = 77;
  ASSERT_OK(urEnqueueMemUnmap(queue_, buffer, mapped, 0, nullptr, nullptr));
  EXPECT_EQ(urEnqueueMemUnmap(queue_, buffer, &mapped, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
  const uint8_t pattern[3] = {1, 2, 3};
  ASSERT_OK(urEnqueueMemBufferFill(queue_, buffer, pattern, 3, 3000, 1500, 0, nullptr, nullptr));
  std::vector<uint8_t> read(kBytes);
  ASSERT_OK(
      urEnqueueMemBufferRead(queue_, buffer, true, 0, kBytes, read.data(), 0, nullptr, nullptr));
  std::copy_backward(values.begin(), values.begin() + 1000, values.begin() + 1100);
  values[1299] = 77;
  for (size_t i = 0; i < 1500; ++i)
    values[3000 + i] = pattern[i % 3];
  EXPECT_TRUE(read == values);
  EXPECT_OK(urMemRelease(buffer));
}

TEST_F(VulkanLaunch, DeviceUsm) {
  constexpr size_t kCount = 300;
  void *device = nullptr;
  ASSERT_OK(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, kCount * 4, &device));
  std::vector<uint32_t> values(kCount, 5);
  ASSERT_OK(
      urEnqueueUSMMemcpy(queue_, false, device, values.data(), kCount * 4, 0, nullptr, nullptr));
  const uint32_t pattern[3] = {1, 2, 3};
  ASSERT_OK(
      urEnqueueUSMFill2D(queue_, device, 40, sizeof(pattern), pattern, 20, 6, 0, nullptr, nullptr));
  std::vector<uint32_t> read(kCount);
  ASSERT_OK(urEnqueueUSMMemcpy(queue_, true, read.data(), device, kCount * 4, 0, nullptr, nullptr));
  for (size_t row = 0, next = 0; row < 6; ++row)
    for (size_t i = 0; i < 5; ++i)
      values[row * 10 + i] = pattern[next++ % 3];
  EXPECT_EQ(read, values);
  EXPECT_OK(urUSMFree(context_, device));
}

} // namespace
} // namespace ursa
