// The peer of the Vulkan benchmarks: GLSL kernels that use Vulkan directly, on the device and the
// buffers of Ursa's adapter.
#pragma once

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <volk.h>

#include "client/devices.h"

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ursa::bench {

/// The driver's objects of a client session, and the objects that submissions reuse.
class RawVulkan {
public:
  explicit RawVulkan(const client::Session &session);
  ~RawVulkan();
  RawVulkan(const RawVulkan &) = delete;
  RawVulkan &operator=(const RawVulkan &) = delete;

  /// Records commands with @p record, submits them and waits. One submission at a time.
  void submit(const std::function<void(VkCommandBuffer)> &record);

  /// The same. @return the duration by device timestamps, in seconds
  double submitTimed(const std::function<void(VkCommandBuffer)> &record);

  VolkDeviceTable vk{};
  VkDevice device = VK_NULL_HANDLE;

private:
  VkQueue queue_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  VkQueryPool times_ = VK_NULL_HANDLE;
  VkFence done_ = VK_NULL_HANDLE;
  double secondsATick_ = 0;
};

/// A pipeline of share/ursa/bench/vulkan/NAME.spv with its arguments.
class GlslKernel {
public:
  GlslKernel(RawVulkan &vulkan, const std::string &name, std::span<const VkBuffer> buffers,
             std::span<const uint32_t> values, std::array<uint32_t, 3> groups);
  ~GlslKernel();
  GlslKernel(const GlslKernel &) = delete;
  GlslKernel &operator=(const GlslKernel &) = delete;

  void record(VkCommandBuffer commands) const;

private:
  void makeDescriptors(std::span<const VkBuffer> buffers);
  void makePipeline(const std::string &name);

  RawVulkan &vulkan_;
  std::vector<uint32_t> values_;
  std::array<uint32_t, 3> groups_;
  VkDescriptorSetLayout bindings_ = VK_NULL_HANDLE;
  VkDescriptorPool descriptors_ = VK_NULL_HANDLE;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkShaderModule module_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
};

} // namespace ursa::bench
