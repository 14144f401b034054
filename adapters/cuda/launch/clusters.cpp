#include "adapters/cuda/launch/clusters.h"

#include "adapters/cuda/driver/device.h"

#include <algorithm>

namespace ursa::cuda {
namespace {

constexpr uint64_t kPortableGroups = 8; ///< of a cluster; more must be asked for

uint64_t groupsOf(const Cluster &cluster) { return uint64_t{cluster[0]} * cluster[1] * cluster[2]; }

} // namespace

bool clustersAreKnown() {
  const Driver &driver = cu();
  return driver.cuLaunchKernelEx && driver.cuOccupancyMaxPotentialClusterSize &&
         driver.cuOccupancyMaxActiveClusters;
}

ClusterLaunch::ClusterLaunch(const LaunchSizes &sizes, const Cluster &cluster, uint64_t localBytes,
                             bool isCooperative, CUstream stream) {
  attributes_[0].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  std::copy(cluster.begin(), cluster.end(), attributes_[0].value.clusterDim);
  attributes_[1].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attributes_[1].value.cooperative = 1;
  config_ = {sizes.groups[0],
             sizes.groups[1],
             sizes.groups[2],
             sizes.local[0],
             sizes.local[1],
             sizes.local[2],
             static_cast<unsigned>(localBytes),
             stream,
             attributes_,
             isCooperative ? 2u : 1u};
}

Result<void> checkClusterSize(std::string_view kernel, const LaunchSizes &sizes,
                              const Cluster &cluster) {
  for (size_t d = 0; d < 3; ++d) {
    if (cluster[d] == 0)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The clusters of a launch of kernel '{}' have 0 work-groups in dimension "
                       "{}; they have at least 1.",
                       kernel, d);
    if (sizes.groups[d] % cluster[d] != 0)
      return makeError(UR_RESULT_ERROR_INVALID_VALUE,
                       "The clusters of a launch of kernel '{}' have {} work-groups in dimension "
                       "{}, which does not divide the {} work-groups of the launch.",
                       kernel, cluster[d], d, sizes.groups[d]);
  }
  return {};
}

Result<void> checkClustersFit(NativeContext &native, std::string_view kernel, CUfunction function,
                              const LaunchSizes &sizes, const Cluster &cluster,
                              const ClusterLaunch &launch, bool isCooperative) {
  const uint64_t groups = groupsOf(cluster);
  if (groups > kPortableGroups)
    URSA_CHECK(native.check(
        cu().cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
        "cuFuncSetAttribute"));
  int most = 0;
  URSA_CHECK(native.check(cu().cuOccupancyMaxPotentialClusterSize(&most, function, launch.config()),
                          "cuOccupancyMaxPotentialClusterSize"));
  if (groups > static_cast<uint64_t>(std::max(most, 0)))
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                     "The clusters of a launch of kernel '{}' have {} work-groups; device '{}' "
                     "runs at most {} of this kernel as a cluster.",
                     kernel, groups, native.device.name, most);
  if (!isCooperative)
    return {};
  int atOnce = 0;
  URSA_CHECK(native.check(cu().cuOccupancyMaxActiveClusters(&atOnce, function, launch.config()),
                          "cuOccupancyMaxActiveClusters"));
  const uint64_t clusters = sizes.groupCount() / groups;
  if (clusters > static_cast<uint64_t>(std::max(atOnce, 0)))
    return makeError(UR_RESULT_ERROR_OUT_OF_RESOURCES,
                     "A cooperative launch of kernel '{}' has {} clusters of {} work-groups; at "
                     "most {} run at once on device '{}'.",
                     kernel, clusters, groups, atOnce, native.device.name);
  return {};
}

} // namespace ursa::cuda
