// The host adapter's JIT (LLVM 22) and PoCL's (another LLVM) in one process, in either order.
#include "bench/pocl.h"
#include "bench/ursa_kernel.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace ursa::bench {
namespace {

constexpr const char *kSource = "kernel void write_value(global int *out) { *out = VALUE; }";

class LlvmMix : public ::testing::Test {
protected:
  // An empty cache makes PoCL compile.
  LlvmMix() {
    std::string folder = (std::filesystem::temp_directory_path() / "ursa-mix-XXXXXX").string();
    cache_ = mkdtemp(folder.data());
    setenv("POCL_CACHE_DIR", cache_.c_str(), 1);
  }
  ~LlvmMix() override {
    std::error_code ignored;
    std::filesystem::remove_all(cache_, ignored);
  }

  void runPocl(int value) {
    if (!pocl_)
      pocl_ = Pocl::open();
    ASSERT_TRUE(pocl_) << "PoCL is one of the packages that the tests need";
    pocl_->build(kSource, "write_value", "-DVALUE=" + std::to_string(value), true)->launch();
    EXPECT_EQ(pocl_->readBuffer(), value);
  }

  void runHost(int value) {
    for (const auto mode : {URSA_SPECIALIZATION_MODE_NATIVE, URSA_SPECIALIZATION_MODE_EMULATED}) {
      UrsaKernel kernel("constant", "write_value", mode, true);
      kernel.specialize(value);
      kernel.launch();
      EXPECT_EQ(kernel.readBuffer(), value);
    }
  }

private:
  std::filesystem::path cache_;
  std::unique_ptr<Pocl> pocl_;
};

TEST_F(LlvmMix, HostFirst) {
  runHost(1);
  runPocl(2);
  runHost(3);
  runPocl(4);
}

TEST_F(LlvmMix, PoclFirst) {
  runPocl(1);
  runHost(2);
  runPocl(3);
  runHost(4);
}

} // namespace
} // namespace ursa::bench
