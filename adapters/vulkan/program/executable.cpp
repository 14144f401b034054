#include "adapters/vulkan/program/executable.h"

#include "adapters/vulkan/driver/device.h"
#include "adapters/vulkan/launch/printf.h"
#include "adapters/vulkan/memory/transfer.h"
#include "adapters/vulkan/quirks/float_controls.h"
#include "adapters/vulkan/quirks/lane_guard.h"
#include "adapters/vulkan/quirks/loop_guard.h"
#include "adapters/vulkan/quirks/shapes.h"
#include "core/cache/disk_store.h"
#include "format/vulkan_module.h"
#include "support/code_identity.h"
#include "support/shared_library.h"
#include "support/stack.h"

#include <xxhash.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

namespace ursa::vulkan {
namespace {

constexpr size_t kPipelineBytes = size_t{64} << 20; // of an image

// Returns an estimate of the bytes of a pipeline: of its key, its machine code and its objects.
size_t bytesOfPipeline(const PipelineKey &key, const PipelinePointer &) {
  constexpr size_t kMachineCode = size_t{64} << 10;
  return kMachineCode + key.values.size() + key.localBytes.size() * sizeof(uint32_t);
}

// The values of a pipeline's specialization constants as VkSpecializationInfo.
class Specialization {
public:
  void add(uint32_t specId, const void *value, size_t size) {
    entries_.push_back({specId, static_cast<uint32_t>(data_.size()), size});
    const auto *bytes = static_cast<const std::byte *>(value);
    data_.insert(data_.end(), bytes, bytes + size);
  }
  void add(uint32_t specId, uint32_t value) { add(specId, &value, sizeof(value)); }

  VkSpecializationInfo info() const {
    return {static_cast<uint32_t>(entries_.size()), entries_.data(), data_.size(), data_.data()};
  }

private:
  std::vector<VkSpecializationMapEntry> entries_;
  std::vector<std::byte> data_;
};

Specialization specialize(const ImageKernel &kernel, const PipelineKey &key) {
  Specialization values;
  for (uint32_t d = 0; d < 3; ++d) {
    if (!kernel.localSize)
      values.add(d, key.dispatchSize[d]);
    values.add(3 + d, key.launchSize[d]);
  }
  values.add(format::vulkan::kSpecOffsetMask, key.hasOffset ? UINT32_MAX : 0);
  size_t local = 0;
  for (const ImageArgument &argument : kernel.arguments)
    if (argument.isLocal)
      values.add(argument.specId, key.localBytes[local++]);
  const std::byte *next = key.values.data();
  for (const ImageConstant &constant : kernel.constants) {
    if (*next++ == std::byte{0})
      continue;
    if (constant.isBool)
      values.add(format::vulkan::kSpecConstants + constant.id,
                 *next == std::byte{0} ? VK_FALSE : VK_TRUE);
    else
      values.add(format::vulkan::kSpecConstants + constant.id, next, constant.size);
    next += constant.size;
  }
  return values;
}

// Checks the header of cache data: drivers should ignore data of another driver, but not all can be
// trusted to.
bool isForDevice(std::span<const std::byte> cacheData, const VkPhysicalDeviceProperties &device) {
  VkPipelineCacheHeaderVersionOne header{};
  if (cacheData.size() < sizeof(header))
    return false;
  std::memcpy(&header, cacheData.data(), sizeof(header));
  return header.headerSize == sizeof(header) &&
         header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE &&
         header.vendorID == device.vendorID && header.deviceID == device.deviceID &&
         std::equal(std::begin(device.pipelineCacheUUID), std::end(device.pipelineCacheUUID),
                    header.pipelineCacheUUID);
}

/// A driver's pipeline cache.
class PipelineCache {
public:
  static Result<PipelineCache> make(ur_device_handle_t_ &device, std::span<const std::byte> data) {
    VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    info.initialDataSize = data.size();
    info.pInitialData = data.data();
    VkPipelineCache cache = VK_NULL_HANDLE;
    URSA_CHECK(checkVk(device.vk.vkCreatePipelineCache(device.logical, &info, nullptr, &cache),
                       "vkCreatePipelineCache"));
    return PipelineCache(device, cache);
  }
  PipelineCache(PipelineCache &&other) noexcept
      : device_(other.device_), cache_(std::exchange(other.cache_, VK_NULL_HANDLE)) {}
  PipelineCache &operator=(PipelineCache &&) = delete;
  ~PipelineCache() { device_.vk.vkDestroyPipelineCache(device_.logical, cache_, nullptr); }

