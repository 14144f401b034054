// See vulkan_device.h.
#include "compiler/vulkan/vulkan_device.h"

#include "adapters/vulkan/quirks/quirks.h"
#include "adapters/vulkan/quirks/shapes.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace ursa::test {
namespace {

constexpr std::uint32_t kHeaderBytes = 48;
constexpr std::uint32_t kPushBytes = 128;
constexpr std::uint32_t kFirstConstant = 256;

void check(VkResult result, const char *what) {
  if (result != VK_SUCCESS)
    throw std::runtime_error(std::string(what) + " failed with " + std::to_string(result) + ".");
}

VKAPI_ATTR VkBool32 VKAPI_CALL countMessage(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                            VkDebugUtilsMessageTypeFlagsEXT,
                                            const VkDebugUtilsMessengerCallbackDataEXT *data,
                                            void *count) {
  ++*static_cast<unsigned *>(count);
  std::fprintf(stderr, "%s\n", data->pMessage);
  return VK_FALSE;
}

bool hasLayer(const char *name) {
  std::uint32_t count = 0;
  vkEnumerateInstanceLayerProperties(&count, nullptr);
  std::vector<VkLayerProperties> layers(count);
  vkEnumerateInstanceLayerProperties(&count, layers.data());
  return std::any_of(layers.begin(), layers.end(), [&](const VkLayerProperties &layer) {
    return std::strcmp(layer.layerName, name) == 0;
  });
}

template <typename T> void put(std::vector<std::byte> &bytes, std::size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
}

} // namespace

VulkanDevice::VulkanDevice() {
  createInstance();
  createDevice();
}

VulkanDevice::~VulkanDevice() {
  for (const auto &buffer : buffers_) {
    vkDestroyBuffer(device_, buffer->buffer, nullptr);
    vkFreeMemory(device_, buffer->memory, nullptr);
  }
  vkDestroyCommandPool(device_, pool_, nullptr);
  vkDestroyDevice(device_, nullptr);
  if (messenger_) {
    auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(instance_, "vkDestroyDebugUtilsMessengerEXT"));
    destroy(instance_, messenger_, nullptr);
  }
  vkDestroyInstance(instance_, nullptr);
}

void VulkanDevice::createInstance() {
  constexpr const char *kLayer = "VK_LAYER_KHRONOS_validation";
  const bool isValidated = hasLayer(kLayer);
  VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                .apiVersion = VK_API_VERSION_1_3};
  const char *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                            .pApplicationInfo = &application};
  if (isValidated) {
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &kLayer;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &extension;
  }
  check(vkCreateInstance(&info, nullptr, &instance_), "vkCreateInstance");
  if (!isValidated)
    return;
  VkDebugUtilsMessengerCreateInfoEXT messenger{
      .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
      .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                         VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
      .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
      .pfnUserCallback = countMessage,
      .pUserData = &validationMessages_};
  auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
      vkGetInstanceProcAddr(instance_, "vkCreateDebugUtilsMessengerEXT"));
  check(create(instance_, &messenger, nullptr, &messenger_), "vkCreateDebugUtilsMessengerEXT");
}

