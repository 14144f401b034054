// Programs in machine code: features that no other suite covers, and how invalid images are
// refused.
#include "conformance/harness.h"
#include "support/container_builder.h"

#include "ursa.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include <link.h>

namespace ursa::conformance {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class MachineCode : public DeviceTest {
protected:
  ur_result_t create(const std::vector<uint8_t> &bytes) {
    const uint8_t *data = bytes.data();
    size_t size = bytes.size();
    ur_program_handle_t program = nullptr;
    const ur_result_t result =
        urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program);
    releaseAtEnd(program);
    return result;
  }

  ur_result_t select(std::vector<const char *> targets, uint32_t &selected) {
    std::vector<ur_device_binary_t> binaries;
    for (const char *target : targets)
      binaries.push_back({UR_STRUCTURE_TYPE_DEVICE_BINARY, nullptr, target});
    return urDeviceSelectBinary(device_, binaries.data(), static_cast<uint32_t>(binaries.size()),
                                &selected);
  }

  int total(ur_program_handle_t program) {
    void *address = nullptr;
    size_t size = 0;
    EXPECT_OK(urProgramGetGlobalVariablePointer(device_, program, "total", &size, &address));
    EXPECT_EQ(size, sizeof(int));
    return address ? *static_cast<int *>(address) : 0;
  }
};

bool isLoaded(const char *name) {
  std::pair<const char *, bool> search(name, false);
  dl_iterate_phdr(
      [](dl_phdr_info *library, size_t, void *data) {
        auto &[wanted, found] = *static_cast<std::pair<const char *, bool> *>(data);
        found |= std::string_view(library->dlpi_name).find(wanted) != std::string_view::npos;
        return 0;
      },
      &search);
  return search.second;
}

// Earlier suites may have used SPIR-V and loaded LLVM, so this test runs in its own process.
TEST_F(MachineCode, RunsWithoutTheKernelCompiler) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        Shared<int> out = shared<int>(4);
        run(kernel("ids", "iota"), Arguments().pointer(out.data()).value(3), {4, 1, 1});
        const bool isRight = out[0] == 3 && out[3] == 6;
        std::_Exit(isRight && !isLoaded("libLLVM") && !isLoaded("libursa_host_jit") ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST_F(MachineCode, EachProgramHasItsVariables) {
  ur_program_handle_t first = program("il"), second = program("il");
  run(kernel(first, "accumulate"), Arguments().value(5), {1, 1, 1});
  EXPECT_EQ(total(first), 12);
  EXPECT_EQ(total(second), 7);
  run(kernel(second, "accumulate"), Arguments().value(1), {1, 1, 1});
  EXPECT_EQ(total(first), 12);
  EXPECT_EQ(total(second), 8);
}

TEST_F(MachineCode, ManyProgramsOneAfterTheOther) {
  for (int round = 0; round < 40; ++round) {
    const std::vector<uint8_t> bytes = image("il");
    const uint8_t *data = bytes.data();
    size_t size = bytes.size();
    ur_program_handle_t program = nullptr;
    ASSERT_OK(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program));
    ASSERT_OK(urProgramBuild(context_, program, nullptr)) << lastError();
    EXPECT_EQ(total(program), 7);
    ASSERT_OK(urProgramRelease(program));
  }
}

TEST_F(MachineCode, FunctionsOfTheRuntime) {
  Shared<float> out = shared<float>(8), in = shared<float>(8);
  for (size_t i = 0; i < 8; ++i)
    in[i] = static_cast<float>(i) / 4;
  run(kernel("il", "math"), Arguments().pointer(out.data()).pointer(in.data()), {8, 1, 1});
  for (size_t i = 0; i < 8; ++i)
    EXPECT_NEAR(out[i], std::sin(in[i]) + std::pow(in[i], 1.5f) + std::exp(in[i]), 1e-4f) << i;
}

TEST_F(MachineCode, Halves) {
  Shared<float> out = shared<float>(2);
  Shared<uint16_t> in = shared<uint16_t>(2);
  in[0] = 0x3C00; // 1
  in[1] = 0xC100; // -2.5
  run(kernel("il", "halves"), Arguments().pointer(out.data()).pointer(in.data()), {2, 1, 1});
  EXPECT_EQ(out.vector(), (std::vector<float>{2, -5}));
}

TEST_F(MachineCode, SubGroups) {
  Shared<uint32_t> out = shared<uint32_t>(6 * 10);
  const size_t local[] = {5, 2};
  ur_kernel_handle_t required = kernel("sub_groups", "sub_groups_of_8");
  uint32_t size = 0;
  EXPECT_OK(urKernelGetSubGroupInfo(required, device_,
                                    UR_KERNEL_SUB_GROUP_INFO_SUB_GROUP_SIZE_INTEL, sizeof(size),
                                    &size, nullptr));
  EXPECT_EQ(size, 8u);
  run(required, Arguments().pointer(out.data()), {5, 2, 1}, local, 2);
  EXPECT_EQ(std::vector<uint32_t>(out.data() + 54, out.data() + 60),
            (std::vector<uint32_t>{8, 2, 2, 2, 1, 1}));
}

// A constant that was not lowered to the emulation buffer has its default value.
TEST_F(MachineCode, NativeConstantsHaveTheirDefaults) {
  Shared<int64_t> out = shared<int64_t>(9);
  ur_program_handle_t program = DeviceTest::program("specialization");
  run(kernel(program, "integers"), Arguments().pointer(out.data()), {1, 1, 1});
  EXPECT_EQ(out.vector(), (std::vector<int64_t>{1, -1, 2, -3, 4, -5, 6, -7, 8}));
  const int value = 1;
  const ur_specialization_constant_info_t constant = {5, sizeof(value), &value};
  EXPECT_EQ(urProgramSetSpecializationConstants(program, 1, &constant),
            UR_RESULT_ERROR_INVALID_SPEC_ID);
}