  VkPipelineCache get() const { return cache_; }
  VkPipelineCache release() { return std::exchange(cache_, VK_NULL_HANDLE); }

private:
  PipelineCache(ur_device_handle_t_ &device, VkPipelineCache cache)
      : device_(device), cache_(cache) {}
  ur_device_handle_t_ &device_;
  VkPipelineCache cache_;
};

// Returns the contents of a pipeline cache; empty on errors.
std::vector<std::byte> dataOf(const ur_device_handle_t_ &device, VkPipelineCache cache) {
  size_t size = 0;
  if (device.vk.vkGetPipelineCacheData(device.logical, cache, &size, nullptr) != VK_SUCCESS)
    return {};
  std::vector<std::byte> data(size);
  if (device.vk.vkGetPipelineCacheData(device.logical, cache, &size, data.data()) != VK_SUCCESS)
    return {};
  data.resize(size);
  return data;
}

// Returns which kernels must report loops that the driver ends early.
std::vector<bool> guardedKernels(const ur_device_handle_t_ &device, const Image &image) {
  std::vector<bool> guarded;
  for (const ImageKernel &kernel : image.kernels)
    guarded.push_back(device.launches && hasLoops(kernel.words));
  return guarded;
}

// Checks that the device can run at least one kernel; an image without kernels suits all devices.
Result<void> checkRunnable(const ur_device_handle_t_ &device, const Image &image) {
  std::string reasons;
  for (const ImageKernel &kernel : image.kernels) {
    const std::string lacking = unsupportedReason(device, kernel);
    if (lacking.empty())
      return {};
    reasons += (reasons.empty() ? "" : "\n") + lacking;
  }
  if (reasons.empty())
    return {};
  return Error{UR_RESULT_ERROR_INVALID_BINARY, std::move(reasons)};
}

} // namespace

size_t PipelineKey::Hash::operator()(const PipelineKey &key) const {
  size_t seed = XXH3_64bits(key.values.data(), key.values.size());
  const uint32_t fixed[] = {key.kernel,          key.isOptimized,     key.hasOffset,
                            key.dispatchSize[0], key.dispatchSize[1], key.dispatchSize[2],
                            key.launchSize[0],   key.launchSize[1],   key.launchSize[2]};
  seed = XXH3_64bits_withSeed(fixed, sizeof(fixed), seed);
  return XXH3_64bits_withSeed(key.localBytes.data(), key.localBytes.size() * sizeof(uint32_t),
                              seed);
}

Pipeline::~Pipeline() { device_.vk.vkDestroyPipeline(device_.logical, pipeline_, nullptr); }

Modules::Modules(ur_device_handle_t_ &device, std::vector<std::byte> bytes, Image image)
    : device_(device), bytes_(std::move(bytes)), image_(std::move(image)),
      guarded_(guardedKernels(device, image_)), shaders_(image_.kernels.size()),
      pipelines_(kPipelineBytes, bytesOfPipeline) {}

Result<std::shared_ptr<Modules>> Modules::make(ur_device_handle_t_ &device,
                                               std::vector<std::byte> bytes,
                                               std::span<const std::byte> cacheData) {
  const uint64_t hash = XXH3_64bits(bytes.data(), bytes.size());
  if (auto known = device.findModules(hash); known && known->bytes() == bytes)
    return known;
  URSA_TRY(Image image, onLargeStack([&] { return readImage(bytes); })); // JSON, and the module
  URSA_CHECK(checkRunnable(device, image));
  std::shared_ptr<Modules> modules(new Modules(device, std::move(bytes), std::move(image)));
  if (!isForDevice(cacheData, device.properties))
    cacheData = {};
  URSA_TRY(PipelineCache cache, PipelineCache::make(device, cacheData));
  modules->cache_ = cache.release();
  modules->hasInitialCache_ = !cacheData.empty();
  device.addModules(hash, modules);
  return modules;
}

Modules::~Modules() {
  for (VkShaderModule shader : shaders_)
    device_.vk.vkDestroyShaderModule(device_.logical, shader, nullptr);
  device_.vk.vkDestroyPipelineCache(device_.logical, cache_, nullptr);
}

Result<VkShaderModule> Modules::shaderModule(uint32_t kernel) {
  const std::lock_guard guard(mutex_);
  if (shaders_[kernel])
    return shaders_[kernel];
  std::vector<uint32_t> words = shapedBy(
      device_.toggles, withFloatControls(image_.kernels[kernel].words, floatControlsOf(device_)));
  const auto replace = [&](Result<std::vector<uint32_t>> changed) -> Result<void> {
    if (!changed)
      return makeError(changed.error().code, "Kernel '{}' cannot run on '{}': {}",
                       image_.kernels[kernel].name, device_.properties.deviceName,
                       changed.error().message);
    words = *std::move(changed);
    return {};
  };
  if (guarded_[kernel])
    URSA_CHECK(replace(withLoopGuard(words, device_.launches->address())));
  if (device_.toggles.has(format::Toggle::GuardUnusedLanes) && hasLoops(words))
    URSA_CHECK(replace(withLaneGuard(words)));
  VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  info.codeSize = words.size() * sizeof(uint32_t);
  info.pCode = words.data();
  VkShaderModule shader = VK_NULL_HANDLE;
  URSA_CHECK(checkVk(device_.vk.vkCreateShaderModule(device_.logical, &info, nullptr, &shader),
                     "vkCreateShaderModule"));
  return shaders_[kernel] = shader;
}

Result<PipelinePointer> Modules::pipeline(const PipelineKey &key) {
  return pipelines_.getOrBuild(key, [&] { return build(key); });
}

core::cache::BinaryKey Modules::storedKey(const PipelineKey &key) const {
  static const std::string &adapter = *new std::string(libraryIdentity(ownFile()));
  core::cache::BinaryKey stored;
  stored.add("adapter", "vulkan").add("kind", "pipeline").add("build", adapter);
  stored.addHash("image", bytes_).add("kernel", image_.kernels[key.kernel].name);
  stored.add("sizes", fmt::format("{} {} {} {}", fmt::join(key.dispatchSize, "x"),
                                  fmt::join(key.launchSize, "x"), fmt::join(key.localBytes, ","),
                                  key.hasOffset));
  stored.add("optimized", key.isOptimized ? "yes" : "no").addHash("values", key.values);
  stored.add("toggles", device_.toggles.text());
  const VkPhysicalDeviceProperties &device = device_.properties;
  stored.add("device", device.deviceName);
  stored.add("driver", fmt::format("{:x}:{:x} {} {:02x}", device.vendorID, device.deviceID,
                                   device.driverVersion, fmt::join(device.pipelineCacheUUID, "")));
  // A driver of the same version may be another build, or link another compiler.
  stored.add("driver code", libraryIdentityAt(reinterpret_cast<const void *>(
                                device_.vk.vkCreateComputePipelines)));
  return stored;
}

// Without data of its own, an image has what earlier processes stored: the driver's cache of each
// pipeline alone, so that an entry does not grow with the other pipelines.
Result<PipelinePointer> Modules::build(const PipelineKey &key) {
  const std::shared_ptr<core::cache::DiskStore> store =
      hasInitialCache_ ? nullptr : core::cache::diskStore();
  if (!store)
    return create(key, cache_);
  const core::cache::BinaryKey storedAs = storedKey(key);
  std::optional<core::cache::Binary> data = store->load(storedAs);
  if (data && !isForDevice(*data, device_.properties))
    data.reset();
  URSA_TRY(const PipelineCache cache,
           PipelineCache::make(device_, data ? std::span<const std::byte>(*data)
                                             : std::span<const std::byte>()));
  URSA_TRY(PipelinePointer pipeline, create(key, cache.get()));
  if (!data)
    if (const std::vector<std::byte> made = dataOf(device_, cache.get());
        made.size() > sizeof(VkPipelineCacheHeaderVersionOne))
      store->save(storedAs, made);
  const std::lock_guard guard(cacheMutex_);
  const VkPipelineCache source = cache.get();
  device_.vk.vkMergePipelineCaches(device_.logical, cache_, 1, &source); // for cacheData
  return pipeline;
}

Result<PipelinePointer> Modules::create(const PipelineKey &key, VkPipelineCache cache) {
  const ImageKernel &kernel = image_.kernels[key.kernel];
  URSA_TRY(VkShaderModule shader, shaderModule(key.kernel));
  const Specialization values = specialize(kernel, key);
  const VkSpecializationInfo specialization = values.info();
  VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT;
  if (!key.isOptimized)
    info.flags |= VK_PIPELINE_CREATE_DISABLE_OPTIMIZATION_BIT;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = shader;
  info.stage.pName = kernel.name.c_str();
  info.stage.pSpecializationInfo = &specialization;
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfoEXT size{
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO_EXT, nullptr,
      kernel.subGroupSize};
  if (kernel.subGroupSize && device_.features.subgroupSizes)
    info.stage.pNext = &size;
  info.layout = device_.layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  URSA_TRY(const VkResult code, onLargeStack([&] { // drivers compile here
             return Result(device_.vk.vkCreateComputePipelines(device_.logical, cache, 1, &info,
                                                               nullptr, &pipeline));
           }));
  if (code != VK_SUCCESS) {
    const ur_result_t result = resultOf(code);
    return makeError(result == UR_RESULT_ERROR_UNKNOWN ? UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE
                                                       : result,
                     "The driver could not create a pipeline for kernel '{}': "
                     "vkCreateComputePipelines failed with "
                     "{}.",
                     kernel.name, nameOf(code));
  }
  return std::make_shared<const Pipeline>(device_, pipeline);
}

std::vector<std::byte> Modules::cacheData() const {
  const std::lock_guard guard(cacheMutex_);
  return dataOf(device_, cache_);
}

Result<std::shared_ptr<const Executable>>
Executable::build(ur_context_handle_t_ &context, std::shared_ptr<Modules> modules,
                  ConstantValues values, std::string_view options, std::string &log) {
  std::shared_ptr<Executable> executable(
      new Executable(*context.device, std::move(modules), std::move(values)));
  for (size_t at = 0; at < options.size();) {
    const size_t end = std::min(options.find(' ', at), options.size());
    const std::string_view option = options.substr(at, end - at);
    at = end + 1;
    if (option == kNoOptimization)
      executable->isOptimized_ = false;
    else if (!option.empty() && option != "-O1" && option != "-O2" && option != "-O3")
      log += fmt::format("warning: the option '{}' is unknown and was ignored.\n", option);
  }
  for (const ImageKernel &kernel : executable->image().kernels)
    if (const std::string lacking = unsupportedReason(*context.device, kernel); !lacking.empty())
      log += lacking + "\n";
  URSA_CHECK(executable->makeData(context));
  return std::shared_ptr<const Executable>(std::move(executable));
}

Result<std::shared_ptr<PrintfBuffer>> PrintfBuffer::make(ur_device_handle_t_ &device) {
  URSA_TRY(auto suballocation,
           Suballocation::make(device, kPrintfBytes, MemoryUse::Host, kBufferAlignment));
  const uint32_t header[2] = {0, kPrintfBytes / sizeof(uint32_t) - 2};
  std::memcpy(suballocation->host(), header, sizeof(header));
  return std::shared_ptr<PrintfBuffer>(new PrintfBuffer(std::move(suballocation)));
}

void PrintfBuffer::flush(const ImagePrintf &printf) {
  auto *words = reinterpret_cast<uint32_t *>(suballocation_->host());
  const uint32_t room = kPrintfBytes / sizeof(uint32_t) - 2;
  const std::string text = formatPrintf(printf, {words + 2, std::min(words[0], room)});
  words[0] = 0;
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

Result<void> Executable::makeData(ur_context_handle_t_ &context) {
  if (!image().data)
    return {};
  const ImageData &data = *image().data;
  URSA_TRY(data_, Suballocation::make(device_, data.bytes.size(), MemoryUse::Device,
                                      std::max(data.align, kBufferAlignment)));
  std::vector<std::byte> bytes = data.bytes;
  for (const uint64_t at : data.relocations) {
    uint64_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof(value));
    value += data_->address();
    std::memcpy(bytes.data() + at, &value, sizeof(value));
  }
  if (const auto &printf = image().printf) {
    URSA_TRY(printf_, PrintfBuffer::make(device_));
    const uint64_t address = printf_->address();
    std::memcpy(bytes.data() + printf->slot, &address, sizeof(address));
  }
  return copyNow(context, Location::of(data_, 0), Location::ofHost(bytes.data()), bytes.size());
}

std::vector<std::byte> Executable::valuesOf(const ImageKernel &kernel,
                                            const ConstantValues &own) const {
  std::vector<std::byte> bytes;
  for (const ImageConstant &constant : kernel.constants) {
    const auto ofKernel = own.find(constant.id);
    const auto value = ofKernel != own.end() ? ofKernel : values_.find(constant.id);
    const bool isSet =
        (ofKernel != own.end() || value != values_.end()) && value->second.size() == constant.size;
    bytes.push_back(std::byte{isSet});
    if (isSet)
      bytes.insert(bytes.end(), value->second.begin(), value->second.end());
  }
  return bytes;
}

} // namespace ursa::vulkan
