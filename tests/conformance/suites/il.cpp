// Programs in OpenCL SPIR-V, the intermediate language (IL).
#include "conformance/harness.h"
#include "spirv/instructions.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>

namespace ursa::conformance {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

class Il : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    SKIP_WITHOUT_IL();
  }

  ur_result_t create(const std::vector<uint8_t> &bytes) {
    ur_program_handle_t program = nullptr;
    const ur_result_t result =
        urProgramCreateWithIL(context_, bytes.data(), bytes.size(), nullptr, &program);
    EXPECT_EQ(program != nullptr, result == UR_RESULT_SUCCESS);
    releaseAtEnd(program);
    return result;
  }

  static std::vector<uint32_t> words(const std::vector<uint8_t> &bytes) {
    std::vector<uint32_t> result(bytes.size() / 4);
    std::memcpy(result.data(), bytes.data(), result.size() * 4);
    return result;
  }
  static std::vector<uint8_t> bytes(const std::vector<uint32_t> &words) {
    std::vector<uint8_t> result(words.size() * 4);
    std::memcpy(result.data(), words.data(), result.size());
    return result;
  }

  template <class T> std::vector<T> info(ur_program_handle_t program, ur_program_info_t query) {
    size_t size = 0;
    EXPECT_OK(urProgramGetInfo(program, query, 0, nullptr, &size));
    std::vector<T> value(size / sizeof(T));
    EXPECT_OK(urProgramGetInfo(program, query, size, value.data(), nullptr));
    return value;
  }
};

TEST_F(Il, DeviceReportsItsVersions) {
  char version[32] = {};
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_IL_VERSION, sizeof(version), version, nullptr));
  EXPECT_THAT(version, HasSubstr("SPIR-V_1."));
}

TEST_F(Il, Add) {
  Shared<float> sum = shared<float>(100);
  Shared<float> a = shared<float>(100, 3.0f);
  Shared<float> b = shared<float>(100, 0.5f);
  b[99] = 8.0f;
  run(kernel(ilProgram("arguments"), "add"),
      Arguments().pointer(sum.data()).pointer(a.data()).pointer(b.data()).value(2.0f), {100, 1, 1});
  EXPECT_EQ(sum[0], 4.0f);
  EXPECT_EQ(sum[99], 19.0f);
}

TEST_F(Il, EveryKindOfArgument) {
  ur_program_handle_t program = ilProgram("arguments");
  Shared<double> out = shared<double>(4);
  run(kernel(program, "scalars"),
      Arguments()
          .pointer(out.data())
          .value(int8_t{-1})
          .value(int16_t{-20})
          .value(int32_t{300})
          .value(int64_t{4000})
          .value(0.5f)
          .value(0.25)
          .value(uint8_t{1}),
      {1, 1, 1});
  EXPECT_EQ(out[0], -1 - 20 + 300 + 4000 + 0.75 + 1000.0);

  struct Record {
    int8_t tag;
    double weight;
    int32_t values[3];
  } const record{4, 2.5, {1, 2, 3}};
  run(kernel(program, "by_value"), Arguments().pointer(out.data()).value(record), {4, 1, 1});
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(out[i], 16.0 + i);
}

TEST_F(Il, RequiredGroupSizeIsKept) {
  ur_kernel_handle_t required = kernel(ilProgram("ids"), "required");
  size_t size[3] = {};
  ASSERT_OK(urKernelGetGroupInfo(required, device_, UR_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE,
                                 sizeof(size), size, nullptr));
  EXPECT_EQ(size[0], 8u);
  EXPECT_EQ(size[1], 2u);
  Shared<int> out = shared<int>(64);
  run(required, Arguments().pointer(out.data()), {16, 4, 1}, nullptr, 2);
  EXPECT_EQ(out[63], 802);
}

TEST_F(Il, LocalMemoryAndBarrier) {
  Shared<int> out = shared<int>(32);
  const size_t local = 16;
  run(kernel(ilProgram("il"), "reverse"), Arguments().pointer(out.data()).local(16 * sizeof(int)),
      {32, 1, 1}, &local);
  EXPECT_EQ(out[0], 15);
  EXPECT_EQ(out[31], 16);
}

