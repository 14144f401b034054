// Addresses in a program: of its variables, by their names in the code and in metadata, and of
// functions.
#include "conformance/harness.h"

namespace ursa::conformance {
namespace {

class ProgramVariables : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    const bool expected = capabilities().il || capabilities().imageVariables;
    ur_bool_t hasVariables = !expected;
    ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_GLOBAL_VARIABLE_SUPPORT, sizeof(hasVariables),
                              &hasVariables, nullptr));
    EXPECT_EQ(hasVariables != 0, expected);
    if (!expected)
      GTEST_SKIP() << "The device does not accept SPIR-V, and its images have no variables.";
  }

  template <class T> T read(ur_program_handle_t program, const char *name, size_t index = 0) {
    T value{};
    EXPECT_OK(urEnqueueDeviceGlobalVariableRead(queue_, program, name, true, sizeof(T),
                                                index * sizeof(T), &value, 0, nullptr, nullptr))
        << lastError();
    return value;
  }
  template <class T>
  void write(ur_program_handle_t program, const char *name, T value, size_t index = 0) {
    ASSERT_OK(urEnqueueDeviceGlobalVariableWrite(queue_, program, name, true, sizeof(T),
                                                 index * sizeof(T), &value, 0, nullptr, nullptr))
        << lastError();
  }

  /// Creates a program from SPIR-V if the device accepts it, otherwise from an image.
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

TEST_F(ProgramVariables, AreSharedByAllKernels) {
  SKIP_WITHOUT_IL();
  ur_program_handle_t program = ilProgram("variables");
  ur_kernel_handle_t add = kernel(program, "add"), look = kernel(program, "look"),
                     store = kernel(program, "store");
  Shared<int> out = shared<int>(3);
  const auto seen = [&] {
    run(look, Arguments().pointer(out.data()), {1, 1, 1});
    return out.vector();
  };
  EXPECT_EQ(seen(), (std::vector{7, 0, 3}));
  run(add, Arguments().value(1), {1, 1, 1});
  EXPECT_EQ(seen(), (std::vector{17, 1, 3}));
  // Some drivers compile the kernel again for work-groups of another size.
  const size_t two = 2;
  run(add, Arguments().value(2), {2, 1, 1}, &two);
  EXPECT_EQ(read<int>(program, "total"), 117);
  write(program, "total", 20);
  write(program, "row", 50, 2);
  EXPECT_EQ(seen(), (std::vector{20, 2, 50}));
  run(store, Arguments().value(4).value(9), {1, 1, 1});
  EXPECT_EQ(read<int>(program, "row", 4), 9);
  EXPECT_EQ(read<int>(program, "row", 0), 1);
}

TEST_F(ProgramVariables, BelongToOneProgram) {
  SKIP_WITHOUT_IL();
  ur_program_handle_t one = ilProgram("variables"), other = ilProgram("variables");
  run(kernel(one, "add"), Arguments().value(3), {1, 1, 1});
  EXPECT_EQ(read<int>(one, "total"), 1007);
  EXPECT_EQ(read<int>(other, "total"), 7);
  write(other, "total", 1);
  EXPECT_EQ(read<int>(one, "total"), 1007);
  // A new build initializes the variables again.
  ASSERT_OK(urProgramBuild(context_, one, nullptr));
  EXPECT_EQ(read<int>(one, "total"), 7);
}

TEST_F(ProgramVariables, QueriesListOnlyKernelsOfTheProgram) {
  SKIP_WITHOUT_IL();
  ur_program_handle_t program = ilProgram("variables");
  size_t count = 0, size = 0;
  ASSERT_OK(urProgramGetInfo(program, UR_PROGRAM_INFO_NUM_KERNELS, sizeof(count), &count, nullptr));
  EXPECT_EQ(count, 4u);
  ASSERT_OK(urProgramGetInfo(program, UR_PROGRAM_INFO_KERNEL_NAMES, 0, nullptr, &size));
  std::string names(size, '\0');
  ASSERT_OK(urProgramGetInfo(program, UR_PROGRAM_INFO_KERNEL_NAMES, size, names.data(), nullptr));
  EXPECT_STREQ(names.c_str(), "add;look;store;untouched");
  for (const auto &[name, arguments] : {std::pair("add", 1u), std::pair("look", 1u),
                                        std::pair("store", 2u), std::pair("untouched", 1u)}) {
    uint32_t argumentCount = 99;
    ASSERT_OK(urKernelGetInfo(kernel(program, name), UR_KERNEL_INFO_NUM_ARGS, sizeof(argumentCount),
                              &argumentCount, nullptr));
    EXPECT_EQ(argumentCount, arguments) << name;
  }
  size = 0;
  ASSERT_OK(urProgramGetInfo(program, UR_PROGRAM_INFO_IL, 0, nullptr, &size));
  EXPECT_EQ(size, il("variables").size());
}

// Recorded commands use the variables too.
TEST_F(ProgramVariables, InCommandBuffers) {
  SKIP_WITHOUT_IL();
  ur_program_handle_t program = ilProgram("variables");
  const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr,
                                                 false, true, false};
  ur_exp_command_buffer_handle_t commands = nullptr;
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &commands));
  const int step = 1;
  const size_t one = 1;
  ur_exp_kernel_arg_properties_t argument{};
  argument.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  argument.type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
  argument.size = sizeof(step);
  argument.value.value = &step;
  for (int i = 0; i < 3; ++i)
    ASSERT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(
        commands, kernel(program, "add"), 1, nullptr, &one, &one, 1, &argument, 0, nullptr, 0,
        nullptr, 0, nullptr, nullptr, nullptr, nullptr))
        << lastError();
  ASSERT_OK(urCommandBufferFinalizeExp(commands));
  for (int i = 0; i < 2; ++i)
    ASSERT_OK(urEnqueueCommandBufferExp(queue_, commands, 0, nullptr, nullptr));
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(read<int>(program, "total"), 67);
  EXPECT_OK(urCommandBufferReleaseExp(commands));
}

TEST_F(ProgramVariables, FunctionPointers) {
  ur_program_handle_t program = built("il");
  void *function = nullptr;
  if (!capabilities().il || !capabilities().knowsFunctions) {
    EXPECT_EQ(urProgramGetFunctionPointer(device_, program, "count", &function),
              UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
    EXPECT_EQ(function, nullptr);
    return;
  }
  if (capabilities().functionPointers) {
    ASSERT_OK(urProgramGetFunctionPointer(device_, program, "count", &function));
    EXPECT_NE(function, nullptr);
  } else {
    EXPECT_EQ(urProgramGetFunctionPointer(device_, program, "count", &function),
              UR_RESULT_ERROR_FUNCTION_ADDRESS_NOT_AVAILABLE);
    EXPECT_EQ(function, nullptr);
  }
  EXPECT_EQ(urProgramGetFunctionPointer(device_, program, "nobody", &function),
            UR_RESULT_ERROR_INVALID_KERNEL_NAME);
}

TEST_F(ProgramVariables, VariablesByNamesInMetadata) {
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
  releaseAtEnd(program);
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
