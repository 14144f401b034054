// A Vulkan loader that replaces libvulkan.so.1: it counts every call and object of the adapter,
// makes calls fail, and can lower limits and hide features. The real loader and its drivers do the
// rest. The list of functions comes from the adapter's sources (mock_functions.py).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ursa::mock_vulkan {

/// A function that the adapter calls.
struct Function {
  std::string name;
  std::vector<int32_t> codes; ///< codes with which it can fail
  uint64_t calls = 0;         ///< since reset()
};
std::vector<Function> functions();
uint64_t callsOf(const std::string &name);

/// Resets all call counts; no call fails.
void reset();
/// Makes the call of a function with this number since reset(), from 1, fail; all later calls too
/// if @p isPersistent. After VK_ERROR_DEVICE_LOST the device stays lost: every function that can
/// report it does, and its objects are not really destroyed.
void fail(const std::string &name, uint64_t number, int32_t code, bool isPersistent = false);
/// Returns whether that call was made.
bool hasFailed();

/// The number of live objects, by the function that created them.
std::map<std::string, size_t> objects();
/// Errors: objects that were destroyed twice, outlived their device or never existed.
std::vector<std::string> misuses();

/// Makes calls of a function wait for each other: none returns until that many are inside at once.
void rendezvous(const std::string &name, uint32_t count);

/// Overrides of what the loader and its device report; 0 and "" keep the real value.
struct Overrides {
  uint32_t loaderVersion = 0;
  uint32_t deviceVersion = 0;
  /// One of "bufferDeviceAddress", "vulkanMemoryModel", "vulkanMemoryModelDeviceScope",
  /// "shaderInt64" and "timelineSemaphore", reported as unsupported.
  std::string missingFeature;
  bool supportsCompute = true; ///< queue families support compute
  bool hasTimestamps = true;
  uint32_t workGroups = 0; ///< maximum in each dimension
  uint32_t workItems = 0;  ///< maximum in a work-group
  uint32_t localMemory = 0;
  /// The data of a pipeline cache after its header.
  std::string cachedPipelines;
};
void setOverrides(const Overrides &overrides);

/// The data from which pipeline caches were created.
std::vector<std::string> initialCacheData();

} // namespace ursa::mock_vulkan
