// Specialization constants that are leaves of composites: each is set by its own SpecId.
#include "conformance/harness.h"

#include <cstring>

namespace ursa::conformance {
namespace {

struct Leaf {
  size_t size;        ///< of the value, in bytes
  uint64_t byDefault; ///< bits of the default
  uint64_t other;
};

// The leaves of kernels/composites.spvasm: leaf N has SpecId 10 N.
constexpr Leaf kLeaves[] = {
    {1, 17, 0x85},
    {2, 65000, 0x8005},
    {4, 70000, 0xfffffffe},
    {8, 5000000000, 0xfffffffffffffffe},
    {2, 0x3e00, 0xc100},                         // half: 1.5, -2.5
    {4, 0xc0200000, 0x40490fdb},                 // float: -2.5, pi
    {8, 0x3fb999999999999a, 0xc024333333333333}, // double: 0.1, -10.1
    {4, 0x3f800000, 0xbf800000},                 // a vector
    {4, 0x40000000, 0x00000001},
    {4, 0x40400000, 0x7f800000},
    {4, 31, 0x80000000}, // an array
    {4, 32, 33},
    {1, 1, 0}, // booleans
    {1, 0, 1},
};
constexpr size_t kCount = std::size(kLeaves);

class Composites : public DeviceTest {
protected:
  void SetUp() override {
    SKIP_WITHOUT_IL();
    DeviceTest::SetUp();
  }
  void TearDown() override {
    if (context_)
      DeviceTest::TearDown();
  }
  static ur_specialization_constant_info_t constant(size_t leaf) {
    return {static_cast<uint32_t>(10 * leaf), kLeaves[leaf].size, &kLeaves[leaf].other};
  }
  static std::vector<uint64_t> defaults() {
    std::vector<uint64_t> bits;
    for (const Leaf &leaf : kLeaves)
      bits.push_back(leaf.byDefault);
    return bits;
  }
  std::vector<uint64_t> run(const std::vector<ur_specialization_constant_info_t> &constants) {
    ur_program_handle_t program = unbuiltIlProgram("composites");
    if (!constants.empty()) {
      EXPECT_OK(urProgramSetSpecializationConstants(
          program, static_cast<uint32_t>(constants.size()), constants.data()))
          << lastError();
    }
    EXPECT_OK(urProgramBuild(context_, program, nullptr)) << lastError();
    Shared<uint64_t> out(context_, device_, kCount, 7);
    DeviceTest::run(kernel(program, "leaves"), Arguments().pointer(out.data()), {1, 1, 1});
    return out.vector();
  }
};

TEST_F(Composites, Defaults) { EXPECT_EQ(run({}), defaults()); }

TEST_F(Composites, EachLeafAlone) {
  for (size_t leaf = 0; leaf < kCount; ++leaf) {
    std::vector<uint64_t> expected = defaults();
    expected[leaf] = kLeaves[leaf].other;
    EXPECT_EQ(run({constant(leaf)}), expected) << "leaf " << leaf;
  }
}

TEST_F(Composites, AllLeaves) {
  std::vector<ur_specialization_constant_info_t> constants;
  std::vector<uint64_t> expected;
  for (size_t leaf = 0; leaf < kCount; ++leaf) {
    constants.push_back(constant(leaf));
    expected.push_back(kLeaves[leaf].other);
  }
  EXPECT_EQ(run(constants), expected);
}

} // namespace
} // namespace ursa::conformance
