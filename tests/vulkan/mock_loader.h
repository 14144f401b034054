// A Vulkan loader that stands in the place of libvulkan.so.1: it counts every call of the adapter
// and every object, fails calls as it is told, and can setOverrides to be less than it is. All else
// is done by the real loader and its drivers. Which functions it knows comes from the adapter's
// sources (mock_functions.py).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ursa::mock_vulkan {

/// A function that the adapter names.
struct Function {
  std::string name;
  std::vector<int32_t> codes; ///< that it can fail with; none when it cannot
  uint64_t calls = 0;         ///< since reset()
};
std::vector<Function> functions();
uint64_t callsOf(const std::string &name);

/// Starts all counts of calls anew; nothing is to fail.
void reset();
/// The call with this number since reset(), from 1, of a function fails, and those behind it as
/// well if it is to go on. After VK_ERROR_DEVICE_LOST the device is lost for good: every function
/// that can say so does, and nothing of it is really destroyed any more.
void fail(const std::string &name, uint64_t number, int32_t code, bool goesOn = false);
/// Whether that call came.
bool hasFailed();

/// Objects that were made and not destroyed, by the function that made them.
std::map<std::string, size_t> objects();
/// Objects that were destroyed twice, outlived their device or never were.
std::vector<std::string> misuses();

/// Calls of a function wait for each other: none returns before that many are in it at once.
void rendezvous(const std::string &name, uint32_t count);

/// What the loader and its device say of themselves; 0 and "" for what is true.
struct Overrides {
  uint32_t loaderVersion = 0;
  uint32_t deviceVersion = 0;
  /// "bufferDeviceAddress", "vulkanMemoryModel", "vulkanMemoryModelDeviceScope", "shaderInt64" or
  /// "timelineSemaphore" is not there.
  std::string missingFeature;
  bool computes = true; ///< the queues do
  bool hasTimestamps = true;
  uint32_t workGroups = 0; ///< at most, in each dimension
  uint32_t workItems = 0;  ///< at most in a work-group
  uint32_t localMemory = 0;
  /// What a pipeline cache has to give behind its header.
  std::string cachedPipelines;
};
void setOverrides(const Overrides &overrides);

/// What pipeline caches were made from.
std::vector<std::string> givenCaches();

} // namespace ursa::mock_vulkan
