// How the values of specialization constants reach a driver that accepts SPIR-V: the driver sets
// them if the probe found it correct, otherwise they are folded in SPIR-V. The probe is a real
// child process.
#include "opencl/fixture.h"
#include "support/paths.h"

#include "ursa.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <sys/wait.h>
#include <unistd.h>

namespace ursa {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ursa::testing::SpirvBuilder;

/// A folder that the destructor removes.
class TemporaryFolder {
public:
  TemporaryFolder() { path_ = mkdtemp(name_.data()); }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  const fs::path &path() const { return path_; }

private:
  std::string name_ = (fs::temp_directory_path() / "ursa-constants-XXXXXX").string();
  fs::path path_;
};

enum : uint32_t { kBool = 1, kUint = 2, kUlong = 3, kFloat = 4, kChar = 5 };
enum : uint32_t { kOpConstant = 43, kOpSpecConstant = 50 };

class OpenclConstants : public OpenclFaults {
protected:
  OpenclConstants() : OpenclConstants(libDir()) {}
  explicit OpenclConstants(const std::string &adapterFolder)
      : OpenclFaults("fake", adapterFolder), cache_("XDG_CACHE_HOME", folder_.path().string()) {}

  static SpirvBuilder module() {
    SpirvBuilder builder;
    builder.kernel("iota").boolean(kBool, false).constant(kUint, SpirvBuilder::kUint, {7});
    builder.constant(kUlong, SpirvBuilder::kUlong, {8, 0});
    builder.constant(kFloat, SpirvBuilder::kFloat, {0});
    return builder.constant(kChar, SpirvBuilder::kChar, {1});
  }

  struct Value {
    uint32_t id;
    uint64_t bits;
    size_t size;
  };
  /// Builds a module with these values.
  void build(const SpirvBuilder &builder, const std::vector<Value> &values) {
    if (!device_) {
      ASSERT_EQ(devices(), 1u);
    }
    releaseAll();
    const std::vector<std::byte> words = builder.bytes();
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
    ASSERT_OK(urProgramCreateWithIL(context_, words.data(), words.size(), nullptr, &program_))
        << lastError();
    std::vector<ur_specialization_constant_info_t> constants;
    for (const Value &value : values)
      constants.push_back({value.id, value.size, &value.bits});
    if (!constants.empty()) {
      ASSERT_OK(urProgramSetSpecializationConstants(
          program_, static_cast<uint32_t>(constants.size()), constants.data()))
          << lastError();
    }
    ASSERT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
  }

  /// Returns the values that the driver was called to set.
  std::map<uint32_t, uint64_t> set() const {
    std::map<uint32_t, uint64_t> bits;
    for (const auto &[id, bytes] : driver_.constants)
      std::memcpy(&bits[id], bytes.data(), bytes.size());
    return bits;
  }
  bool sawSpecConstants() const {
    return std::count(driver_.ilOpcodes.begin(), driver_.ilOpcodes.end(), kOpSpecConstant) != 0;
  }
  using Bits = std::map<uint32_t, uint64_t>;

  fs::path probeResultFile() const {
    const fs::path folder = folder_.path() / "ursa" / "opencl-probe";
    return fs::exists(folder) ? fs::directory_iterator(folder)->path() : fs::path();
  }
  std::string intake() {
    char text[1000] = {};
    EXPECT_OK(urDeviceGetInfo(device_, URSA_DEVICE_INFO_CODE_INTAKE, sizeof(text), text, nullptr));
    return text;
  }
  std::string toggles() {
    char text[1000] = {};
    EXPECT_EQ(urDeviceGetInfo(device_, URSA_DEVICE_INFO_TOGGLES, sizeof(text), text, nullptr),
              UR_RESULT_SUCCESS);
    return text;
  }
  void TearDown() override { releaseAll(); }

