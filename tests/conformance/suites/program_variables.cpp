// Addresses in a program: of its variables, by their names in the code and in metadata, and of
// functions.
#include "conformance/harness.h"

namespace ursa::conformance {
namespace {

class ProgramVariables : public DeviceTest {
protected:
  /// A program in SPIR-V where the device takes it, else of an image.
  ur_program_handle_t unbuilt(const std::string &name) {
    return capabilities().il ? unbuiltIlProgram(name) : unbuiltProgram(name);
  }
  ur_program_handle_t built(const std::string &name) {
    return capabilities().il ? ilProgram(name) : program(name);
  }
  ur_result_t create(const ur_program_properties_t &properties, ur_program_handle_t *program) {
    const std::vector<uint8_t> code = capabilities().il ? il("il") : image("il");
    if (capabilities().il)
      return urProgramCreateWithIL(context_, code.data(), code.size(), &properties, program);
    const uint8_t *bytes = code.data();
    size_t size = code.size();
    return urProgramCreateWithBinary(context_, 1, &device_, &size, &bytes, &properties, program);
  }
};

TEST_F(ProgramVariables, GlobalVariables) {
  ur_program_handle_t program = built("il");
  ur_kernel_handle_t accumulate = kernel(program, "accumulate");
  run(accumulate, Arguments().value(5), {1, 1, 1});
  void *address = nullptr;
  size_t size = 0;
  ASSERT_OK(urProgramGetGlobalVariablePointer(device_, program, "total", &size, &address))
      << lastError();
  EXPECT_EQ(size, sizeof(int));
  EXPECT_NE(address, nullptr);
  int total = 0;
  ASSERT_OK(urEnqueueDeviceGlobalVariableRead(queue_, program, "total", true, sizeof(total), 0,
                                              &total, 0, nullptr, nullptr));
  EXPECT_EQ(total, 12);

  const int written = 30;
  ASSERT_OK(urEnqueueDeviceGlobalVariableWrite(queue_, program, "total", true, sizeof(written), 0,
                                               &written, 0, nullptr, nullptr));
  run(accumulate, Arguments().value(2), {1, 1, 1});
  float half = 0.0f;
  ASSERT_OK(urEnqueueDeviceGlobalVariableRead(queue_, program, "table", true, sizeof(half),
                                              sizeof(half), &half, 0, nullptr, nullptr));
  EXPECT_EQ(half, 16.0f);

  EXPECT_EQ(urEnqueueDeviceGlobalVariableRead(queue_, program, "table", true, 16, 4, &half, 0,
                                              nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(lastError(), "16 bytes at 4 do not lie in variable 'table' of 16 bytes.");
  EXPECT_EQ(urProgramGetGlobalVariablePointer(device_, program, "nothing", &size, &address),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urProgramGetGlobalVariablePointer(device_, unbuilt("il"), "total", &size, &address),
            UR_RESULT_ERROR_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(ProgramVariables, FunctionPointers) {
  ur_program_handle_t program = built("il");
  void *function = nullptr;
  if (!capabilities().il) { // images have no functions but kernels
    EXPECT_EQ(urProgramGetFunctionPointer(device_, program, "count", &function),
              UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
    EXPECT_EQ(function, nullptr);
    return;
  }
  ASSERT_OK(urProgramGetFunctionPointer(device_, program, "count", &function));
  EXPECT_NE(function, nullptr);
  EXPECT_EQ(urProgramGetFunctionPointer(device_, program, "nobody", &function),
            UR_RESULT_ERROR_INVALID_KERNEL_NAME);
}

TEST_F(ProgramVariables, VariablesByTheNamesOfMetadata) {
  std::string mapped = std::string(8, '\0') + "total";
  ur_program_metadata_t entries[2] = {};
  entries[0] = {"other", UR_PROGRAM_METADATA_TYPE_UINT32, sizeof(uint32_t), {7}};
  entries[1].pName = "the_total@global_id_mapping";
  entries[1].type = UR_PROGRAM_METADATA_TYPE_BYTE_ARRAY;
  entries[1].size = mapped.size();
  entries[1].value.pData = mapped.data();
  const ur_program_properties_t properties{UR_STRUCTURE_TYPE_PROGRAM_PROPERTIES, nullptr, 2,
                                           entries};
  ur_program_handle_t program = nullptr;
  ASSERT_OK(create(properties, &program)) << lastError();
  keep(program);
  ASSERT_OK(urProgramBuild(context_, program, nullptr));
  void *byCode = nullptr;
  void *byMetadata = nullptr;
  size_t size = 0;
  ASSERT_OK(urProgramGetGlobalVariablePointer(device_, program, "total", &size, &byCode));
  ASSERT_OK(urProgramGetGlobalVariablePointer(device_, program, "the_total", &size, &byMetadata));
  EXPECT_EQ(byCode, byMetadata);

  ur_program_handle_t none = nullptr;
  entries[1].size = 8;
  EXPECT_EQ(create(properties, &none), UR_RESULT_ERROR_INVALID_VALUE);
  ur_program_properties_t bad{UR_STRUCTURE_TYPE_PROGRAM_PROPERTIES, nullptr, 1, nullptr};
  EXPECT_EQ(create(bad, &none), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  bad = {UR_STRUCTURE_TYPE_PROGRAM_PROPERTIES, nullptr, 0, entries};
  EXPECT_EQ(create(bad, &none), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(none, nullptr);
}

} // namespace
} // namespace ursa::conformance