TEST_F(Il, BuiltInFunctions) {
  ur_program_handle_t program = ilProgram("il");
  Shared<float> in = shared<float>(64);
  Shared<float> out = shared<float>(64);
  for (int i = 0; i < 64; ++i)
    in[i] = 0.1f * static_cast<float>(i - 32);
  run(kernel(program, "math"), Arguments().pointer(out.data()).pointer(in.data()), {64, 1, 1});
  for (int i = 0; i < 64; ++i)
    EXPECT_NEAR(
        out[i],
        std::sin(in[i]) + std::pow(std::fabs(in[i]), 1.5f) + std::fmax(std::exp(in[i]), 1.0f), 1e-4)
        << i;

  Shared<int32_t> quad = shared<int32_t>(4);
  Shared<int32_t> result = shared<int32_t>(4);
  for (int i = 0; i < 4; ++i)
    quad[i] = 10 * (i - 1);
  run(kernel(program, "vectors"), Arguments().pointer(result.data()).pointer(quad.data()),
      {1, 1, 1});
  EXPECT_EQ(result.vector(), (std::vector<int32_t>{7 - 5, 7, 0 + 5, -1 + 10}));
}

TEST_F(Il, HalvesZerosAndAtomics) {
  ur_program_handle_t program = ilProgram("il");
  Shared<uint16_t> halves = shared<uint16_t>(2, 0x3e00); // 1.5
  Shared<float> doubled = shared<float>(2);
  run(kernel(program, "halves"), Arguments().pointer(doubled.data()).pointer(halves.data()),
      {2, 1, 1});
  EXPECT_EQ(doubled[1], 3.0f);

  Shared<uint64_t> pointers = shared<uint64_t>(1);
  Shared<int64_t> sum = shared<int64_t>(1);
  run(kernel(program, "zeros"), Arguments().pointer(sum.data()).pointer(pointers.data()),
      {1, 1, 1});
  EXPECT_EQ(sum[0], 105);

  Shared<int> counter = shared<int>(1);
  run(kernel(program, "count"), Arguments().pointer(counter.data()), {1000, 1, 1});
  EXPECT_EQ(counter[0], 2000);
}

TEST_F(Il, Queries) {
  ur_program_handle_t program = unbuiltIlProgram("arguments");
  EXPECT_EQ(info<uint8_t>(program, UR_PROGRAM_INFO_IL), il("arguments"));
  EXPECT_EQ(info<size_t>(program, UR_PROGRAM_INFO_BINARY_SIZES), std::vector<size_t>{0});
  EXPECT_EQ(info<size_t>(program, UR_PROGRAM_INFO_NUM_KERNELS), std::vector<size_t>{10});
  EXPECT_THAT(info<char>(program, UR_PROGRAM_INFO_KERNEL_NAMES).data(), HasSubstr("by_value;"));
}

// The binary of a built program contains its constants.
TEST_F(Il, BinaryOfABuiltProgramRuns) {
  ur_program_handle_t program = unbuiltIlProgram("specialization");
  const int32_t value = 21;
  const ur_specialization_constant_info_t constant{5, sizeof(value), &value};
  ASSERT_OK(urProgramSetSpecializationConstants(program, 1, &constant));
  ASSERT_OK(urProgramBuild(context_, program, nullptr)) << lastError();
  size_t size = info<size_t>(program, UR_PROGRAM_INFO_BINARY_SIZES).at(0);
  ASSERT_GT(size, 0u);
  std::vector<uint8_t> binary(size);
  uint8_t *destination = binary.data();
  ASSERT_OK(urProgramGetInfo(program, UR_PROGRAM_INFO_BINARIES, sizeof(destination), &destination,
                             nullptr));
  const uint8_t *data = binary.data();
  ur_program_handle_t copy = nullptr;
  ASSERT_OK(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &copy));
  releaseAtEnd(copy);
  // Before a build, the binary of the program is the one that it was created with.
  EXPECT_EQ(info<size_t>(copy, UR_PROGRAM_INFO_BINARY_SIZES).at(0), size);
  std::vector<uint8_t> same(size);
  destination = same.data();
  ASSERT_OK(
      urProgramGetInfo(copy, UR_PROGRAM_INFO_BINARIES, sizeof(destination), &destination, nullptr))
      << lastError();
  EXPECT_EQ(same, binary);
  ASSERT_OK(urProgramBuild(context_, copy, nullptr)) << lastError();
  Shared<int64_t> out = shared<int64_t>(9);
  run(kernel(copy, "integers"), Arguments().pointer(out.data()), {1, 1, 1});
  EXPECT_EQ(out[5], 21);
  EXPECT_EQ(out[6], 6);
}

