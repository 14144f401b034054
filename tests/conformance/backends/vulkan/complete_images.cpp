// Properties that follow from Vulkan: an image is complete, so it is compiled and linked alone;
// contexts of a device share its memory; a device has the ids that Vulkan reports.
#include "conformance/harness.h"

#include <gmock/gmock.h>

#include <array>

namespace ursa::conformance {
namespace {

using testing::HasSubstr;

class CompleteImages : public DeviceTest {
protected:
  template <class T> T buildInfo(ur_program_handle_t program, ur_program_build_info_t query) {
    T value{};
    EXPECT_OK(urProgramGetBuildInfo(program, device_, query, sizeof(value), &value, nullptr));
    return value;
  }
  ur_program_binary_type_t typeOf(ur_program_handle_t program) {
    return buildInfo<ur_program_binary_type_t>(program, UR_PROGRAM_BUILD_INFO_BINARY_TYPE);
  }
  ur_result_t link(std::vector<ur_program_handle_t> programs, ur_program_handle_t *linked) {
    const ur_result_t result = urProgramLink(context_, static_cast<uint32_t>(programs.size()),
                                             programs.data(), nullptr, linked);
    releaseAtEnd(*linked);
    return result;
  }
};

TEST_F(CompleteImages, LinkedAloneWithTheConstantsOfTheCompilation) {
  ur_program_handle_t program = unbuiltProgram("specialization");
  EXPECT_EQ(typeOf(program), UR_PROGRAM_BINARY_TYPE_NONE);
  int32_t value = 70;
  const ur_specialization_constant_info_t constant{5, sizeof(value), &value};
  ASSERT_OK(urProgramSetSpecializationConstants(program, 1, &constant));
  ASSERT_OK(urProgramCompile(context_, program, nullptr)) << lastError();
  EXPECT_EQ(typeOf(program), UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  value = 71;
  ASSERT_OK(urProgramSetSpecializationConstants(program, 1, &constant));
  ur_program_handle_t linked = nullptr;
  ASSERT_OK(link({program}, &linked)) << lastError();
  EXPECT_EQ(typeOf(linked), UR_PROGRAM_BINARY_TYPE_EXECUTABLE);
  Shared<int64_t> out = shared<int64_t>(9);
  run(kernel(linked, "integers"), Arguments().pointer(out.data()), {1, 1, 1});
  EXPECT_EQ(out[5], 70);
  // A compiled program has no kernels until it is built.
  ur_kernel_handle_t none = nullptr;
  EXPECT_EQ(urKernelCreate(program, "integers", &none), UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE);
  ASSERT_OK(urProgramBuild(context_, program, nullptr));
  run(kernel(program, "integers"), Arguments().pointer(out.data()), {1, 1, 1});
  EXPECT_EQ(out[5], 71);
}

TEST_F(CompleteImages, LinkedForDevices) {
  ur_program_handle_t program = unbuiltProgram("specialization");
  ASSERT_OK(urProgramCompileExp(program, 1, &device_, 0, nullptr)) << lastError();
  ur_program_handle_t linked = nullptr;
  ASSERT_OK(urProgramLinkExp(context_, 1, &device_, 0, 1, &program, nullptr, &linked))
      << lastError();
  releaseAtEnd(linked);
  EXPECT_EQ(typeOf(linked), UR_PROGRAM_BINARY_TYPE_EXECUTABLE);
  EXPECT_EQ(urProgramCompileExp(program, 1, &device_, UR_EXP_PROGRAM_FLAG_ALLOW_UNRESOLVED_SYMBOLS,
                                nullptr),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

TEST_F(CompleteImages, LinkingOtherProgramsFails) {
  ur_program_handle_t program = unbuiltProgram("specialization");
  ur_program_handle_t linked = nullptr;
  EXPECT_EQ(link({program}, &linked), UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_THAT(lastError(), HasSubstr("was not compiled"));
  ASSERT_OK(urProgramCompile(context_, program, nullptr));
  EXPECT_EQ(link({program, program}, &linked), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastError(), HasSubstr("2 programs were to be linked"));
  EXPECT_EQ(linked, nullptr);
}

TEST_F(CompleteImages, ContextsOfADeviceShareItsBuffers) {
  ur_context_handle_t other = nullptr;
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &other));
  ur_mem_handle_t from = nullptr;
  ur_mem_handle_t to = nullptr;
  int value = 77;
  ur_buffer_properties_t properties{UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr, &value};
  ASSERT_OK(urMemBufferCreate(other, UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER, sizeof(value),
                              &properties, &from));
  ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, sizeof(value), nullptr, &to));
  ASSERT_OK(urEnqueueMemBufferCopy(queue_, from, to, 0, 0, sizeof(value), 0, nullptr, nullptr))
      << lastError();
  value = 0;
  ASSERT_OK(
      urEnqueueMemBufferRead(queue_, to, true, 0, sizeof(value), &value, 0, nullptr, nullptr));
  EXPECT_EQ(value, 77);
  EXPECT_OK(urMemRelease(from));
  EXPECT_OK(urMemRelease(to));
  EXPECT_OK(urContextRelease(other));
}

TEST_F(CompleteImages, IdsOfTheDevice) {
  std::array<uint8_t, 16> uuid{};
  size_t size = 0;
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_UUID, sizeof(uuid), uuid.data(), &size));
  EXPECT_EQ(size, uuid.size());
  EXPECT_NE(uuid, (std::array<uint8_t, 16>{}));
  uint32_t id = 0;
  EXPECT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_DEVICE_ID, sizeof(id), &id, nullptr));
  // Optional queries.
  for (const ur_device_info_t query :
       {UR_DEVICE_INFO_PCI_ADDRESS, UR_DEVICE_INFO_LUID, UR_DEVICE_INFO_NODE_MASK}) {
    const ur_result_t result = urDeviceGetInfo(device_, query, 0, nullptr, &size);
    EXPECT_TRUE(result == UR_RESULT_SUCCESS || result == UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION)
        << query;
  }
}

} // namespace
} // namespace ursa::conformance
