// What a build makes of an image: its modules, which all programs of that image on a device share,
// with their pipelines; and for one build the values of constants and the data segment.
#pragma once

#include "adapters/vulkan/block.h"
#include "adapters/vulkan/context.h"
#include "adapters/vulkan/enqueue.h"
#include "adapters/vulkan/image.h"
#include "core/cache/build_cache.h"

#include <array>

namespace ursa::vulkan {

/// Everything that a pipeline is made of, beside its image.
struct PipelineKey {
  uint32_t kernel = 0; ///< in the image
  bool isOptimized = true;
  std::array<uint32_t, 3> dispatchSize{}; ///< local size
  std::array<uint32_t, 3> launchSize{};
  std::vector<uint32_t> localBytes; ///< of local arguments, in their order
  std::vector<std::byte> values;    ///< of the kernel's constants, in their order

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

/// An image on a device. Thread safe; different pipelines are built at the same time.
class Modules {
public:
  /// The one of an image; another program may have made it.
  /// @param cacheData of the driver's pipeline cache, from an earlier process; empty for none
  static Result<std::shared_ptr<Modules>> make(ur_device_handle_t_ &device,
                                               std::vector<std::byte> bytes,
                                               std::span<const std::byte> cacheData = {});
  ~Modules();
  Modules(const Modules &) = delete;
  Modules &operator=(const Modules &) = delete;

  const Image &image() const { return image_; }
  const std::vector<std::byte> &bytes() const { return bytes_; }
  /// Whether launches of the kernel need a status: the driver may end its loops early.
  bool isGuarded(uint32_t kernel) const { return guarded_[kernel]; }
  /// UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE when the driver refuses.
  Result<PipelinePointer> pipeline(const PipelineKey &key);
  size_t pipelineCount() const { return pipelines_.size(); }
  /// What the driver's pipeline cache keeps now; empty when it keeps nothing.
  std::vector<std::byte> cacheData() const;

private:
  Modules(ur_device_handle_t_ &device, std::vector<std::byte> bytes, Image image);
  Result<VkShaderModule> shaderModule(uint32_t kernel);
  Result<PipelinePointer> build(const PipelineKey &key);

  ur_device_handle_t_ &device_;
  const std::vector<std::byte> bytes_;
  const Image image_;
  const std::vector<bool> guarded_; ///< by kernel
  VkPipelineCache cache_ = VK_NULL_HANDLE;
  std::mutex mutex_;                    ///< guards the one below
  std::vector<VkShaderModule> shaders_; ///< by kernel; null before the first pipeline
  BuildCache<PipelineKey, PipelinePointer, PipelineKey::Hash> pipelines_;
};

/// Memory that printf of kernels writes to. One launch at a time uses it: its turn.
class PrintfBuffer {
public:
  static Result<std::shared_ptr<PrintfBuffer>> make(ur_device_handle_t_ &device);

  uint64_t address() const { return block_->address(); }
  /// Writes what is in it to the standard output, and empties it. No kernel uses it meanwhile.
  void flush(const ImagePrintf &printf);

  const std::shared_ptr<Turn> turn = std::make_shared<Turn>();

private:
  explicit PrintfBuffer(std::shared_ptr<Block> block) : block_(std::move(block)) {}
  const std::shared_ptr<Block> block_;
};

class Executable {
public:
  /// Checks that the device has what the kernels need; kernels that need more are left out and
  /// named in the log, and so is everything in options that is not known.
  static Result<std::shared_ptr<const Executable>>
  build(ur_context_handle_t_ &context, std::shared_ptr<Modules> modules, ConstantValues values,
        std::string_view options, std::string &log);

  const Image &image() const { return modules_->image(); }
  Modules &modules() const { return *modules_; }
  bool isOptimized() const { return isOptimized_; }
  /// The values of a kernel's constants that are not its defaults, as PipelineKey wants them: a
  /// byte for each constant says whether its value follows. The kernel's own go before those of the
  /// build.
  std::vector<std::byte> valuesOf(const ImageKernel &kernel, const ConstantValues &own = {}) const;
  uint64_t dataAddress() const { return data_ ? data_->address() : 0; }
  const std::shared_ptr<Block> &data() const { return data_; }
  /// Where printf of kernels goes; null when no kernel of the program has any.
  const std::shared_ptr<PrintfBuffer> &printf() const { return printf_; }

private:
  Executable(ur_device_handle_t_ &device, std::shared_ptr<Modules> modules, ConstantValues values)
      : device_(device), modules_(std::move(modules)), values_(std::move(values)) {}
  Result<void> makeData(ur_context_handle_t_ &context);

  ur_device_handle_t_ &device_;
  const std::shared_ptr<Modules> modules_;
  const ConstantValues values_;
  bool isOptimized_ = true;
  std::shared_ptr<Block> data_;
  std::shared_ptr<PrintfBuffer> printf_;
};

} // namespace ursa::vulkan