TEST_F(Il, UndefinedFunction) {
  ur_program_handle_t bad = unbuiltIlProgram("bad_symbol");
  EXPECT_EQ(urProgramBuild(context_, bad, nullptr), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_THAT(lastError(), HasSubstr("not_there"));
}

TEST_F(Il, OtherByteOrder) {
  std::vector<uint32_t> swapped = words(il("ids"));
  for (uint32_t &word : swapped)
    word = __builtin_bswap32(word);
  ASSERT_OK(create(bytes(swapped))) << lastError();
}

TEST_F(Il, DataThatIsNotAModule) {
  EXPECT_EQ(create({1, 2, 3}), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_EQ(create(std::vector<uint8_t>(400, 0x5a)), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("0x5a5a5a5a"));
  const uint8_t byte = 0;
  ur_program_handle_t program = nullptr;
  EXPECT_EQ(urProgramCreateWithIL(context_, &byte, 0, nullptr, &program),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(urProgramCreateWithIL(context_, nullptr, 4, nullptr, &program),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
}

TEST_F(Il, OtherAddressingOrEntryPoints) {
  const auto changed = [this](spv::Op op, uint32_t operand, uint32_t value) {
    std::vector<uint32_t> module = words(il("ids"));
    for (const spirv::Instruction &instruction : spirv::Walker(module))
      if (instruction.op == op)
        module[instruction.at + operand] = value;
    return create(bytes(module));
  };
  EXPECT_EQ(changed(spv::Op::OpMemoryModel, 1, 0),
            UR_RESULT_ERROR_INVALID_BINARY); // logical addressing
  EXPECT_THAT(lastError(), HasSubstr("addressing model 0"));
  EXPECT_EQ(changed(spv::Op::OpEntryPoint, 1, 5),
            UR_RESULT_ERROR_INVALID_BINARY); // compute shaders
  EXPECT_THAT(lastError(), HasSubstr("execution model 5"));
}

// Damage to any word or to the length causes at most an error.
TEST_F(Il, DamagedModules) {
  const std::vector<uint32_t> whole = words(il("specialization"));
  for (size_t at = 0; at < whole.size(); ++at)
    for (const uint32_t value : {0u, 0xffffffffu, whole[at] ^ 0x00010000u, whole[at] + 1}) {
      std::vector<uint32_t> damaged = whole;
      damaged[at] = value;
      ur_program_handle_t program = nullptr;
      const std::vector<uint8_t> module = bytes(damaged);
      if (urProgramCreateWithIL(context_, module.data(), module.size(), nullptr, &program) ==
          UR_RESULT_SUCCESS) {
        EXPECT_OK(urProgramRelease(program));
      }
    }
  for (size_t length = 1; length < whole.size(); length += 7) {
    std::vector<uint8_t> part = bytes(whole);
    part.resize(length * 4);
    ur_program_handle_t program = nullptr;
    if (urProgramCreateWithIL(context_, part.data(), part.size(), nullptr, &program) ==
        UR_RESULT_SUCCESS) {
      EXPECT_OK(urProgramRelease(program));
    }
  }
}

// The translator of SPIR-V is a separate program of the adapter or the driver. Its errors fail the
// build.
TEST_F(Il, TranslatorErrorsFailTheBuild) {
  std::vector<uint32_t> module = words(il("ids"));
  for (const spirv::Instruction &instruction : spirv::Walker(module))
    if (instruction.op == spv::Op::OpLoad)
      module[instruction.at + 3] = 1;
  ur_program_handle_t program = nullptr;
  const std::vector<uint8_t> damaged = bytes(module);
  ASSERT_OK(urProgramCreateWithIL(context_, damaged.data(), damaged.size(), nullptr, &program));
  releaseAtEnd(program);
  EXPECT_EQ(urProgramBuild(context_, program, nullptr), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_THAT(lastError(),
              AnyOf(HasSubstr("SPIR-V translator"), HasSubstr("clBuildProgram failed")));
}

} // namespace
} // namespace ursa::conformance
