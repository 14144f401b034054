// The checks of launch sizes and properties.
#include "adapters/common/launch.h"

#include <gmock/gmock.h>

namespace ursa::adapter {
namespace {

using testing::HasSubstr;

constexpr LaunchLimits kLimits{
    .localSizes = {64, 32, 4}, .groupSize = 128, .globalOffset = 1000, .globalEnd = 4000};

ur_result_t codeOf(const Result<void> &result) {
  return result ? UR_RESULT_SUCCESS : result.error().code;
}

TEST(LaunchSizes, DimensionsAreOneToThree) {
  EXPECT_EQ(codeOf(checkWorkDim("k", 0)), UR_RESULT_ERROR_INVALID_WORK_DIMENSION);
  EXPECT_TRUE(checkWorkDim("k", 1));
  EXPECT_TRUE(checkWorkDim("k", 3));
  EXPECT_EQ(codeOf(checkWorkDim("k", 4)), UR_RESULT_ERROR_INVALID_WORK_DIMENSION);
  const size_t one = 1;
  EXPECT_EQ(codeOf(checkGlobalSize("k", {0, nullptr, &one}, kLimits)),
            UR_RESULT_ERROR_INVALID_WORK_DIMENSION);
}

TEST(LaunchSizes, GlobalSizesUpToTheLimit) {
  const size_t offset[] = {1000, 0, 0};
  const size_t largest[] = {3000, 4000, 4000};
  EXPECT_TRUE(checkGlobalSize("k", {3, offset, largest}, kLimits));
  const size_t tooLarge[] = {3001, 1, 1};
  const auto large = checkGlobalSize("k", {3, offset, tooLarge}, kLimits);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(large.error().message,
            "Global size 3001 with offset 1000 in dimension 0 is too large in a launch of kernel "
            "'k'; their sum may be at most 4000.");
  const size_t farOffset[] = {0, 1001, 0};
  const auto far = checkGlobalSize("k", {2, farOffset, largest}, kLimits);
  ASSERT_FALSE(far);
  EXPECT_THAT(far.error().message, HasSubstr("offset of dimension 1 is 1001"));
}

TEST(LaunchSizes, SumsAndProductsDoNotOverflow) {
  const LaunchLimits limits{.globalOffset = UINT64_MAX, .globalEnd = UINT64_MAX};
  const size_t offset = UINT64_MAX;
  const size_t one = 1;
  EXPECT_EQ(codeOf(checkGlobalSize("k", {1, &offset, &one}, limits)),
            UR_RESULT_ERROR_INVALID_VALUE);
  const size_t global[] = {size_t{1} << 32, size_t{1} << 32, 1};
  EXPECT_EQ(codeOf(checkGlobalSize("k", {3, nullptr, global}, limits)),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_TRUE(checkGlobalSize("k", {1, nullptr, global}, limits));
}

TEST(LaunchSizes, EmptyLaunchesAreValid) {
  const size_t none[] = {0, 5, 5};
  EXPECT_TRUE(checkGlobalSize("k", {3, nullptr, none}, kLimits));
}

TEST(LaunchSizes, LocalSizesUpToTheLimits) {
  const auto check = [](std::initializer_list<size_t> local) {
    return codeOf(checkLocalSize("k", std::span(local.begin(), local.size()), kLimits));
  };
  EXPECT_EQ(check({64}), UR_RESULT_SUCCESS);
  EXPECT_EQ(check({1, 32, 4}), UR_RESULT_SUCCESS);
  EXPECT_EQ(check({65}), UR_RESULT_ERROR_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(check({1, 1, 5}), UR_RESULT_ERROR_INVALID_WORK_ITEM_SIZE);
  EXPECT_EQ(check({1, 0, 1}), UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(check({64, 2, 2}), UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
}

TEST(LaunchSizes, RequiredSizes) {
  constexpr std::array<uint32_t, 3> required{8, 2, 1};
  const size_t global[] = {16, 4, 3};
  const size_t same[] = {8, 2, 1};
  EXPECT_TRUE(checkRequiredSizes("k", {3, nullptr, global, same}, required));
  EXPECT_TRUE(checkRequiredSizes("k", {3, nullptr, global, nullptr}, required));
  EXPECT_TRUE(checkRequiredSizes("k", {2, nullptr, global, nullptr}, required));
  const auto expectError = [&](const NdRange &range, const char *sentence) {
    const auto result = checkRequiredSizes("k", range, required);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(result.error().message, sentence);
  };
  const size_t other[] = {8, 1, 1};
  expectError({3, nullptr, global, other},
              "The local size of dimension 1 is 1; kernel 'k' requires 2.");
  expectError({1, nullptr, global, nullptr},
              "The local size of dimension 1 is 1; kernel 'k' requires 2.");
  const size_t odd[] = {16, 3, 1};
  expectError({3, nullptr, odd, nullptr}, "Kernel 'k' requires a local size of 2 in dimension 1, "
                                          "which does not divide the global size 3.");
  EXPECT_EQ(codeOf(checkRequiredSize("k", 0, 16, 0, 0)), UR_RESULT_ERROR_INVALID_WORK_GROUP_SIZE);
}

TEST(LaunchSizes, SuggestedExtents) {
  EXPECT_EQ(suggestedExtent(0, 256), 1);
  EXPECT_EQ(suggestedExtent(200, 256), 200);
  EXPECT_EQ(suggestedExtent(1024, 256), 256);
  EXPECT_EQ(suggestedExtent(1000, 256), 250);
  EXPECT_EQ(suggestedExtent(1009, 256), 256); // a prime: the last group is smaller
}

constexpr ur_kernel_launch_properties_flags_t kAll =
    UR_KERNEL_LAUNCH_PROPERTIES_FLAG_COOPERATIVE |
    UR_KERNEL_LAUNCH_PROPERTIES_FLAG_CLUSTER_DIMENSION |
    UR_KERNEL_LAUNCH_PROPERTIES_FLAG_WORK_GROUP_MEMORY;

Result<LaunchProperties> propertiesOf(ur_kernel_launch_flags_t flags, void *next,
                                      uint32_t workDim = 1,
                                      ur_kernel_launch_properties_flags_t supported = kAll) {
  const ur_kernel_launch_ext_properties_t properties{UR_STRUCTURE_TYPE_KERNEL_LAUNCH_EXT_PROPERTIES,
                                                     next, flags};
  return readLaunchProperties(properties, workDim, supported);
}

TEST(LaunchProperties, Flags) {
  EXPECT_FALSE(propertiesOf(0, nullptr, 1, 0)->isCooperative);
  EXPECT_FALSE(propertiesOf(0, nullptr)->hasClusters);
  EXPECT_TRUE(propertiesOf(UR_KERNEL_LAUNCH_FLAG_COOPERATIVE, nullptr)->isCooperative);
  EXPECT_EQ(propertiesOf(UR_KERNEL_LAUNCH_FLAG_COOPERATIVE, nullptr, 1, 0).error().code,
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(propertiesOf(UR_KERNEL_LAUNCH_FLAGS_MASK, nullptr).error().code,
            UR_RESULT_ERROR_INVALID_ENUMERATION);
}

// The first size is that of the slowest dimension.
TEST(LaunchProperties, Chain) {
  ur_kernel_launch_cluster_property_t cluster{
      UR_STRUCTURE_TYPE_KERNEL_LAUNCH_CLUSTER_PROPERTY, nullptr, {2, 3, 4}};
  ur_kernel_launch_workgroup_property_t memory{UR_STRUCTURE_TYPE_KERNEL_LAUNCH_WORKGROUP_PROPERTY,
                                               &cluster, 512};
  const auto both = propertiesOf(0, &memory, 3);
  ASSERT_TRUE(both);
  EXPECT_TRUE(both->hasClusters);
  EXPECT_EQ(both->cluster, (std::array<uint32_t, 3>{4, 3, 2}));
  EXPECT_EQ(both->localBytes, 512u);
  EXPECT_EQ(propertiesOf(0, &cluster, 2)->cluster, (std::array<uint32_t, 3>{3, 2, 4}));
  EXPECT_EQ(propertiesOf(0, &cluster, 1)->cluster, (std::array<uint32_t, 3>{2, 3, 4}));
  EXPECT_TRUE(propertiesOf(0, &cluster, UINT32_MAX)); // the sizes of the launch are checked later

  const auto noClusters =
      propertiesOf(0, &memory, 3, UR_KERNEL_LAUNCH_PROPERTIES_FLAG_WORK_GROUP_MEMORY);
  EXPECT_EQ(noClusters.error().code, UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(noClusters.error().message, "This device does not support launches with clusters.");
  EXPECT_EQ(propertiesOf(0, &memory, 3, UR_KERNEL_LAUNCH_PROPERTIES_FLAG_CLUSTER_DIMENSION)
                .error()
                .message,
            "This device does not support work-group memory as a property of a launch.");
}

TEST(LaunchProperties, InvalidChains) {
  ur_kernel_launch_workgroup_property_t first{UR_STRUCTURE_TYPE_KERNEL_LAUNCH_WORKGROUP_PROPERTY,
                                              nullptr, 4};
  ur_kernel_launch_workgroup_property_t second{UR_STRUCTURE_TYPE_KERNEL_LAUNCH_WORKGROUP_PROPERTY,
                                               &first, 8};
  EXPECT_EQ(propertiesOf(0, &second).error().code, UR_RESULT_ERROR_INVALID_VALUE);
  first.stype = UR_STRUCTURE_TYPE_CONTEXT_PROPERTIES;
  EXPECT_EQ(propertiesOf(0, &second).error().code, UR_RESULT_ERROR_INVALID_ENUMERATION);
}

} // namespace
} // namespace ursa::adapter
