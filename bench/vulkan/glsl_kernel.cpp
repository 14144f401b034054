// Uses Vulkan directly. See glsl_kernel.h.
#define VOLK_IMPLEMENTATION
#include "bench/vulkan/glsl_kernel.h"

#include "client/check.h"
#include "client/files.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace ursa::bench {
namespace {

using client::check;

void checkVk(VkResult code, const char *call) {
  if (code != VK_SUCCESS)
    client::fail("{} failed with Vulkan error {}.", call, static_cast<int>(code));
}

template <class Function> Function loaderFunction(const char *name) {
  static void *const loader = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  void *const found = loader ? dlsym(loader, name) : nullptr;
  if (!found)
    client::fail("The Vulkan loader has no function {}.", name);
  return reinterpret_cast<Function>(found);
}

// Chooses the same family as the adapter: one with compute and without graphics, else any with
// compute.
uint32_t computeFamily(VkPhysicalDevice physical) {
  const auto getFamilies = loaderFunction<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      "vkGetPhysicalDeviceQueueFamilyProperties");
  uint32_t count = 0;
  getFamilies(physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  getFamilies(physical, &count, families.data());
  for (const VkQueueFlags unwanted : {VK_QUEUE_GRAPHICS_BIT, VkQueueFlagBits{}})
    for (uint32_t i = 0; i < count; ++i)
      if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) && !(families[i].queueFlags & unwanted))
        return i;
  client::fail("The device has no queues that compute.");
}

} // namespace

