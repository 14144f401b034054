// What the suites need to know about the adapter under test.
#pragma once

#include "ur_api.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ursa::conformance {

/// Path of the adapter's library.
std::string adapterPath();

/// A target string that the device takes, as "host-x86_64".
std::string imageTarget();

/// What not every device has. Suites that are all about such a thing are built for the backends
/// that have it: their CMakeLists.txt say which. A test that needs one in passing asks here, and
/// checks that the device says so when it is missing.
struct Capabilities {
  bool il = true;                    ///< programs in SPIR-V, and constants set in them
  bool partialGroups = true;         ///< the last group of a launch may be smaller
  bool deviceClock = true;           ///< urDeviceGetGlobalTimestamps
  bool cooperativeLaunches = true;   ///< UR_KERNEL_LAUNCH_FLAG_COOPERATIVE
  bool notesIgnoredOptions = true;   ///< of builds, in the log
  bool exactLocalMemory = true;      ///< a kernel's local memory is what its variables take
  bool nativeHandlesAreOwn = true;   ///< they are the adapter's own objects, counted by it
  bool endsWithTheAdapter = true;    ///< its last release waits for all that runs
  bool halfPrecision = true;         ///< kernels may use half
  bool contextsHoldParts = true;     ///< a context of a device is one of its sub-devices too
  bool recordsNativeCommands = true; ///< urCommandBufferAppendNativeCommandExp
  bool nativeConstants = true;       ///< images have constants that are set in programs
  bool functionPointers = true;      ///< urProgramGetFunctionPointer
  bool kernelConstants = false;      ///< kernels of images may have constants of their own
  bool imageVariables = false;     ///< programs of images have variables that are asked for by name
  bool usmPools = true;            ///< urUSMPoolCreate
  bool freesLater = true;          ///< urUSMFree does not wait for commands in flight
  bool copiesAcross = true;        ///< from a buffer of one context to one of another
  bool imageKernels = true;        ///< there are kernels with images that the device takes
  bool usesImagesInPlace = true;   ///< host memory of an image is read anew by each command
  bool anySlicePitch = true;       ///< a slice pitch need not be a multiple of the row pitch
  bool copiesBetweenLayers = true; ///< of one image
  bool linksAtBuild = true;        ///< undefined functions are found when a program is built
  bool endsLoops = false;          ///< a launch with a long loop may fail
  std::vector<std::string> loopImages = {"loops"}; ///< the kernels of loops.cl
};
Capabilities capabilities();

/// What the device does not have at all, by the name that missing_features.cpp gives it.
std::vector<std::string> missingFeatures();

/// Enqueues a command that is not complete, and in an ordered queue holds back those after it,
/// until the function that is returned was called.
/// @param event the command's; to be released
std::function<void()> enqueueGate(ur_context_handle_t context, ur_queue_handle_t queue,
                                  ur_event_handle_t *event);

/// The kernels of a file in kernels/, in the device's own format.
std::vector<uint8_t> image(const std::string &name);

/// The same kernels as OpenCL SPIR-V.
std::vector<uint8_t> il(const std::string &name);

} // namespace ursa::conformance
