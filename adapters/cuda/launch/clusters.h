// Clusters: work-groups that run at the same time on neighboring multiprocessors, and reach each
// other's local memory. A launch asks for their size; devices have them from compute capability 9.0
// on.
#pragma once

#include "adapters/cuda/driver/native_context.h"
#include "adapters/cuda/launch/launch_sizes.h"

#include <string_view>

namespace ursa::cuda {

/// Returns whether the driver has the functions (CUDA 11.7).
bool clustersAreKnown();

/// A launch with clusters as the driver gets it.
class ClusterLaunch {
public:
  /// @param cluster work-groups in each dimension
  /// @param localBytes local memory of the launch and its arguments
  ClusterLaunch(const LaunchSizes &sizes, const Cluster &cluster, uint64_t localBytes,
                bool isCooperative, CUstream stream);
  ClusterLaunch(const ClusterLaunch &) = delete;
  ClusterLaunch &operator=(const ClusterLaunch &) = delete;

  const CUlaunchConfig *config() const { return &config_; }

private:
  CUlaunchAttribute attributes_[2] = {};
  CUlaunchConfig config_ = {};
};

/// Checks the size of clusters against that of the launch. Errors: UR_RESULT_ERROR_INVALID_VALUE.
Result<void> checkClusterSize(std::string_view kernel, const LaunchSizes &sizes,
                              const Cluster &cluster);

/// Checks that the device runs clusters of that size; of a cooperative launch, all at once. Lets
/// the kernel have more work-groups in a cluster than every device with clusters can run. The
/// driver's context is current. Errors: UR_RESULT_ERROR_OUT_OF_RESOURCES, those of the driver.
Result<void> checkClustersFit(NativeContext &native, std::string_view kernel, CUfunction function,
                              const LaunchSizes &sizes, const Cluster &cluster,
                              const ClusterLaunch &launch, bool isCooperative);

} // namespace ursa::cuda
