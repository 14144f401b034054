// The host adapter's description of the CPU, made without LLVM, is that of LLVM's target.
#include "adapters/host/jit/host_jit.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <gtest/gtest.h>

namespace ursa::jit {
namespace {

TEST(HostFacts, ArchitectureIsThatOfTheTriple) {
  const llvm::Triple triple(llvm::sys::getProcessTriple());
  EXPECT_EQ(host::jit::hostArchitecture(), llvm::Triple::getArchTypeName(triple.getArch()));
}

TEST(HostFacts, VectorsAreAsWideAsTheFeatures) {
  const auto features = llvm::sys::getHostCPUFeatures();
  const uint32_t bytes = features.lookup("avx512f") ? 64 : features.lookup("avx") ? 32 : 16;
  EXPECT_EQ(host::jit::hostVectorBytes(), bytes);
}

} // namespace
} // namespace ursa::jit
