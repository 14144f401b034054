// Native specialization constants: bitcode, the code generator, the driver's linker, and what is
// stored on disk. The fake driver runs a kernel by the literal in its PTX.
#include "cuda/fixture.h"

#include "ursa.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <thread>

namespace ursa {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr uint32_t kAnswer = 0; ///< SpecId of `answer`

std::string readFile(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

struct CudaNative : CudaTest {
  CudaNative() {
    std::string name = (fs::temp_directory_path() / "ursa-cuda-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    cacheFolder_.emplace("URSA_CACHE_DIR", (folder_ / "cache").string());
    cache_.emplace("URSA_CACHE", "1");
  }
  ~CudaNative() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  void TearDown() override {
    if (bundle_) {
      EXPECT_OK(ursaBundleRelease(bundle_));
    }
    if (images_) {
      EXPECT_OK(ursaImagesRelease(images_));
    }
    if (memory_) {
      EXPECT_OK(urUSMFree(context_, memory_));
    }
  }

  static fs::path kernels(const char *name) {
    return fs::path(binDir()).parent_path() / "share" / "ursa" / name;
  }
  /// Uses a copy of the adapter in a folder of its own.
  void copyAdapter() {
    const fs::path copy = folder_ / "libur_adapter_cuda.so.0";
    fs::copy_file(fs::canonical(fs::path(libDir()) / "libur_adapter_cuda.so.0"), copy);
    copied_.emplace("UR_ADAPTERS_FORCE_LOAD", copy.string());
  }

  ur_result_t makeBundle(const char *file,
                         ursa_specialization_mode_t mode = URSA_SPECIALIZATION_MODE_AUTO) {
    EXPECT_OK(ursaImagesLoad(kernels(file).c_str(), &images_)) << lastMessage();
    return ursaBundleCreate(context_, 1, &device_, images_, mode, &bundle_);
  }
  ursa_specialization_mode_t mode() {
    auto mode = URSA_SPECIALIZATION_MODE_NONE;
    EXPECT_OK(ursaBundleGetMode(bundle_, device_, &mode));
    return mode;
  }
  static std::string lastMessage() {
    const char *message = nullptr;
    ursaGetLastError(&message);
    return message;
  }
  /// Builds the bundle and returns what its kernel stores.
  int stored() {
    EXPECT_OK(ursaBundleBuild(bundle_, nullptr)) << lastMessage();
    EXPECT_OK(ursaBundleGetKernel(bundle_, device_, "constant_value", &kernel_)) << lastMessage();
    const int value = run();
    EXPECT_OK(urKernelRelease(kernel_));
    kernel_ = nullptr;
    return value;
  }
  int run() {
    if (!memory_) {
      EXPECT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, sizeof(int), &memory_));
    }
    int *out = static_cast<int *>(memory_);
    *out = -1;
    const size_t one = 1;
    const ursa_kernel_arg_t argument = {UR_EXP_KERNEL_ARG_TYPE_POINTER, 0, out};
    EXPECT_OK(ursaEnqueueKernelLaunch(queue_, kernel_, 1, nullptr, &one, nullptr, 1, &argument, 0,
                                      nullptr, nullptr))
        << lastMessage();
    EXPECT_OK(urQueueFinish(queue_));
    return *out;
  }
  void set(const char *id, int value) {
    ASSERT_OK(ursaBundleSetSpecializationConstant(bundle_, id, sizeof(value), &value))
        << lastMessage();
  }
  ur_result_t setNumber(uint32_t id, size_t size, const void *value) {
    const ur_specialization_constant_info_t constant = {id, size, value};
    return urProgramSetSpecializationConstants(program_, 1, &constant);
  }
  ur_result_t makeBitcodeProgram() { return makeProgram(readFile(kernels("native.bc"))); }
  std::string binary() {
    size_t size = 0;
    EXPECT_OK(
        urProgramGetInfo(program_, UR_PROGRAM_INFO_BINARY_SIZES, sizeof(size), &size, nullptr));
    std::string bytes(size, '\0');
    char *destination = bytes.data();
    EXPECT_OK(urProgramGetInfo(program_, UR_PROGRAM_INFO_BINARIES, sizeof(destination),
                               &destination, nullptr));
    return bytes;
  }

  fs::path folder_;
  std::optional<ScopedVariable> cacheFolder_, cache_, copied_;
  ursa_images_handle_t images_ = nullptr;
  ursa_bundle_handle_t bundle_ = nullptr;
  void *memory_ = nullptr;
};

TEST_F(CudaNative, ConstantsAreSetBeforeTheBuild) {
  open();
  ASSERT_OK(makeBundle("native.ursa")) << lastMessage();
  EXPECT_EQ(mode(), URSA_SPECIALIZATION_MODE_NATIVE);
  EXPECT_EQ(stored(), 42);
  set("answer", 1234);
  EXPECT_EQ(stored(), 1234);
  EXPECT_EQ(driver_.calls["cuLinkComplete"], 2);
}

TEST_F(CudaNative, TheSameFileIsEmulatedOnRequest) {
  open();
  ASSERT_OK(makeBundle("native.ursa", URSA_SPECIALIZATION_MODE_EMULATED)) << lastMessage();
  EXPECT_EQ(stored(), 42);
  set("answer", 77);
  EXPECT_EQ(stored(), 77);
  EXPECT_EQ(driver_.calls["cuLinkComplete"], 0);
}

TEST_F(CudaNative, TiersSwapToNativeCode) {
  open();
  ASSERT_OK(makeBundle("native.ursa", URSA_SPECIALIZATION_MODE_TIERED)) << lastMessage();
  EXPECT_EQ(mode(), URSA_SPECIALIZATION_MODE_TIERED);
  set("answer", 5);
  EXPECT_EQ(stored(), 5);
  ASSERT_OK(ursaBundleFinishBuilds(bundle_));
  EXPECT_EQ(stored(), 5);
  ursa_tier_report_t report = {};
  ASSERT_OK(ursaBundleGetTierReport(bundle_, device_, &report));
  EXPECT_EQ(report.lastLaunch, URSA_TIER_NATIVE);
  EXPECT_EQ(report.buildsFailed, 0u);
}

TEST_F(CudaNative, ConstantsByNumber) {
  open();
  ASSERT_OK(makeBitcodeProgram()) << lastError();
  char names[64] = {};
  ASSERT_OK(
      urProgramGetInfo(program_, UR_PROGRAM_INFO_KERNEL_NAMES, sizeof(names), names, nullptr));
  EXPECT_STREQ(names, "constant_value;iota;squares");
  const int value = 9;
  const int64_t wide = 9;
  ASSERT_OK(setNumber(kAnswer, sizeof(value), &value)) << lastError();
  EXPECT_EQ(setNumber(kAnswer, sizeof(wide), &wide), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_THAT(lastError(), HasSubstr("is 4 bytes; 8 were given"));
  EXPECT_EQ(setNumber(99, sizeof(value), &value), UR_RESULT_ERROR_INVALID_SPEC_ID);
  ASSERT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
  ASSERT_OK(urKernelCreate(program_, "constant_value", &kernel_)) << lastError();
  EXPECT_EQ(run(), 9);
  uint32_t arguments = 0;
  ASSERT_OK(
      urKernelGetInfo(kernel_, UR_KERNEL_INFO_NUM_ARGS, sizeof(arguments), &arguments, nullptr));
  EXPECT_EQ(arguments, 1u);
  // The binary is PTX with the values of the build.
  EXPECT_THAT(binary(), AllOf(HasSubstr(".target sm_90"), Not(HasSubstr("SpecConstant"))));
  ur_program_handle_t first = program_;
  ASSERT_OK(makeProgram(binary())) << lastError();
  EXPECT_OK(urProgramRelease(first));
}

TEST_F(CudaNative, ConstantsOfAKernel) {
  open();
  ASSERT_OK(makeBitcodeProgram()) << lastError();
  ASSERT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
  ASSERT_OK(urKernelCreate(program_, "constant_value", &kernel_)) << lastError();
  const auto set = [&](uint32_t id, int value) {
    const ur_specialization_constant_info_t constant = {id, sizeof(value), &value};
    return urKernelSetSpecializationConstants(kernel_, 1, &constant);
  };
  EXPECT_EQ(run(), 42);
  for (const int value : {17, 17, 18}) {
    ASSERT_OK(set(kAnswer, value)) << lastError();
    EXPECT_EQ(run(), value);
  }
  EXPECT_EQ(driver_.calls["cuLinkComplete"], 3);
  EXPECT_EQ(set(99, 1), UR_RESULT_ERROR_INVALID_SPEC_ID);
  driver_.fail("cuModuleGetFunction", cuda::CUDA_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(set(kAnswer, 19), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  driver_.fail("");
  EXPECT_EQ(run(), 18);
  // Another kernel of the program has the program's values.
  EXPECT_OK(urKernelRelease(kernel_));
  ASSERT_OK(urKernelCreate(program_, "constant_value", &kernel_)) << lastError();
  EXPECT_EQ(run(), 42);
}

TEST_F(CudaNative, FormsWithOffsetAreCompiledWhenTheyAreNeeded) {
  open();
  ASSERT_OK(makeBitcodeProgram()) << lastError();
  ASSERT_OK(makeKernel("iota")) << lastError();
  int &links = driver_.calls["cuLinkComplete"];
  EXPECT_THAT(binary(), HasSubstr(".entry iota_with_offset("));
  EXPECT_EQ(links, 1);
  ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, 16 * sizeof(int), &memory_));
  int *out = static_cast<int *>(memory_);
  const int start = 100;
  const auto launchAt = [&](size_t offset) {
    return launch({pointerArgument(0, out), valueArgument(1, start)}, 4, nullptr, &offset);
  };
  ASSERT_OK(launchAt(0)) << lastError();
  EXPECT_EQ(links, 1);
  driver_.fail("cuLinkAddData", cuda::CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
  EXPECT_EQ(launchAt(8), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_THAT(lastError(), HasSubstr("CUDA_ERROR_UNSUPPORTED_PTX_VERSION"));
  driver_.fail("");
  for (const size_t offset : {8, 12, 8})
    ASSERT_OK(launchAt(offset)) << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(links, 2);
  for (const int i : {0, 3, 8, 11, 12, 15})
    EXPECT_EQ(out[i], start + i);

  // Once it was launched with an offset, new values get both forms at once.
  const int value = 31;
  ASSERT_OK(setNumber(kAnswer, sizeof(value), &value)) << lastError();
  EXPECT_OK(urKernelRelease(kernel_));
  ASSERT_OK(makeKernel("iota")) << lastError();
  ASSERT_OK(launchAt(4)) << lastError();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_EQ(links, 3);
  EXPECT_EQ(out[7], start + 7);
}

TEST_F(CudaNative, OneThreadCompilesTheFormsWithOffset) {
  open();
  ASSERT_OK(makeBitcodeProgram()) << lastError();
  ASSERT_OK(makeKernel("iota")) << lastError();
  ASSERT_OK(urUSMSharedAlloc(context_, device_, nullptr, nullptr, 16 * sizeof(int), &memory_));
  int *out = static_cast<int *>(memory_);
  const int start = 7;
  const int links = driver_.calls["cuLinkComplete"];
  std::vector<std::thread> threads;
  for (const size_t offset : {4, 8, 12})
    threads.emplace_back([&, offset] {
      EXPECT_OK(launch({pointerArgument(0, out), valueArgument(1, start)}, 4, nullptr, &offset));
    });
  for (std::thread &thread : threads)
    thread.join();
  ASSERT_OK(urQueueFinish(queue_));
  EXPECT_LE(driver_.calls["cuLinkComplete"], links + 1);
  for (const int i : {4, 11, 15})
    EXPECT_EQ(out[i], start + i);
}

TEST_F(CudaNative, OptionsReachTheGenerator) {
  open();
  ASSERT_OK(makeBitcodeProgram()) << lastError();
  ASSERT_OK(urProgramBuild(context_, program_, "-O3")) << lastError();
  EXPECT_THAT(binary(), Not(HasSubstr("bra"))); // the loop is unrolled
  ASSERT_OK(urProgramBuild(context_, program_, "-O0")) << lastError();
  EXPECT_THAT(binary(), HasSubstr("bra"));
}

TEST_F(CudaNative, ObjectsAreStored) {
  open();
  ASSERT_OK(makeBitcodeProgram()) << lastError();
  ASSERT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
  EXPECT_OK(urProgramRelease(program_));
  const int links = driver_.calls["cuLinkComplete"];
  EXPECT_EQ(links, 1);
  ASSERT_OK(makeBitcodeProgram()) << lastError();
  ASSERT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
  EXPECT_EQ(driver_.calls["cuLinkComplete"], links);
  ASSERT_OK(urKernelCreate(program_, "constant_value", &kernel_)) << lastError();
  EXPECT_EQ(run(), 42);
  size_t files = 0;
  for (const auto &entry : fs::directory_iterator(folder_ / "cache"))
    files += entry.file_size() > 100;
  EXPECT_EQ(files, 3u); // what the bitcode contains, PTX, an object
}

TEST_F(CudaNative, NothingIsStoredWhereTheCacheIsOff) {
  const ScopedVariable off("URSA_CACHE", "0");
  open();
  ASSERT_OK(makeBitcodeProgram()) << lastError();
  ASSERT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
  ASSERT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
  EXPECT_EQ(driver_.calls["cuLinkComplete"], 2);
  EXPECT_FALSE(fs::exists(folder_ / "cache"));
}

TEST_F(CudaNative, WithoutTheGeneratorConstantsAreEmulated) {
  copyAdapter();
  open();
  ASSERT_OK(makeBundle("native.ursa")) << lastMessage();
  EXPECT_EQ(mode(), URSA_SPECIALIZATION_MODE_EMULATED);
  set("answer", 6);
  EXPECT_EQ(stored(), 6);
  EXPECT_THAT(logged_, HasSubstr("There is no code generator (" +
                                 (folder_ / "libursa_nvptx_jit.so.0").string() + ")"));
  EXPECT_EQ(makeBitcodeProgram(), UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE);
  EXPECT_THAT(lastError(), HasSubstr("The code generator for CUDA devices cannot be loaded"));
  const std::vector<uint8_t> words(64);
  EXPECT_EQ(urProgramCreateWithIL(context_, words.data(), words.size(), nullptr, &program_),
            UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE);
  EXPECT_THAT(lastError(), HasSubstr("need the code generator beside the adapter"));
}

TEST_F(CudaNative, ABrokenGeneratorIsToldAndNotUsedAgain) {
  copyAdapter();
  std::ofstream(folder_ / "libursa_nvptx_jit.so.0") << "no library";
  open();
  EXPECT_EQ(makeBitcodeProgram(), UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE);
  EXPECT_THAT(lastError(), HasSubstr("libursa_nvptx_jit.so.0"));
  ASSERT_OK(makeBundle("native.ursa")) << lastMessage();
  EXPECT_EQ(mode(), URSA_SPECIALIZATION_MODE_EMULATED);
}

TEST_F(CudaNative, BrokenBitcode) {
  open();
  EXPECT_EQ(makeProgram("BC\xC0\xDE and nothing"), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_THAT(lastError(), HasSubstr("is damaged bitcode"));
  EXPECT_EQ(makeProgram(readFile(kernels("native.bc")).substr(0, 1000)),
            UR_RESULT_ERROR_INVALID_BINARY);
}

TEST_F(CudaNative, OldDevicesAreRefused) {
  driver_.capability = 61;
  open();
  ASSERT_OK(makeBitcodeProgram()) << lastError();
  EXPECT_EQ(urProgramBuild(context_, program_, nullptr), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_THAT(lastError(), HasSubstr("for compute capability 7.0 and later; the device has 6.1"));
  EXPECT_EQ(makeBundle("native.ursa"), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_THAT(lastMessage(), HasSubstr("the device does not set specialization constants"));
}

TEST_F(CudaNative, DevicesOfTheFutureGetTheNewestCode) {
  driver_.capability = 200;
  open();
  ASSERT_OK(makeBitcodeProgram()) << lastError();
  ASSERT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
  EXPECT_THAT(binary(), HasSubstr(".target sm_1"));
}

TEST_F(CudaNative, TheDriverRefusesThePtx) {
  open();
  ASSERT_OK(makeBitcodeProgram()) << lastError();
  driver_.fail("cuLinkAddData", cuda::CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
  EXPECT_EQ(urProgramBuild(context_, program_, nullptr), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  EXPECT_THAT(lastError(), HasSubstr("CUDA_ERROR_UNSUPPORTED_PTX_VERSION"));
  driver_.fail("");
  EXPECT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
}

TEST_F(CudaNative, BitcodeIsLinkedAsPtx) {
  open();
  ASSERT_OK(makeBitcodeProgram()) << lastError();
  const int value = 31;
  ASSERT_OK(setNumber(kAnswer, sizeof(value), &value)) << lastError();
  ASSERT_OK(urProgramCompile(context_, program_, nullptr)) << lastError();
  ur_program_handle_t linked = nullptr;
  ASSERT_OK(urProgramLink(context_, 1, &program_, nullptr, &linked)) << lastError();
  EXPECT_OK(urProgramRelease(program_));
  program_ = linked;
  ASSERT_OK(urKernelCreate(program_, "constant_value", &kernel_)) << lastError();
  EXPECT_EQ(run(), 31);
}

TEST_F(CudaNative, SpirvPrograms) {
  open();
  char version[64] = {};
  ASSERT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_IL_VERSION, sizeof(version), version, nullptr));
  if (!*version)
    GTEST_SKIP() << "llvm-spirv-15 is not installed.";
  const std::string words = readFile(kernels("native.spv"));
  ASSERT_OK(urProgramCreateWithIL(context_, words.data(), words.size(), nullptr, &program_))
      << lastError();
  EXPECT_EQ(binary(), "");
  const int value = 8;
  ASSERT_OK(setNumber(kAnswer, sizeof(value), &value)) << lastError();
  ASSERT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
  ASSERT_OK(urKernelCreate(program_, "constant_value", &kernel_)) << lastError();
  EXPECT_EQ(run(), 8);
  EXPECT_THAT(binary(), HasSubstr(".entry constant_value("));
  size_t size = 0;
  ASSERT_OK(urProgramGetInfo(program_, UR_PROGRAM_INFO_IL, 0, nullptr, &size));
  EXPECT_EQ(size, words.size());
  // Compiled and linked, the value stays.
  ASSERT_OK(urProgramCompile(context_, program_, nullptr)) << lastError();
  ur_program_handle_t linked = nullptr;
  ASSERT_OK(urProgramLink(context_, 1, &program_, nullptr, &linked)) << lastError();
  EXPECT_OK(urKernelRelease(kernel_));
  ASSERT_OK(urKernelCreate(linked, "constant_value", &kernel_)) << lastError();
  EXPECT_EQ(run(), 8);
  EXPECT_OK(urProgramRelease(linked));
}

TEST_F(CudaNative, SpirvThatIsNone) {
  open();
  const std::vector<uint8_t> words(64, 7);
  EXPECT_EQ(urProgramCreateWithIL(context_, words.data(), words.size(), nullptr, &program_),
            UR_RESULT_ERROR_INVALID_BINARY);
}

} // namespace
} // namespace ursa
