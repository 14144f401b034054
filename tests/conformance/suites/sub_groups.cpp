// Sub-groups: queries in kernels and about kernels.
#include "conformance/harness.h"

namespace ursa::conformance {
namespace {

using SubGroups = DeviceTest;

TEST_F(SubGroups, SizesAndIds) {
  ur_program_handle_t program = ilProgram("sub_groups");
  const auto info = [this](ur_kernel_handle_t kernel, ur_kernel_sub_group_info_t query) {
    uint32_t value = 99;
    EXPECT_OK(urKernelGetSubGroupInfo(kernel, device_, query, sizeof(value), &value, nullptr));
    return value;
  };
  using Facts = std::vector<uint32_t>;
  Shared<uint32_t> out = shared<uint32_t>(6 * 15);
  const auto factsOf = [&](size_t item) {
    return Facts(out.data() + 6 * item, out.data() + 6 * item + 6);
  };
  const size_t local[] = {5, 2};

  ur_kernel_handle_t required = kernel(program, "sub_groups_of_8");
  EXPECT_EQ(info(required, UR_KERNEL_SUB_GROUP_INFO_SUB_GROUP_SIZE_INTEL), 8u);
  EXPECT_EQ(info(required, UR_KERNEL_SUB_GROUP_INFO_MAX_SUB_GROUP_SIZE), 8u);
  run(required, Arguments().pointer(out.data()), {5, 3, 1}, local, 2);
  EXPECT_EQ(factsOf(0), (Facts{8, 8, 2, 2, 0, 0}));
  EXPECT_EQ(factsOf(7), (Facts{8, 8, 2, 2, 0, 7}));
  EXPECT_EQ(factsOf(9), (Facts{8, 2, 2, 2, 1, 1}));
  EXPECT_EQ(factsOf(14), (Facts{8, 5, 1, 2, 0, 4}));

  ur_kernel_handle_t any = kernel(program, "sub_groups");
  EXPECT_EQ(info(any, UR_KERNEL_SUB_GROUP_INFO_SUB_GROUP_SIZE_INTEL), 0u);
  EXPECT_EQ(info(any, UR_KERNEL_SUB_GROUP_INFO_MAX_SUB_GROUP_SIZE), 1u);
  run(any, Arguments().pointer(out.data()), {5, 3, 1}, local, 2);
  EXPECT_EQ(factsOf(7), (Facts{1, 1, 10, 10, 7, 0}));
}

} // namespace
} // namespace ursa::conformance
