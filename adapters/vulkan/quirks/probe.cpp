#include "adapters/vulkan/quirks/probe.h"

#include "adapters/vulkan/driver/device.h"

#include <cstring>

namespace ursa::vulkan {
namespace {

constexpr uint32_t kProbe[] = {
#include "driver_probe.inc" // SPIR-V of driver_probe.spvasm
};

constexpr uint32_t kItems = 63; // no multiple of a vector's
// More than the 65,535 iterations that lavapipe runs.
constexpr uint32_t kIterations = 70000;

// The memory that the probe reads and writes.
struct Words {
  float factors[2];
  float addend;
  float fma;
  uint32_t denormal;
  uint32_t doubled;
  uint32_t iterations;
  uint32_t iterated;
  uint32_t flag;
  uint32_t unused[7];
  uint32_t sums[kItems];
  uint32_t none;
  uint32_t left[kItems];
};

// A pipeline that is used once.
class ProbePipeline {
public:
  explicit ProbePipeline(ur_device_handle_t_ &device) : device_(device) {}
  ~ProbePipeline() {
    device_.vk.vkDestroyPipeline(device_.logical, pipeline_, nullptr);
    device_.vk.vkDestroyShaderModule(device_.logical, shader_, nullptr);
  }
  ProbePipeline(const ProbePipeline &) = delete;
  ProbePipeline &operator=(const ProbePipeline &) = delete;

  Result<VkPipeline> make(std::span<const uint32_t> words) {
    VkShaderModuleCreateInfo module{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    module.codeSize = words.size_bytes();
    module.pCode = words.data();
    URSA_CHECK(checkVk(device_.vk.vkCreateShaderModule(device_.logical, &module, nullptr, &shader_),
                       "vkCreateShaderModule"));
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader_;
    info.stage.pName = "main";
    info.layout = device_.layout;
    URSA_CHECK(checkVk(device_.vk.vkCreateComputePipelines(device_.logical, VK_NULL_HANDLE, 1,
                                                           &info, nullptr, &pipeline_),
                       "vkCreateComputePipelines"));
    return pipeline_;
  }

private:
  ur_device_handle_t_ &device_;
  VkShaderModule shader_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
};

} // namespace

Result<ProbeResults> probeDriver(ur_device_handle_t_ &device) {
  URSA_TRY(const auto suballocation, Suballocation::make(device, sizeof(Words), MemoryUse::Host));
  // (1 + e)^2 - (1 + 2e) is e^2 if it is rounded once, and 0 if the product is rounded first.
  constexpr float kEpsilon = 0x1p-13f;
  Words words{};
  words.factors[0] = words.factors[1] = 1 + kEpsilon;
  words.addend = -(1 + 2 * kEpsilon);
  words.denormal = 0x00100000;
  words.iterations = kIterations;
  words.flag = 1;
  std::memcpy(suballocation->host(), &words, sizeof(words));
  ProbePipeline made(device);
  URSA_TRY(VkPipeline pipeline, made.make(kProbe));
  const Step step = [&](Recorder &recorder) -> Result<void> {
    const uint64_t address = suballocation->address();
    device.vk.vkCmdPushConstants(recorder.commands(), device.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                 sizeof(address), &address);
    device.vk.vkCmdBindPipeline(recorder.commands(), VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    device.vk.vkCmdDispatch(recorder.commands(), 1, 1, 1);
    return {};
  };
  const PointSet none{};
  URSA_TRY(const Point done,
           device.queues.front()->submit({.steps = std::span(&step, 1), .after = &none}));
  URSA_CHECK(done.timeline->wait(done.value));
  (void)device.queues.front()->reclaim();
  std::memcpy(&words, suballocation->host(), sizeof(words));
  ProbeResults results;
  results.fusesFma = words.fma == kEpsilon * kEpsilon;
  results.keepsDenormals = words.doubled == 2 * words.denormal;
  results.loopIterations = words.iterated;
  results.loopIterationsWanted = kIterations;
  for (uint32_t i = 0; i < kItems; ++i) {
    results.keepsFences &= words.sums[i] == i * (i + 1) / 2;
    results.keepsItems &= words.left[i] == 1;
  }
  return results;
}

} // namespace ursa::vulkan
