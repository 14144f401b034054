// Sub-groups: queries in kernels and about kernels.
#include "conformance/harness.h"

#include <algorithm>
#include <vector>

namespace ursa::conformance {
namespace {

class SubGroups : public DeviceTest {
protected:
  std::vector<uint32_t> sizes() {
    size_t bytes = 0;
    EXPECT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL, 0, nullptr, &bytes));
    std::vector<uint32_t> all(bytes / sizeof(uint32_t));
    EXPECT_OK(
        urDeviceGetInfo(device_, UR_DEVICE_INFO_SUB_GROUP_SIZES_INTEL, bytes, all.data(), nullptr));
    return all;
  }
};

TEST_F(SubGroups, SizesAndIds) {
  ur_program_handle_t program = ilProgram("sub_groups");
  const auto info = [this](ur_kernel_handle_t kernel, ur_kernel_sub_group_info_t query) {
    uint32_t value = 99;
    EXPECT_OK(urKernelGetSubGroupInfo(kernel, device_, query, sizeof(value), &value, nullptr));
    return value;
  };
  using Facts = std::vector<uint32_t>;
  Shared<uint32_t> out = shared<uint32_t>(size_t{6} * 15);
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
  const uint32_t size = info(any, UR_KERNEL_SUB_GROUP_INFO_MAX_SUB_GROUP_SIZE);
  EXPECT_EQ(size, sizes().front());
  run(any, Arguments().pointer(out.data()), {5, 3, 1}, local, 2);
  const uint32_t count = (10 + size - 1) / size;
  const uint32_t id = 7 / size;
  EXPECT_EQ(factsOf(7), (Facts{size, std::min(size, 10 - id * size), count, count, id, 7 % size}));
}

TEST_F(SubGroups, SizesOfTheDevice) {
  const std::vector<uint32_t> all = sizes();
  EXPECT_TRUE(std::ranges::find(all, 8u) != all.end()); // as a kernel of these tests requires
  uint32_t count = 0;
  EXPECT_OK(
      urDeviceGetInfo(device_, UR_DEVICE_INFO_MAX_NUM_SUB_GROUPS, sizeof(count), &count, nullptr));
  size_t largest = 0;
  EXPECT_OK(urDeviceGetInfo(device_, UR_DEVICE_INFO_MAX_WORK_GROUP_SIZE, sizeof(largest), &largest,
                            nullptr));
  EXPECT_EQ(count, largest / std::ranges::min(all));
}

} // namespace
} // namespace ursa::conformance
