// Dependencies of machine code for a target, which cache keys consist of, and functions that the
// host provides.
#include "compiler/targets/host/host_image.h"
#include "compiler/targets/target.h"

#include "llvm/TargetParser/Host.h"

#include <gmock/gmock.h>

namespace ursa {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string fingerprint(const std::string &cpu) {
  llvm::Expected<std::unique_ptr<compiler::targets::Target>> target =
      compiler::targets::createTarget("host-x86_64", {}, {"--aot", "--cpu=" + cpu});
  if (!target) {
    ADD_FAILURE() << llvm::toString(target.takeError());
    return "";
  }
  return (*target)->fingerprint();
}

TEST(HostTarget, FingerprintNamesTheProcessorOfThisMachine) {
  const std::string native = fingerprint("native");
  EXPECT_THAT(native, HasSubstr(llvm::sys::getHostCPUName().str()));
  EXPECT_THAT(native, HasSubstr("host-x86_64-aot"));
  EXPECT_THAT(native, Not(HasSubstr("native")));
}

TEST(HostTarget, LevelsOfProcessorsHaveWhatTheirFeaturesImply) {
  EXPECT_EQ(fingerprint("x86-64"), "host-x86_64-aot for any processor");
  for (const char *level : {"v2", "v3", "v4"})
    EXPECT_EQ(fingerprint(std::string("x86-64-") + level),
              std::string("host-x86_64-aot-") + level + " for any processor");
}

TEST(HostTarget, FingerprintTellsProcessorsApart) {
  EXPECT_NE(fingerprint("haswell"), fingerprint("znver4")); // by their features
  EXPECT_NE(fingerprint("znver1"), fingerprint("znver2"));  // by their timing at least
  EXPECT_NE(fingerprint("haswell"), fingerprint("x86-64-v3"));
  EXPECT_EQ(fingerprint("haswell"), fingerprint("haswell"));
}

TEST(IsProvidedByHost, RecognizesMangledAndPlainNames) {
  for (const char *name :
       {"_Z13get_global_idj", "_Z7barrierj", "printf", "get_work_dim", "_Z20__spirv_SpecConstantii",
        "__spirv_SpecConstant", "_Z15get_image_width14ocl_image1d_ro", "_Z17sub_group_barrierj",
        "_Z17sub_group_shufflejj"})
    EXPECT_TRUE(compiler::host::isProvidedByHost(name)) << name;
  for (const char *name :
       {"_Z3sinf", "malloc", "_Z14get_global_idsj", "_Z21work_group_reduce_addi"})
    EXPECT_FALSE(compiler::host::isProvidedByHost(name)) << name;
}

} // namespace
} // namespace ursa
