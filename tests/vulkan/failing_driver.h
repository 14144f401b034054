// A driver of Vulkan that fails as it is told, and else does what lavapipe does.
#pragma once

#include <cstdint>

extern "C" {

/// The call with this number, from 1, of the functions that can fail fails; 0 for none. Starts the
/// count anew.
void failingDriverFail(uint64_t number, int32_t code);

/// Calls since the last failingDriverFail.
uint64_t failingDriverCalls();

/// The function that was made to fail, "" when none was.
const char *failingDriverFailed();

/// What the driver says of itself: its version of Vulkan, and a feature that it denies to have
/// ("bufferDeviceAddress", "vulkanMemoryModel", "shaderInt64", "timelineSemaphore"; "" for none).
void failingDriverPretend(uint32_t version, const char *missingFeature);
}
