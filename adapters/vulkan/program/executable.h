// The result of a build: the modules of an image, which all its programs on a device share with
// their pipelines, and the constant values and data segment of one build.
#pragma once

#include "adapters/vulkan/driver/context.h"
#include "adapters/vulkan/memory/suballocation.h"
#include "adapters/vulkan/program/image.h"
#include "adapters/vulkan/queue/enqueue.h"
#include "core/cache/build_cache.h"
#include "core/cache/sealed_binary.h"

#include <array>

namespace ursa::vulkan {

/// Everything that determines a pipeline, besides its image.
struct PipelineKey {
  uint32_t kernel = 0; ///< index in the image
  bool isOptimized = true;
  bool hasOffset = true;                  ///< launches may have a global offset
  std::array<uint32_t, 3> dispatchSize{}; ///< local size
  std::array<uint32_t, 3> launchSize{};
  std::vector<uint32_t> localBytes; ///< of local arguments, in order
  std::vector<std::byte> values;    ///< of the kernel's constants, in order

  bool operator==(const PipelineKey &) const = default;
  struct Hash {
    size_t operator()(const PipelineKey &key) const;
  };
};

class Pipeline {
public:
  Pipeline(ur_device_handle_t_ &device, VkPipeline pipeline)
      : device_(device), pipeline_(pipeline) {}
  ~Pipeline();
  Pipeline(const Pipeline &) = delete;
  Pipeline &operator=(const Pipeline &) = delete;
  VkPipeline get() const { return pipeline_; }

private:
  ur_device_handle_t_ &device_;
  VkPipeline const pipeline_;
};
using PipelinePointer = std::shared_ptr<const Pipeline>;

/// An image on a device. Thread safe; different pipelines are built concurrently.
class Modules {
public:
  /// Returns the modules of an image, shared with other programs.
  /// @param cacheData of the driver's pipeline cache, from an earlier process; empty for none
  static Result<std::shared_ptr<Modules>> make(ur_device_handle_t_ &device,
                                               std::vector<std::byte> bytes,
                                               std::span<const std::byte> cacheData = {});
  ~Modules();
  Modules(const Modules &) = delete;
  Modules &operator=(const Modules &) = delete;

  const Image &image() const { return image_; }
  const std::vector<std::byte> &bytes() const { return bytes_; }
  /// Returns whether launches of the kernel need a status because the driver may end its loops
  /// early.
  bool isGuarded(uint32_t kernel) const { return guarded_[kernel]; }
  /// UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE if the driver refuses the kernel.
  Result<PipelinePointer> pipeline(const PipelineKey &key);
  size_t pipelineCount() const { return pipelines_.size(); }
  /// The contents of the driver's pipeline cache; empty if it stores nothing.
  std::vector<std::byte> cacheData() const;

private:
  Modules(ur_device_handle_t_ &device, std::vector<std::byte> bytes, Image image);
  Result<VkShaderModule> shaderModule(uint32_t kernel);
  Result<PipelinePointer> build(const PipelineKey &key);
  Result<PipelinePointer> create(const PipelineKey &key, VkPipelineCache cache);
  core::cache::BinaryKey storedKey(const PipelineKey &key) const;

  ur_device_handle_t_ &device_;
  const std::vector<std::byte> bytes_;
  const Image image_;
  const std::vector<bool> guarded_; ///< by kernel
  bool hasInitialCache_ = false;    ///< cache_ came with the program
  mutable std::mutex cacheMutex_;   ///< guards the contents of cache_
  VkPipelineCache cache_ = VK_NULL_HANDLE;
  std::mutex mutex_;                    ///< guards shaders_
  std::vector<VkShaderModule> shaders_; ///< by kernel; null before the first pipeline
  core::cache::BuildCache<PipelineKey, PipelinePointer, PipelineKey::Hash> pipelines_;
};

/// The buffer that printf of kernels writes to. One launch at a time uses it, in serial
/// order.
class PrintfBuffer {
public:
  static Result<std::shared_ptr<PrintfBuffer>> make(ur_device_handle_t_ &device);

  uint64_t address() const { return suballocation_->address(); }
  /// Writes its contents to the standard output and empties it. No kernel may use it meanwhile.
  void flush(const ImagePrintf &printf);

  const std::shared_ptr<SerialOrder> serialOrder = std::make_shared<SerialOrder>();

private:
  explicit PrintfBuffer(std::shared_ptr<Suballocation> suballocation)
      : suballocation_(std::move(suballocation)) {}
  const std::shared_ptr<Suballocation> suballocation_;
};

class Executable {
public:
  /// Checks the kernels' requirements. Kernels that the device does not support are left out and
  /// named in the log, as are unknown options.
  static Result<std::shared_ptr<const Executable>>
  build(ur_context_handle_t_ &context, std::shared_ptr<Modules> modules, ConstantValues values,
        std::string_view options, std::string &log);

  const Image &image() const { return modules_->image(); }
  Modules &modules() const { return *modules_; }
  bool isOptimized() const { return isOptimized_; }
  /// The non-default values of a kernel's constants, encoded for PipelineKey: a byte for each
  /// constant says whether its value follows. The kernel's own values override those of the build.
  std::vector<std::byte> valuesOf(const ImageKernel &kernel, const ConstantValues &own = {}) const;
  uint64_t dataAddress() const { return data_ ? data_->address() : 0; }
  const std::shared_ptr<Suballocation> &data() const { return data_; }
  /// Null if no kernel of the program uses printf.
  const std::shared_ptr<PrintfBuffer> &printf() const { return printf_; }

private:
  Executable(ur_device_handle_t_ &device, std::shared_ptr<Modules> modules, ConstantValues values)
      : device_(device), modules_(std::move(modules)), values_(std::move(values)) {}
  Result<void> makeData(ur_context_handle_t_ &context);

  ur_device_handle_t_ &device_;
  const std::shared_ptr<Modules> modules_;
  const ConstantValues values_;
  bool isOptimized_ = true;
  std::shared_ptr<Suballocation> data_;
  std::shared_ptr<PrintfBuffer> printf_;
};

} // namespace ursa::vulkan
