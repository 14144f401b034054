// Programs in PTX with objects that were made of it ahead of time.
#include "cuda/fixture.h"

#include <array>
#include <cstring>

#include <elf.h>

namespace ursa {
namespace {

using ::testing::HasSubstr;

/// PTX with an object for a compute capability, of which the fake driver reads the text.
std::string withObject(uint32_t capability) {
  Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_machine = 190; // EM_CUDA
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 1;
  header.e_shoff = sizeof(header);
  const Elf64_Shdr none = {};
  const auto bytesOf = [](const auto &value) {
    return std::string(reinterpret_cast<const char *>(&value), sizeof(value));
  };
  const std::string object = bytesOf(header) + bytesOf(none) + kPtx + '\0';
  std::string program = kPtx;
  program += '\0';
  program.resize((program.size() + 7) / 8 * 8);
  return program + "ursacub1" + bytesOf(capability) + bytesOf(uint32_t{0}) +
         bytesOf(uint64_t{object.size()}) + object;
}

struct CudaPtxObjects : CudaTest {
  void build(uint32_t capability, const char *options = nullptr) {
    open();
    ASSERT_OK(makeProgram(withObject(capability))) << lastError();
    ASSERT_OK(urProgramBuild(context_, program_, options)) << lastError();
    ASSERT_OK(urKernelCreate(program_, "iota", &kernel_)) << lastError();
  }
  void checkRuns() {
    void *memory = nullptr;
    ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, 64, &memory));
    const int first = 5;
    EXPECT_OK(launch({pointerArgument(0, memory), valueArgument(1, first)}, 16)) << lastError();
    ASSERT_OK(urQueueFinish(queue_));
    EXPECT_EQ(static_cast<int *>(memory)[15], 20);
    EXPECT_OK(urUSMFree(context_, memory));
  }
};

TEST_F(CudaPtxObjects, TheDriverLoadsTheObjectForTheDevice) {
  build(90);
  EXPECT_EQ(driver_.loadedObjects, 1);
  EXPECT_EQ(driver_.calls["cuModuleLoadDataEx"], 1);
  checkRuns();
  // The PTX tells which arguments the kernel has.
  EXPECT_EQ(launch({}, 16), UR_RESULT_ERROR_INVALID_KERNEL_ARGS);
}

TEST_F(CudaPtxObjects, OtherDevicesTakeThePtx) {
  driver_.capability = 89;
  build(90);
  EXPECT_EQ(driver_.loadedObjects, 0);
  checkRuns();
}

TEST_F(CudaPtxObjects, OtherOptimizationTakesThePtx) {
  build(90, "-O0");
  EXPECT_EQ(driver_.loadedObjects, 0);
  checkRuns();
}

// The driver may be older than the compiler.
TEST_F(CudaPtxObjects, ThePtxIsTakenIfTheDriverRefusesTheObject) {
  driver_.takesObjects = false;
  build(90);
  EXPECT_EQ(driver_.loadedObjects, 0);
  EXPECT_EQ(driver_.calls["cuModuleLoadDataEx"], 2);
  EXPECT_THAT(logged_, HasSubstr("The CUBIN for sm_90 of a program is not loaded, and its PTX is "
                                 "compiled: cuModuleLoadDataEx failed: "
                                 "CUDA_ERROR_NO_BINARY_FOR_GPU (209)"));
  checkRuns();
}

TEST_F(CudaPtxObjects, LinkedProgramsTakeThePtx) {
  open();
  ASSERT_OK(makeProgram(withObject(90))) << lastError();
  ASSERT_OK(urProgramCompile(context_, program_, nullptr)) << lastError();
  ur_program_handle_t linked = nullptr;
  ASSERT_OK(urProgramLink(context_, 1, &program_, nullptr, &linked)) << lastError();
  EXPECT_OK(urKernelCreate(linked, "iota", &kernel_)) << lastError();
  EXPECT_EQ(driver_.loadedObjects, 0);
  EXPECT_OK(urProgramRelease(linked));
}

TEST_F(CudaPtxObjects, DamagedObjectsAreRefused) {
  open();
  std::string program = withObject(90);
  program.resize(program.size() - 1);
  EXPECT_EQ(makeProgram(program), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("The CUBINs behind the PTX of a program of"));
}

// The driver's compiler refuses to optimize code with all debugging information.
TEST_F(CudaPtxObjects, DebugInfoDecidesHowTheDriverCompiles) {
  open();
  const auto compile = [&](const std::string &target, const char *options) {
    std::string text = kPtx;
    text.replace(text.find("sm_70"), 5, target);
    ASSERT_OK(makeProgram(text)) << lastError();
    ASSERT_OK(urProgramBuild(context_, program_, options)) << lastError();
    ASSERT_OK(urProgramRelease(std::exchange(program_, nullptr)));
  };
  using Options = std::map<int, size_t>;
  const auto given = [&] {
    Options options;
    for (const int name : {cuda::CU_JIT_OPTIMIZATION_LEVEL, cuda::CU_JIT_GENERATE_DEBUG_INFO,
                           cuda::CU_JIT_GENERATE_LINE_INFO})
      if (const auto found = driver_.jitOptions.find(name); found != driver_.jitOptions.end())
        options.insert(*found);
    return options;
  };
  compile("sm_70", "-O3");
  EXPECT_EQ(given(), (Options{{cuda::CU_JIT_OPTIMIZATION_LEVEL, 3}}));
  compile("sm_70\n\t.loc\t1 2 3", "-O3");
  EXPECT_EQ(given(),
            (Options{{cuda::CU_JIT_OPTIMIZATION_LEVEL, 3}, {cuda::CU_JIT_GENERATE_LINE_INFO, 1}}));
  compile("sm_70, debug", "-O3");
  EXPECT_EQ(given(),
            (Options{{cuda::CU_JIT_OPTIMIZATION_LEVEL, 0}, {cuda::CU_JIT_GENERATE_DEBUG_INFO, 1}}));
}

} // namespace
} // namespace ursa