void VulkanDevice::createDevice() {
  std::uint32_t count = 1;
  if (vkEnumeratePhysicalDevices(instance_, &count, &physical_) < 0 || count == 0)
    throw std::runtime_error("There is no Vulkan device.");
  VkPhysicalDeviceDriverProperties driver{.sType =
                                              VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                         .pNext = &driver};
  vkGetPhysicalDeviceProperties2(physical_, &properties);
  name_ = properties.properties.deviceName;
  const bool isLavapipe = driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
  const char *toggles = std::getenv("URSA_TOGGLES");
  toggles_ = vulkan::decideToggles(
      vulkan::decideQuirks(std::nullopt, {.isLavapipe = isLavapipe, .isOfMesa = isLavapipe}),
      format::parseToggles(toggles ? toggles : "", format::kVulkanAdapter).overrides);
  VkPhysicalDeviceVulkan12Features features12{
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceVulkan11Features features11{
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, .pNext = &features12};
  VkPhysicalDeviceFeatures2 features{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                     .pNext = &features11};
  vkGetPhysicalDeviceFeatures2(physical_, &features); // all supported features are enabled
  features.features.robustBufferAccess = VK_FALSE;
  features12.bufferDeviceAddressCaptureReplay = VK_FALSE;
  const float priority = 1;
  VkDeviceQueueCreateInfo queue{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                .queueFamilyIndex = 0,
                                .queueCount = 1,
                                .pQueuePriorities = &priority};
  VkDeviceCreateInfo info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                          .pNext = &features,
                          .queueCreateInfoCount = 1,
                          .pQueueCreateInfos = &queue};
  check(vkCreateDevice(physical_, &info, nullptr, &device_), "vkCreateDevice");
  vkGetDeviceQueue(device_, 0, 0, &queue_);
  VkCommandPoolCreateInfo pool{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  check(vkCreateCommandPool(device_, &pool, nullptr, &pool_), "vkCreateCommandPool");
}

std::uint32_t VulkanDevice::memoryType(std::uint32_t allowed) const {
  VkPhysicalDeviceMemoryProperties properties;
  vkGetPhysicalDeviceMemoryProperties(physical_, &properties);
  constexpr VkMemoryPropertyFlags kWanted =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  for (std::uint32_t i = 0; i < properties.memoryTypeCount; ++i)
    if ((allowed >> i & 1U) && (properties.memoryTypes[i].propertyFlags & kWanted) == kWanted)
      return i;
  throw std::runtime_error("The device has no host-visible, host-coherent memory for the buffer.");
}

DeviceBuffer &VulkanDevice::allocate(std::size_t size) {
  auto &result = *buffers_.emplace_back(std::make_unique<DeviceBuffer>());
  result.size = std::max<std::size_t>(size, 16);
  VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                          .size = result.size,
                          .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                   VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
  check(vkCreateBuffer(device_, &info, nullptr, &result.buffer), "vkCreateBuffer");
  VkMemoryRequirements requirements;
  vkGetBufferMemoryRequirements(device_, result.buffer, &requirements);
  VkMemoryAllocateFlagsInfo flags{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                  .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
  VkMemoryAllocateInfo memory{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                              .pNext = &flags,
                              .allocationSize = requirements.size,
                              .memoryTypeIndex = memoryType(requirements.memoryTypeBits)};
  check(vkAllocateMemory(device_, &memory, nullptr, &result.memory), "vkAllocateMemory");
  check(vkBindBufferMemory(device_, result.buffer, result.memory, 0), "vkBindBufferMemory");
  void *host = nullptr;
  check(vkMapMemory(device_, result.memory, 0, VK_WHOLE_SIZE, 0, &host), "vkMapMemory");
  result.host = static_cast<std::byte *>(host);
  std::memset(result.host, 0, result.size);
  VkBufferDeviceAddressInfo address{.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                    .buffer = result.buffer};
  result.address = vkGetBufferDeviceAddress(device_, &address);
  return result;
}

VkPipeline VulkanDevice::createPipeline(const ImageKernel &kernel, const Launch &launch,
                                        const std::vector<LaunchArgument> &arguments,
                                        const std::map<unsigned, std::vector<std::byte>> &constants,
                                        VkPipelineLayout layout) {
  std::vector<std::byte> values;
  std::vector<VkSpecializationMapEntry> entries;
  auto add = [&](std::uint32_t id, const void *bytes, std::size_t size) {
    entries.push_back({id, static_cast<std::uint32_t>(values.size()), size});
    const auto *begin = static_cast<const std::byte *>(bytes);
    values.insert(values.end(), begin, begin + size);
  };
  for (std::uint32_t i = 0; i < 3; ++i) {
    add(i, &launch.local[i], 4);
    add(3 + i, &launch.local[i], 4);
  }
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (kernel.arguments[i].isLocal)
      add(kernel.arguments[i].specId, &arguments[i].localBytes, 4);
  for (unsigned id : kernel.constants)
    if (auto found = constants.find(id); found != constants.end())
      add(kFirstConstant + id, found->second.data(), found->second.size());
  const VkSpecializationInfo specialization{static_cast<std::uint32_t>(entries.size()),
                                            entries.data(), values.size(), values.data()};

  const std::vector<std::uint32_t> words = vulkan::shapedBy(toggles_, kernel.words);
  VkShaderModuleCreateInfo code{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                .codeSize = words.size() * sizeof(std::uint32_t),
                                .pCode = words.data()};
  VkShaderModule module = VK_NULL_HANDLE;
  check(vkCreateShaderModule(device_, &code, nullptr, &module), "vkCreateShaderModule");
  VkComputePipelineCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
      .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                .module = module,
                .pName = kernel.name.c_str(),
                .pSpecializationInfo = &specialization},
      .layout = layout};
  VkPipeline pipeline = VK_NULL_HANDLE;
  const auto start = std::chrono::steady_clock::now();
  check(vkCreateComputePipelines(device_, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
        "vkCreateComputePipelines");
  pipelineMilliseconds_ =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  vkDestroyShaderModule(device_, module, nullptr);
  return pipeline;
}

void VulkanDevice::run(const ImageKernel &kernel, const Launch &launch,
                       const std::vector<LaunchArgument> &arguments,
                       const std::map<unsigned, std::vector<std::byte>> &constants,
                       const DeviceBuffer *data) {
  std::vector<std::byte> push(kPushBytes);
  std::vector<std::byte> values(kernel.argumentBytes);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const KernelArgument &argument = kernel.arguments.at(i);
    if (!argument.isLocal && arguments[i].bytes.size() != argument.size)
      throw std::runtime_error("Argument " + std::to_string(i) + " has " +
                               std::to_string(arguments[i].bytes.size()) +
                               " bytes; the kernel has " + std::to_string(argument.size) + ".");
    if (!argument.isLocal)
      std::copy(arguments[i].bytes.begin(), arguments[i].bytes.end(),
                values.begin() + argument.offset);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    put(push, 4 * i, launch.offset[i]);
    put(push, 16 + 4 * i, launch.global[i]);
  }
  put(push, 12, launch.dimensions);
  if (data)
    put(push, 40, data->address);
  if (kernel.argumentBuffer) {
    DeviceBuffer &buffer = allocate(values.size());
    std::copy(values.begin(), values.end(), buffer.host);
    put(push, 32, buffer.address);
  } else {
    std::copy(values.begin(), values.end(), push.begin() + kHeaderBytes);
  }

  VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, kPushBytes};
  VkPipelineLayoutCreateInfo layoutInfo{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                        .pushConstantRangeCount = 1,
                                        .pPushConstantRanges = &range};
  VkPipelineLayout layout = VK_NULL_HANDLE;
  check(vkCreatePipelineLayout(device_, &layoutInfo, nullptr, &layout), "vkCreatePipelineLayout");
  VkPipeline pipeline = createPipeline(kernel, launch, arguments, constants, layout);

  VkCommandBufferAllocateInfo allocate{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                       .commandPool = pool_,
                                       .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                       .commandBufferCount = 1};
  VkCommandBuffer commands = VK_NULL_HANDLE;
  check(vkAllocateCommandBuffers(device_, &allocate, &commands), "vkAllocateCommandBuffers");
  VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, kPushBytes, push.data());
  vkCmdDispatch(commands, launch.global[0] / launch.local[0], launch.global[1] / launch.local[1],
                launch.global[2] / launch.local[2]);
  check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
  VkSubmitInfo submit{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                      .commandBufferCount = 1,
                      .pCommandBuffers = &commands};
  check(vkQueueSubmit(queue_, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkQueueWaitIdle(queue_), "vkQueueWaitIdle");
  vkFreeCommandBuffers(device_, pool_, 1, &commands);
  vkDestroyPipeline(device_, pipeline, nullptr);
  vkDestroyPipelineLayout(device_, layout, nullptr);
}

} // namespace ursa::test
