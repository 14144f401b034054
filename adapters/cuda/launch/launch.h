// Launches: sizes, arguments, and the work of a launch.
#pragma once

#include "adapters/cuda/image/image_replicas.h"
#include "adapters/cuda/launch/clusters.h"
#include "adapters/cuda/program/kernel.h"
#include "adapters/cuda/queue/enqueue.h"

#include <array>
#include <span>

namespace ursa::cuda {

/// Checks the sizes of a launch, and chooses the local size if there is none. CUDA launches whole
/// work-groups, so local sizes divide global ones.
/// @param cluster work-groups of a cluster, which the choice heeds; zeros for none
Result<LaunchSizes> launchSizes(const ur_device_handle_t_ &device,
                                const ur_kernel_handle_t_ &kernel, const Function &function,
                                const adapter::NdRange &range, const Cluster &cluster = {});

/// A launch as the driver gets it.
class Launch {
public:
  Launch() = default;
  Launch(const Launch &) = delete;
  Launch &operator=(const Launch &) = delete;

  /// Checks sizes and arguments, and copies them. Call once. The kernel and the buffers among the
  /// arguments outlive the launch.
  Result<void> prepare(ur_device_handle_t_ &device, ur_kernel_handle_t_ &kernel,
                       const adapter::NdRange &range,
                       std::span<const ur_exp_kernel_arg_properties_t> arguments,
                       const adapter::LaunchProperties &properties);

  /// Returns whether there is nothing to run.
  bool isEmpty() const { return sizes_.isEmpty(); }
  /// Returns whether the launch is neither cooperative nor has clusters.
  bool isPlain() const { return form_ == Form::Plain; }
  /// Returns whether function, sizes and pointers to arguments are all that the driver gets.
  bool isRepeatable() const {
    return isPlain() && !isEmpty() && localBytes_ == 0 && mostLocal_ == 0 && !sizes_.hasOffset() &&
           buffers_.empty();
  }
  CUfunction function() const { return function_; }
  const LaunchSizes &sizes() const { return sizes_; }
  std::span<const ur_mem_handle_t> buffers() const { return {buffers_.data(), buffers_.size()}; }
  /// Returns whether images are copied before or after the kernel.
  bool copiesImages() const;
  /// Notes that a graph has the launch, whose executions may write to images.
  void noteInGraph() const;

  const char *kernelName() const { return kernel_->keptName; }

  /// Submits the launch to a stream, which retains kernel and buffers.
  Result<void> submit(Submission &at) const;
  /// Lets the kernel have the local memory of its arguments.
  Result<void> allowLocalMemory(NativeContext &native) const;
  /// The launch as a node of a graph. Valid as long as the launch.
  CUDA_KERNEL_NODE_PARAMS node() const;

private:
  enum class Form : uint8_t { Plain, Cooperative, Clusters, CooperativeClusters };

  static constexpr size_t kFewBytes = 512;
  static constexpr size_t kFewArguments = 32;

  static Form formOf(const adapter::LaunchProperties &properties);
  bool hasClusters() const { return form_ >= Form::Clusters; }
  Result<void> checkShape(const ur_device_handle_t_ &device,
                          const adapter::LaunchProperties &properties);
  Result<void> checkRunsAtOnce(ur_device_handle_t_ &device, const Function &function) const;
  ClusterLaunch clusterLaunch(CUstream stream) const;
  Result<void> submitKernel(Submission &at) const;
  Result<void> add(const ur_exp_kernel_arg_properties_t &argument);
  Result<void> addImage(const ur_exp_kernel_arg_properties_t &argument,
                        const adapter::KernelParameter &parameter, ur_device_handle_t_ &device);
  Result<void> readArguments(ur_device_handle_t_ &device, const Function &function,
                             std::span<const ur_exp_kernel_arg_properties_t> arguments);
  void put(size_t index, const void *value, size_t size);
  void finish(size_t slack);
  std::byte *values() { return manyBytes_.empty() ? fewBytes_ : manyBytes_.data(); }

  ur_kernel_handle_t kernel_ = nullptr;
  CUfunction function_ = nullptr;
  LaunchSizes sizes_;
  Cluster cluster_{};       ///< in forms with clusters
  uint64_t localBytes_ = 0; ///< of the launch and its arguments
  int mostLocal_ = 0; ///< of arguments, if more is needed than a kernel has unasked; otherwise 0
  Form form_ = Form::Plain;
  InlineVector<ur_mem_handle_t, 4> buffers_;      ///< of the arguments; also images
  std::vector<UsedImage> images_;                 ///< in a context with several devices
  InlineVector<void *, kFewArguments> arguments_; ///< before finish: offsets of the values
  size_t usedBytes_ = 0;
  std::vector<std::byte> manyBytes_; ///< the values, if they are more than a few
  alignas(16) std::byte fewBytes_[kFewBytes];
};

/// Checks the arguments and makes work that holds kernel and buffers; null if there is nothing to
/// run.
WorkResult createLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
                        const adapter::NdRange &range,
                        std::span<const ur_exp_kernel_arg_properties_t> arguments,
                        const adapter::LaunchProperties &properties);

/// Returns how many work-groups can run at once, 0 if one of them does not fit.
/// @param localBytes local memory of arguments
Result<uint32_t> maxCooperativeGroups(ur_device_handle_t_ &device, const Function &function,
                                      const LaunchSizes &sizes, size_t localBytes);

} // namespace ursa::cuda