  const TemporaryFolder folder_;
  const ScopedVariable cache_;
};

constexpr uint64_t kMinusTwo = 0xfffffffffffffffe;

TEST_F(OpenclConstants, AreSetByACorrectDriver) {
  build(module(), {{kBool, 1, 1}, {kUint, 70000, 4}, {kUlong, kMinusTwo, 8}, {kChar, 0x85, 1}});
  EXPECT_EQ(set(), (Bits{{kBool, 1}, {kUint, 70000}, {kUlong, kMinusTwo}, {kChar, 0x85}}));
  EXPECT_TRUE(sawSpecConstants());
  EXPECT_THAT(intake(), HasSubstr("set by the driver (bool, 8-bit integers, "));
  EXPECT_THAT(intake(), HasSubstr("64-bit integers, "));
  EXPECT_EQ(toggles(), "");
}

TEST_F(OpenclConstants, AreFoldedIfTheDriverLosesBits) {
  const ScopedVariable mode(testing::kFakeConstants, "narrow");
  build(module(), {{kUlong, kMinusTwo, 8}});
  EXPECT_EQ(set(), Bits{});
  EXPECT_FALSE(sawSpecConstants());
  // The driver sets the correct ones, unless the module has others too.
  build(module(), {{kUint, 70000, 4}});
  EXPECT_EQ(set(), (Bits{{kUint, 70000}}));
  build(module(), {{kUint, 70000, 4}, {kUlong, 1, 8}});
  EXPECT_EQ(set(), Bits{});
  EXPECT_FALSE(sawSpecConstants());
  EXPECT_THAT(intake(), Not(HasSubstr("64-bit integers")));
  EXPECT_THAT(intake(), Not(HasSubstr("double")));
  EXPECT_EQ(toggles(), "fold_spec_constants");
}

TEST_F(OpenclConstants, AreFoldedIfTheDriverCrashes) {
  const ScopedVariable mode(testing::kFakeConstants, "crash");
  build(module(), {{kUlong, kMinusTwo, 8}, {kFloat, 0x3f800000, 4}});
  EXPECT_EQ(set(), Bits{});
  EXPECT_FALSE(sawSpecConstants());
  build(module(), {{kFloat, 0x3f800000, 4}});
  EXPECT_EQ(set(), (Bits{{kFloat, 0x3f800000}}));
}

TEST_F(OpenclConstants, AreFoldedIfTheDriverRefuses) {
  const ScopedVariable mode(testing::kFakeConstants, "refuse");
  build(module(), {{kUint, 70000, 4}});
  EXPECT_EQ(set(), Bits{});
  EXPECT_FALSE(sawSpecConstants());
  EXPECT_THAT(intake(), HasSubstr("constants folded"));
}

TEST_F(OpenclConstants, EveryInstructionWithAnIdIsSet) {
  SpirvBuilder builder = module();
  builder.constant(kUint, SpirvBuilder::kUint, {7});
  build(builder, {{kUint, 5, 4}});
  EXPECT_EQ(set(), (Bits{{kUint, 5}}));
}

// Some drivers collect them in a buffer of fixed size.
TEST_F(OpenclConstants, ManyAreFolded) {
  SpirvBuilder builder = module();
  for (uint32_t id = 100; id < 160; ++id)
    builder.constant(id, SpirvBuilder::kUint, {id});
  build(builder, {{100, 5, 4}});
  EXPECT_EQ(set(), Bits{});
  EXPECT_FALSE(sawSpecConstants());
}

TEST_F(OpenclConstants, NoProbeBeforeAValueIsSet) {
  build(module(), {});
  EXPECT_FALSE(sawSpecConstants());
  EXPECT_EQ(probeResultFile(), fs::path());
  EXPECT_EQ(driver_.called.count("clSetProgramSpecializationConstant"), 0u);
}

TEST_F(OpenclConstants, InvalidValuesNeverReachTheDriver) {
  build(module(), {});
  const uint64_t value = 1;
  const ur_specialization_constant_info_t bad[] = {
      {kUint, 4, nullptr}, {99, 4, &value}, {kUint, 8, &value}, {kUlong, 0, &value}};
  for (const auto &constant : bad)
    EXPECT_NE(urProgramSetSpecializationConstants(program_, 1, &constant), UR_RESULT_SUCCESS);
  ASSERT_OK(urProgramBuild(context_, program_, nullptr));
  EXPECT_EQ(driver_.called.count("clSetProgramSpecializationConstant"), 0u);
}

TEST_F(OpenclConstants, AFailedCallFailsTheBuild) {
  build(module(), {{kUint, 5, 4}});
  driver_.fail("clSetProgramSpecializationConstant", CL_OUT_OF_HOST_MEMORY);
  // Other options make a different program, so that it is built again.
  EXPECT_EQ(urProgramBuild(context_, program_, "-DOTHER"), UR_RESULT_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_THAT(lastError(), HasSubstr("constant 2 of 4 bytes: CL_OUT_OF_HOST_MEMORY (-6)"));
  driver_.fail("");
  releaseAll();
  EXPECT_EQ(driver_.objects, 0);
}

// Another process reads the stored result and does not probe again, so it does not notice that the
// driver changed.
TEST_F(OpenclConstants, ProbeResultIsStored) {
  const pid_t other = fork();
  ASSERT_GE(other, 0);
  if (other == 0) {
    build(module(), {{kUlong, kMinusTwo, 8}});
    _exit(HasFailure() || set().empty());
  }
  int status = 0;
  ASSERT_EQ(waitpid(other, &status, 0), other);
  ASSERT_EQ(status, 0);
  ASSERT_TRUE(fs::exists(probeResultFile()));
  const ScopedVariable mode(testing::kFakeConstants, "narrow");
  build(module(), {{kUlong, kMinusTwo, 8}});
  EXPECT_EQ(set(), (Bits{{kUlong, kMinusTwo}}));
}

TEST_F(OpenclConstants, DamagedProbeResultIsReplaced) {
  const pid_t other = fork();
  ASSERT_GE(other, 0);
  if (other == 0) {
    build(module(), {{kUlong, kMinusTwo, 8}});
    _exit(HasFailure());
  }
  int status = 0;
  ASSERT_EQ(waitpid(other, &status, 0), other);
  ASSERT_EQ(status, 0);
  std::ofstream(probeResultFile(), std::ios::app) << "more";
  const ScopedVariable mode(testing::kFakeConstants, "narrow");
  build(module(), {{kUlong, kMinusTwo, 8}});
  EXPECT_EQ(set(), Bits{});
}

/// What may be in the place of a stored result, which no process believes.
enum class Placed { OthersFile, OthersFolder, Link, Fifo, Endless };
class UntrustedResult : public OpenclConstants, public ::testing::WithParamInterface<Placed> {
protected:
  void place(const fs::path &file) const {
    switch (GetParam()) {
    case Placed::OthersFile:
      return fs::permissions(file, fs::perms(0666));
    case Placed::OthersFolder:
      return fs::permissions(file.parent_path(), fs::perms(0777));
    case Placed::Link:
      fs::rename(file, folder_.path() / "elsewhere");
      return fs::create_symlink(folder_.path() / "elsewhere", file);
    case Placed::Fifo:
      fs::remove(file);
      ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
      return;
    case Placed::Endless:
      fs::resize_file(file, uint64_t{1} << 40);
    }
  }
};
TEST_P(UntrustedResult, IsReplaced) {
  const pid_t other = fork();
  ASSERT_GE(other, 0);
  if (other == 0) {
    build(module(), {{kUlong, kMinusTwo, 8}});
    _exit(HasFailure());
  }
  int status = 0;
  ASSERT_EQ(waitpid(other, &status, 0), other);
  ASSERT_EQ(status, 0);
  place(probeResultFile());
  const ScopedVariable mode(testing::kFakeConstants, "narrow");
  build(module(), {{kUlong, kMinusTwo, 8}});
  EXPECT_EQ(set(), Bits{}) << "the driver is probed again";
}
INSTANTIATE_TEST_SUITE_P(All, UntrustedResult,
                         ::testing::Values(Placed::OthersFile, Placed::OthersFolder, Placed::Link,
                                           Placed::Fifo, Placed::Endless));

struct WithoutProbe : OpenclConstants {
  WithoutProbe() : OpenclConstants(adapter()) {}
  static std::string adapter() {
    static const TemporaryFolder &folder = *new TemporaryFolder;
    fs::copy_file(libDir() + "/libur_adapter_opencl.so.0",
                  folder.path() / "libur_adapter_opencl.so.0",
                  fs::copy_options::overwrite_existing);
    return folder.path().string();
  }
};
TEST_F(WithoutProbe, ConstantsAreFolded) {
  build(module(), {{kUint, 70000, 4}});
  EXPECT_EQ(set(), Bits{});
  EXPECT_FALSE(sawSpecConstants());
  EXPECT_EQ(probeResultFile(), fs::path());
}

struct FoldedByUsers : OpenclConstants {
  const ScopedVariable variable{"URSA_TOGGLES", "fold_spec_constants"};
};
TEST_F(FoldedByUsers, WithoutAProbe) {
  build(module(), {{kUint, 70000, 4}});
  EXPECT_FALSE(sawSpecConstants());
  EXPECT_EQ(probeResultFile(), fs::path());
  EXPECT_EQ(toggles(), "fold_spec_constants");
}

struct NotFoldedByUsers : OpenclConstants {
  const ScopedVariable variable{"URSA_TOGGLES", "-fold_spec_constants"};
};
TEST_F(NotFoldedByUsers, ADriverThatFailsTheProbeSetsThem) {
  const ScopedVariable mode(testing::kFakeConstants, "narrow");
  build(module(), {{kUint, 70000, 4}});
  EXPECT_EQ(set(), (Bits{{kUint, 70000}}));
  EXPECT_EQ(probeResultFile(), fs::path());
  EXPECT_EQ(toggles(), "");
}

struct OldDriver : OpenclConstants {
  OldDriver() { driver_.version = "OpenCL 2.1 fake"; }
};
TEST_F(OldDriver, ConstantsAreFolded) {
  build(module(), {{kUint, 70000, 4}});
  EXPECT_FALSE(sawSpecConstants());
  EXPECT_EQ(probeResultFile(), fs::path());
}

struct DriverWithIlExtension : OpenclConstants {
  DriverWithIlExtension() {
    driver_.version = "OpenCL 1.2 fake";
    driver_.extensions = "cl_khr_il_program";
  }
};
TEST_F(DriverWithIlExtension, TakesSpirv) {
  build(module(), {{kUint, 70000, 4}});
  EXPECT_NE(driver_.ilBytes, 0u);
  EXPECT_FALSE(sawSpecConstants());
}

TEST_F(OpenclConstants, ModesOfTheDevice) {
  ASSERT_EQ(devices(), 1u);
  ursa_specialization_mode_flags_t modes = 0;
  ASSERT_OK(ursaDeviceGetSpecializationModes(device_, &modes));
  EXPECT_TRUE(modes & URSA_SPECIALIZATION_MODE_FLAG_NATIVE);
}

struct DriverWithoutSpirv : OpenclConstants {
  DriverWithoutSpirv() { driver_.version = "OpenCL 1.2 fake"; }
};
TEST_F(DriverWithoutSpirv, ReportsIt) {
  ASSERT_EQ(devices(), 1u);
  ursa_specialization_mode_flags_t modes = 0;
  ASSERT_OK(ursaDeviceGetSpecializationModes(device_, &modes));
  EXPECT_EQ(modes, uint32_t{URSA_SPECIALIZATION_MODE_FLAG_EMULATED});
  EXPECT_EQ(intake(), "the driver's own binaries, constants emulated");
  ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
  const std::vector<std::byte> words = module().bytes();
  EXPECT_EQ(urProgramCreateWithIL(context_, words.data(), words.size(), nullptr, &program_),
            UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE);
  EXPECT_THAT(lastError(), HasSubstr("takes no SPIR-V"));
  EXPECT_THAT(lastError(), HasSubstr("It takes: the driver's own binaries"));
}

} // namespace
} // namespace ursa