RawVulkan::RawVulkan(const client::Session &session) {
  ur_native_handle_t native = 0;
  check(urDeviceGetNativeHandle(session.device.handle, &native), "Asking for a native device",
        session.device.adapter);
  auto *const physical = reinterpret_cast<VkPhysicalDevice>(native);
  check(urContextGetNativeHandle(session.context.get(), &native), "Asking for a native context",
        session.device.adapter);
  device = reinterpret_cast<VkDevice>(native);
  vkGetDeviceProcAddr = loaderFunction<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr");
  volkLoadDeviceTable(&vk, device);
  VkPhysicalDeviceProperties properties{};
  loaderFunction<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(physical,
                                                                                     &properties);
  secondsATick_ = double{properties.limits.timestampPeriod} * 1e-9;
  const uint32_t family = computeFamily(physical);
  vk.vkGetDeviceQueue(device, family, 0, &queue_);

  VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  poolInfo.queueFamilyIndex = family;
  checkVk(vk.vkCreateCommandPool(device, &poolInfo, nullptr, &pool_), "vkCreateCommandPool");
  VkCommandBufferAllocateInfo commandsInfo{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  commandsInfo.commandPool = pool_;
  commandsInfo.commandBufferCount = 1;
  checkVk(vk.vkAllocateCommandBuffers(device, &commandsInfo, &commands_),
          "vkAllocateCommandBuffers");
  VkQueryPoolCreateInfo timesInfo{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
  timesInfo.queryType = VK_QUERY_TYPE_TIMESTAMP;
  timesInfo.queryCount = 2;
  checkVk(vk.vkCreateQueryPool(device, &timesInfo, nullptr, &times_), "vkCreateQueryPool");
  const VkFenceCreateInfo fenceInfo{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  checkVk(vk.vkCreateFence(device, &fenceInfo, nullptr, &done_), "vkCreateFence");
}

RawVulkan::~RawVulkan() {
  vk.vkDestroyFence(device, done_, nullptr);
  vk.vkDestroyQueryPool(device, times_, nullptr);
  vk.vkDestroyCommandPool(device, pool_, nullptr);
}

void RawVulkan::submit(const std::function<void(VkCommandBuffer)> &record) {
  checkVk(vk.vkResetCommandPool(device, pool_, 0), "vkResetCommandPool");
  VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  checkVk(vk.vkBeginCommandBuffer(commands_, &begin), "vkBeginCommandBuffer");
  record(commands_);
  VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  vk.vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                          0, 1, &barrier, 0, nullptr, 0, nullptr);
  checkVk(vk.vkEndCommandBuffer(commands_), "vkEndCommandBuffer");
  VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands_;
  checkVk(vk.vkQueueSubmit(queue_, 1, &info, done_), "vkQueueSubmit");
  checkVk(vk.vkWaitForFences(device, 1, &done_, VK_TRUE, UINT64_MAX), "vkWaitForFences");
  checkVk(vk.vkResetFences(device, 1, &done_), "vkResetFences");
}

double RawVulkan::submitTimed(const std::function<void(VkCommandBuffer)> &record) {
  submit([&](VkCommandBuffer commands) {
    vk.vkCmdResetQueryPool(commands, times_, 0, 2);
    vk.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, times_, 0);
    record(commands);
    vk.vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, times_, 1);
  });
  uint64_t ticks[2] = {};
  checkVk(vk.vkGetQueryPoolResults(device, times_, 0, 2, sizeof(ticks), ticks, sizeof(ticks[0]),
                                   VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
          "vkGetQueryPoolResults");
  return static_cast<double>(ticks[1] - ticks[0]) * secondsATick_;
}

GlslKernel::GlslKernel(RawVulkan &vulkan, const std::string &name,
                       std::span<const VkBuffer> buffers, std::span<const uint32_t> values,
                       std::array<uint32_t, 3> groups)
    : vulkan_(vulkan), values_(values.begin(), values.end()), groups_(groups) {
  makeDescriptors(buffers);
  makePipeline(name);
}

void GlslKernel::makeDescriptors(std::span<const VkBuffer> buffers) {
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  for (uint32_t i = 0; i < buffers.size(); ++i)
    bindings.push_back(
        {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
  const auto count = static_cast<uint32_t>(bindings.size());
  VkDescriptorSetLayoutCreateInfo layout{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  layout.bindingCount = count;
  layout.pBindings = bindings.data();
  checkVk(vulkan_.vk.vkCreateDescriptorSetLayout(vulkan_.device, &layout, nullptr, &bindings_),
          "vkCreateDescriptorSetLayout");
  if (buffers.empty())
    return;
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, count};
  VkDescriptorPoolCreateInfo pool{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  pool.maxSets = 1;
  pool.poolSizeCount = 1;
  pool.pPoolSizes = &size;
  checkVk(vulkan_.vk.vkCreateDescriptorPool(vulkan_.device, &pool, nullptr, &descriptors_),
          "vkCreateDescriptorPool");
  VkDescriptorSetAllocateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  set.descriptorPool = descriptors_;
  set.descriptorSetCount = 1;
  set.pSetLayouts = &bindings_;
  checkVk(vulkan_.vk.vkAllocateDescriptorSets(vulkan_.device, &set, &set_),
          "vkAllocateDescriptorSets");
  for (uint32_t i = 0; i < count; ++i) {
    const VkDescriptorBufferInfo buffer{buffers[i], 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set_;
    write.dstBinding = i;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = &buffer;
    vulkan_.vk.vkUpdateDescriptorSets(vulkan_.device, 1, &write, 0, nullptr);
  }
}

void GlslKernel::makePipeline(const std::string &name) {
  const auto path = client::executableFolder().parent_path() / "share/ursa/bench/vulkan" /
                    fmt::format("{}.spv", name);
  const std::vector<std::byte> words = client::readFile(path);
  VkShaderModuleCreateInfo module{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  module.codeSize = words.size();
  module.pCode = reinterpret_cast<const uint32_t *>(words.data());
  checkVk(vulkan_.vk.vkCreateShaderModule(vulkan_.device, &module, nullptr, &module_),
          "vkCreateShaderModule");
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                  static_cast<uint32_t>(values_.size() * sizeof(uint32_t))};
  VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  layout.setLayoutCount = 1;
  layout.pSetLayouts = &bindings_;
  layout.pushConstantRangeCount = values_.empty() ? 0 : 1;
  layout.pPushConstantRanges = &range;
  checkVk(vulkan_.vk.vkCreatePipelineLayout(vulkan_.device, &layout, nullptr, &layout_),
          "vkCreatePipelineLayout");
  VkComputePipelineCreateInfo pipeline{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  pipeline.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  pipeline.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  pipeline.stage.module = module_;
  pipeline.stage.pName = "main";
  pipeline.layout = layout_;
  checkVk(vulkan_.vk.vkCreateComputePipelines(vulkan_.device, VK_NULL_HANDLE, 1, &pipeline, nullptr,
                                              &pipeline_),
          "vkCreateComputePipelines");
}

GlslKernel::~GlslKernel() {
  vulkan_.vk.vkDestroyPipeline(vulkan_.device, pipeline_, nullptr);
  vulkan_.vk.vkDestroyShaderModule(vulkan_.device, module_, nullptr);
  vulkan_.vk.vkDestroyPipelineLayout(vulkan_.device, layout_, nullptr);
  vulkan_.vk.vkDestroyDescriptorPool(vulkan_.device, descriptors_, nullptr);
  vulkan_.vk.vkDestroyDescriptorSetLayout(vulkan_.device, bindings_, nullptr);
}

void GlslKernel::record(VkCommandBuffer commands) const {
  vulkan_.vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  if (set_)
    vulkan_.vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1,
                                       &set_, 0, nullptr);
  if (!values_.empty())
    vulkan_.vk.vkCmdPushConstants(commands, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                  static_cast<uint32_t>(values_.size() * sizeof(uint32_t)),
                                  values_.data());
  vulkan_.vk.vkCmdDispatch(commands, groups_[0], groups_[1], groups_[2]);
}

} // namespace ursa::bench
