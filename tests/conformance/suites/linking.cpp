// Programs that are compiled separately and linked.
#include "conformance/harness.h"

#include <gmock/gmock.h>

namespace ursa::conformance {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

enum class Form { Image, Il };

class Linking : public DeviceTest, public testing::WithParamInterface<Form> {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    SKIP_WITHOUT_IL();
    if (GetParam() == Form::Image && !capabilities().linksImages)
      GTEST_SKIP() << "The device's images are whole programs.";
  }

  ur_program_handle_t unbuilt(const std::string &name) {
    return GetParam() == Form::Il ? unbuiltIlProgram(name) : unbuiltProgram(name);
  }
  ur_program_handle_t compiled(const std::string &name, const char *options = nullptr) {
    ur_program_handle_t program = unbuilt(name);
    EXPECT_OK(urProgramCompile(context_, program, options)) << lastError();
    return program;
  }
  ur_result_t link(const std::vector<ur_program_handle_t> &programs,
                   const char *options = nullptr) {
    linked_ = nullptr;
    const ur_result_t result = urProgramLink(context_, static_cast<uint32_t>(programs.size()),
                                             programs.data(), options, &linked_);
    releaseAtEnd(linked_);
    return result;
  }
  template <class T> T buildInfo(ur_program_handle_t program, ur_program_build_info_t query) {
    T value{};
    EXPECT_OK(urProgramGetBuildInfo(program, device_, query, sizeof(value), &value, nullptr));
    return value;
  }

  ur_program_handle_t linked_ = nullptr;
};

TEST_P(Linking, OptionsOfOtherCompilersHaveNoEffect) {
  EXPECT_OK(link({compiled("ids", "-bogus")}, "--strange=1")) << lastError();
  EXPECT_EQ(buildInfo<ur_program_build_status_t>(linked_, UR_PROGRAM_BUILD_INFO_STATUS),
            UR_PROGRAM_BUILD_STATUS_SUCCESS);
}

TEST_P(Linking, TwoPrograms) {
  ur_program_handle_t caller = compiled("link_caller");
  EXPECT_EQ(buildInfo<ur_program_binary_type_t>(caller, UR_PROGRAM_BUILD_INFO_BINARY_TYPE),
            UR_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  ASSERT_OK(link({caller, compiled("link_callee")})) << lastError();
  EXPECT_EQ(buildInfo<ur_program_binary_type_t>(linked_, UR_PROGRAM_BUILD_INFO_BINARY_TYPE),
            UR_PROGRAM_BINARY_TYPE_EXECUTABLE);
  size_t count = 0;
  ASSERT_OK(urProgramGetInfo(linked_, UR_PROGRAM_INFO_NUM_KERNELS, sizeof(count), &count, nullptr));
  EXPECT_EQ(count, 2u);
  Shared<int> out = shared<int>(10);
  run(kernel(linked_, "call_twice"), Arguments().pointer(out.data()), {10, 1, 1});
  EXPECT_EQ(out[9], 19);
  run(kernel(linked_, "own"), Arguments().pointer(out.data()), {1, 1, 1});
  EXPECT_EQ(out[0], 21);
}

// Each program keeps its own constants, with the values that it was compiled with.
TEST_P(Linking, ConstantsKeepTheValuesOfTheirCompilation) {
  ur_program_handle_t program = unbuilt("specialization");
  const int32_t first = 70;
  const int32_t second = 71;
  const ur_specialization_constant_info_t before{5, sizeof(first), &first};
  const ur_specialization_constant_info_t after{5, sizeof(second), &second};
  ASSERT_OK(urProgramSetSpecializationConstants(program, 1, &before));
  ASSERT_OK(urProgramCompile(context_, program, nullptr)) << lastError();
  ASSERT_OK(urProgramSetSpecializationConstants(program, 1, &after));
  ASSERT_OK(link({program})) << lastError();
  Shared<int64_t> out = shared<int64_t>(9);
  run(kernel(linked_, "integers"), Arguments().pointer(out.data()), {1, 1, 1});
  EXPECT_EQ(out[5], 70);
  EXPECT_EQ(out[7], -7);
}

TEST_P(Linking, UndefinedSymbol) {
  EXPECT_EQ(link({compiled("link_caller")}), UR_RESULT_ERROR_PROGRAM_LINK_FAILURE);
  EXPECT_THAT(lastError(), HasSubstr("twice"));
  ASSERT_NE(linked_, nullptr);
  EXPECT_EQ(buildInfo<ur_program_build_status_t>(linked_, UR_PROGRAM_BUILD_INFO_STATUS),
            UR_PROGRAM_BUILD_STATUS_ERROR);
  char log[4096] = {};
  ASSERT_OK(urProgramGetBuildInfo(linked_, device_, UR_PROGRAM_BUILD_INFO_LOG, sizeof(log), log,
                                  nullptr));
  EXPECT_THAT(log, HasSubstr("twice"));
}

TEST_P(Linking, SymbolDefinedTwice) {
  EXPECT_EQ(link({compiled("link_callee"), compiled("link_callee")}),
            UR_RESULT_ERROR_PROGRAM_LINK_FAILURE);
  EXPECT_THAT(lastError(), AnyOf(HasSubstr("multiply defined"), HasSubstr("already defined")));
}

TEST_P(Linking, ForDevices) {
  ur_program_handle_t programs[] = {unbuilt("link_caller"), unbuilt("link_callee")};
  for (ur_program_handle_t program : programs)
    ASSERT_OK(urProgramCompileExp(program, 1, &device_, 0, nullptr)) << lastError();
  ur_program_handle_t linked = nullptr;
  ASSERT_OK(urProgramLinkExp(context_, 1, &device_, 0, 2, programs, nullptr, &linked))
      << lastError();
  releaseAtEnd(linked);
  Shared<int> out = shared<int>(3);
  run(kernel(linked, "call_twice"), Arguments().pointer(out.data()), {3, 1, 1});
  EXPECT_EQ(out[2], 5);
}

TEST_P(Linking, InvalidInput) {
  ur_program_handle_t program = compiled("link_callee");
  // On failure the output is null.
  ur_program_handle_t linked = program;
  EXPECT_EQ(urProgramLink(context_, 0, &program, nullptr, &linked), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(linked, nullptr);
  EXPECT_EQ(urProgramLink(context_, 1, nullptr, nullptr, &linked),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(linked, nullptr);
}

INSTANTIATE_TEST_SUITE_P(Forms, Linking, testing::Values(Form::Image, Form::Il),
                         [](const testing::TestParamInfo<Form> &parameter) {
                           return parameter.param == Form::Il ? "Il" : "Image";
                         });

TEST_F(DeviceTest, SpirvMustBeCompiledBeforeItIsLinked) {
  SKIP_WITHOUT_IL();
  ur_program_handle_t program = unbuiltIlProgram("link_callee");
  ur_program_handle_t linked = nullptr;
  EXPECT_EQ(urProgramLink(context_, 1, &program, nullptr, &linked),
            UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_EQ(linked, nullptr);
}

} // namespace
} // namespace ursa::conformance