TEST_F(MachineCode, CodeForThisCpuRuns) {
  Shared<int> out = shared<int>(1);
  run(kernel("native", "iota"), Arguments().pointer(out.data()).value(3), {1, 1, 1});
  EXPECT_EQ(out[0], 3);
}

TEST_F(MachineCode, IgnoredBuildOptionsAreLogged) {
  ur_program_handle_t program = DeviceTest::program("ids", "-O1");
  size_t size = 0;
  ASSERT_OK(urProgramGetBuildInfo(program, device_, UR_PROGRAM_BUILD_INFO_LOG, 0, nullptr, &size));
  std::string log(size, '\0');
  ASSERT_OK(urProgramGetBuildInfo(program, device_, UR_PROGRAM_BUILD_INFO_LOG, size, log.data(),
                                  nullptr));
  EXPECT_THAT(log, HasSubstr("'-O1' have no effect on machine code"));
}

TEST_F(MachineCode, IsNeitherCompiledNorLinked) {
  ur_program_handle_t program = unbuiltProgram("ids");
  EXPECT_EQ(urProgramCompile(context_, program, nullptr), UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_THAT(lastError(), HasSubstr("neither compiled nor linked"));
  ur_program_handle_t linked = nullptr;
  EXPECT_EQ(urProgramLink(context_, 1, &program, nullptr, &linked),
            UR_RESULT_ERROR_INVALID_OPERATION);
  EXPECT_EQ(linked, nullptr);
}

TEST_F(MachineCode, CanBeReadBack) {
  ur_program_handle_t program = DeviceTest::program("ids");
  size_t size = 0;
  ASSERT_OK(urProgramGetInfo(program, UR_PROGRAM_INFO_BINARY_SIZES, sizeof(size), &size, nullptr));
  std::vector<uint8_t> bytes(size);
  uint8_t *place = bytes.data();
  ASSERT_OK(urProgramGetInfo(program, UR_PROGRAM_INFO_BINARIES, sizeof(place), &place, nullptr));
  EXPECT_EQ(bytes, image("ids"));
}

TEST_F(MachineCode, DamagedCodeIsRefused) {
  const std::vector<uint8_t> whole = image("ids");
  for (const size_t place : {size_t{64}, whole.size() / 2, whole.size() - 30}) {
    std::vector<uint8_t> damaged = whole;
    damaged[place] ^= 0x20;
    EXPECT_EQ(create(damaged), UR_RESULT_ERROR_INVALID_BINARY) << place;
    EXPECT_THAT(lastError(), HasSubstr("is damaged: its checksum is")) << place;
  }
  for (const size_t size : {size_t{4}, size_t{20}, whole.size() - 1}) {
    EXPECT_EQ(create({whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size)}),
              UR_RESULT_ERROR_INVALID_BINARY);
    EXPECT_THAT(lastError(), AllOf(HasSubstr(std::to_string(size) + " bytes"),
                                   HasSubstr("no machine code for this device")));
  }
}

// Any other shared object of the machine: here the loader that this program uses.
TEST_F(MachineCode, OtherSharedObjectsAreRefused) {
  std::ifstream file(adapterPath(), std::ios::binary);
  const std::vector<uint8_t> bytes(std::istreambuf_iterator<char>(file), {});
  ASSERT_FALSE(bytes.empty());
  EXPECT_EQ(create(bytes), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("no description of kernels"));
}

TEST_F(MachineCode, IsPreferredToImagesThatMustBeCompiled) {
  uint32_t selected = 9;
  ASSERT_OK(select({"spir64", "host-x86_64", "host-x86_64-aot"}, selected));
  EXPECT_EQ(selected, 2u);
  ASSERT_OK(select({"host-x86_64-aot-v9", "host-x86_64"}, selected));
  EXPECT_EQ(selected, 1u);
  ASSERT_OK(select({"host-x86_64-aot", "host-x86_64-aot-v2"}, selected));
  EXPECT_EQ(selected, 1u); // every CPU since 2009
}

TEST_F(MachineCode, CodeForOtherCpusIsRefusedWithTheReason) {
  uint32_t selected = 9;
  EXPECT_EQ(select({"host-x86_64-aot-v2+warp"}, selected), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_EQ(selected, 9u);
  EXPECT_THAT(lastError(), HasSubstr("'host-x86_64-aot-v2+warp' (this CPU has no warp)"));
  EXPECT_EQ(select({"host-x86_64-aot-v9"}, selected), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("this CPU has no"));
  EXPECT_EQ(select({"host-x86_64-aotx"}, selected), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("it is no machine code for x86-64"));
}

// Programs take this path: the loader chooses an image.
TEST_F(MachineCode, ABundleReportsWhyNoImageFitsTheDevice) {
  const std::vector<std::byte> bytes =
      ursa::testing::buildImage("host-x86_64-aot-v9", "k", "", "code");
  ursa_images_handle_t images = nullptr;
  ASSERT_OK(ursaImagesCreate(bytes.data(), bytes.size(), &images));
  ursa_bundle_handle_t bundle = nullptr;
  EXPECT_EQ(ursaBundleCreate(context_, 1, &device_, images, URSA_SPECIALIZATION_MODE_AUTO, &bundle),
            UR_RESULT_ERROR_INVALID_BINARY);
  const char *sentence = "";
  ursaGetLastError(&sentence);
  EXPECT_THAT(sentence, AllOf(HasSubstr("No device image is for device"),
                              HasSubstr("'host-x86_64-aot-v9' (this CPU has no")));
  EXPECT_OK(ursaImagesRelease(images));
}

} // namespace
} // namespace ursa::conformance
