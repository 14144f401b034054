// Native specialization constants: urProgramSetSpecializationConstants by numeric id.
#include "conformance/harness.h"

#include <gmock/gmock.h>

#include <cmath>

namespace ursa::conformance {
namespace {

using testing::HasSubstr;

enum class Form { Image, Il };

class Specialization : public DeviceTest, public testing::WithParamInterface<Form> {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (GetParam() == Form::Il)
      SKIP_WITHOUT_IL();
    if (!capabilities().nativeConstants)
      GTEST_SKIP() << "The device's images have no constants that programs set.";
  }

  ur_program_handle_t unbuilt() {
    return GetParam() == Form::Il ? unbuiltIlProgram("specialization")
                                  : unbuiltProgram("specialization");
  }
  template <class T>
  static ur_specialization_constant_info_t constant(uint32_t id, const T &value) {
    return {id, sizeof(T), &value};
  }

  std::vector<int64_t> integers(ur_program_handle_t program) {
    EXPECT_OK(urProgramBuild(context_, program, nullptr)) << lastError();
    Shared<int64_t> out(context_, device_, 9);
    run(kernel(program, "integers"), Arguments().pointer(out.data()), {1, 1, 1});
    return out.vector();
  }
};

TEST_P(Specialization, Defaults) {
  EXPECT_EQ(integers(unbuilt()), (std::vector<int64_t>{1, -1, 2, -3, 4, -5, 6, -7, 8}));
}

TEST_P(Specialization, EveryIntegerType) {
  const bool b = false;
  const int8_t c = -100;
  const uint8_t uc = 200;
  const int16_t s = -30000;
  const uint16_t us = 60000;
  const int32_t i = INT32_MIN;
  const uint32_t ui = UINT32_MAX;
  const int64_t l = INT64_MIN;
  const uint64_t ul = uint64_t{1} << 62;
  const ur_specialization_constant_info_t constants[] = {
      constant(8, ul), constant(0, b), constant(1, c),  constant(2, uc), constant(3, s),
      constant(4, us), constant(5, i), constant(6, ui), constant(7, l)};
  ur_program_handle_t program = unbuilt();
  ASSERT_OK(urProgramSetSpecializationConstants(program, 9, constants)) << lastError();
  EXPECT_EQ(integers(program), (std::vector<int64_t>{0, -100, 200, -30000, 60000, INT32_MIN,
                                                     UINT32_MAX, INT64_MIN, int64_t{1} << 62}));
}

TEST_P(Specialization, FloatingPoint) {
  const float f = -0.0f;
  const double d = 1e300;
  const ur_specialization_constant_info_t constants[] = {constant(10, f), constant(11, d)};
  ur_program_handle_t program = unbuilt();
  ASSERT_OK(urProgramSetSpecializationConstants(program, 2, constants));
  ASSERT_OK(urProgramBuild(context_, program, nullptr));
  Shared<double> out(context_, device_, 2, 7.0);
  run(kernel(program, "floats"), Arguments().pointer(out.data()), {1, 1, 1});
  EXPECT_EQ(out[0], 0.0);
  EXPECT_TRUE(std::signbit(out[0]));
  EXPECT_EQ(out[1], 1e300);
}

// The most negative and the largest numbers, including those that some drivers confuse.
TEST_P(Specialization, DoublesOfAllMagnitudes) {
  for (const double d : {-2.5, 0.1, -1e-300, 5e-324, 1.7976931348623157e308, -HUGE_VAL}) {
    const ur_specialization_constant_info_t constants[] = {constant(11, d)};
    ur_program_handle_t program = unbuilt();
    ASSERT_OK(urProgramSetSpecializationConstants(program, 1, constants));
    ASSERT_OK(urProgramBuild(context_, program, nullptr)) << lastError();
    Shared<double> out(context_, device_, 2, 7.0);
    run(kernel(program, "floats"), Arguments().pointer(out.data()), {1, 1, 1});
    EXPECT_EQ(out[0], 1.5);
    EXPECT_EQ(out[1], d);
  }
}

TEST_P(Specialization, Halves) {
  ur_program_handle_t program = unbuilt();
  Shared<float> out(context_, device_, 1, 7.0f);
  ASSERT_OK(urProgramBuild(context_, program, nullptr)) << lastError();
  run(kernel(program, "halves"), Arguments().pointer(out.data()), {1, 1, 1});
  EXPECT_EQ(out[0], 1.5f);
  for (const auto &[bits, number] : {std::pair{uint16_t{0xc100}, -2.5f},
                                     {uint16_t{0x7bff}, 65504.0f},
                                     {uint16_t{1}, 5.9604645e-8f}}) {
    const ur_specialization_constant_info_t constants[] = {constant(12, bits)};
    ASSERT_OK(urProgramSetSpecializationConstants(program, 1, constants)) << lastError();
    ASSERT_OK(urProgramBuild(context_, program, nullptr)) << lastError();
    run(kernel(program, "halves"), Arguments().pointer(out.data()), {1, 1, 1});
    EXPECT_EQ(out[0], number);
  }
}

TEST_P(Specialization, ValuesAreCopied) {
  ur_program_handle_t program = unbuilt();
  int32_t value = 11;
  const ur_specialization_constant_info_t info = constant(5, value);
  ASSERT_OK(urProgramSetSpecializationConstants(program, 1, &info));
  value = 12;
  EXPECT_EQ(integers(program)[5], 11);
}

TEST_P(Specialization, TakesEffectAtTheNextBuild) {
  ur_program_handle_t program = unbuilt();
  ASSERT_OK(urProgramBuild(context_, program, nullptr)) << lastError();
  ur_kernel_handle_t before = kernel(program, "loop");
  const uint32_t rounds = 3;
  const ur_specialization_constant_info_t info = constant(6, rounds);
  ASSERT_OK(urProgramSetSpecializationConstants(program, 1, &info));
  ur_kernel_handle_t between = kernel(program, "loop");
  ASSERT_OK(urProgramBuild(context_, program, nullptr));
  ur_kernel_handle_t after = kernel(program, "loop");

  Shared<int> out(context_, device_, 1);
  for (const auto &[k, expected] : {std::pair{before, -75}, {between, -75}, {after, -15}}) {
    run(k, Arguments().pointer(out.data()), {1, 1, 1});
    EXPECT_EQ(out[0], expected);
  }
}

TEST_P(Specialization, LastValueOfAnIdWins) {
  ur_program_handle_t program = unbuilt();
  const int32_t first = 1;
  const int32_t second = 2;
  const ur_specialization_constant_info_t constants[] = {constant(5, first), constant(5, second)};
  ASSERT_OK(urProgramSetSpecializationConstants(program, 2, constants));
  EXPECT_EQ(integers(program)[5], 2);
}

TEST_P(Specialization, FailedCallChangesNothing) {
  ur_program_handle_t program = unbuilt();
  const int32_t good = 77;
  const int16_t shortValue = 1;
  const auto set = [&](const ur_specialization_constant_info_t &bad) {
    const ur_specialization_constant_info_t constants[] = {constant(5, good), bad};
    return urProgramSetSpecializationConstants(program, 2, constants);
  };
  EXPECT_EQ(set(constant(9, good)), UR_RESULT_ERROR_INVALID_SPEC_ID);
  EXPECT_THAT(lastError(), HasSubstr("no specialization constant 9"));
  EXPECT_EQ(set(constant(6, shortValue)), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("is 4 bytes; 2 were given."));
  EXPECT_EQ(set({6, 4, nullptr}), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urProgramSetSpecializationConstants(program, 1, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  const ur_specialization_constant_info_t one = constant(5, good);
  EXPECT_EQ(urProgramSetSpecializationConstants(program, 0, &one), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(integers(program), (std::vector<int64_t>{1, -1, 2, -3, 4, -5, 6, -7, 8}));
}

INSTANTIATE_TEST_SUITE_P(Forms, Specialization, testing::Values(Form::Image, Form::Il),
                         [](const testing::TestParamInfo<Form> &parameter) {
                           return parameter.param == Form::Il ? "Il" : "Image";
                         });

} // namespace
} // namespace ursa::conformance
