// Facts about the adapter under test that the suites need.
#pragma once

#include "ur_api.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ursa::conformance {

/// Path of the adapter's library.
std::string adapterPath();

/// A target string that the device accepts, such as "host-x86_64".
std::string imageTarget();

/// Optional features of a device. A backend's CMakeLists.txt lists the suites that test an optional
/// feature only. Other tests query it here, and check the device's error if the feature is missing.
struct Capabilities {
  bool il = true;                  ///< programs in SPIR-V, and their specialization constants
  bool partialGroups = true;       ///< the last work-group of a launch may be smaller
  bool manyGroups = true;          ///< more than 65,535 work-groups in any dimension
  bool deviceClock = true;         ///< urDeviceGetGlobalTimestamps
  bool cooperativeLaunches = true; ///< UR_KERNEL_LAUNCH_FLAG_COOPERATIVE
  bool logsIgnoredOptions = true;  ///< builds log the options that they ignore
  bool exactLocalMemory = true;    ///< a kernel's local memory is exactly the size of its variables
  bool nativeHandlesAreAdapterObjects =
      true;                        ///< native handles are objects of the adapter, which counts them
  bool adapterReleaseWaits = true; ///< the last release of the adapter waits for all commands
  bool halfPrecision = true;       ///< kernels may use half
  bool contextsContainSubDevices = true; ///< a context of a device also contains its sub-devices
  bool recordsNativeCommands = true;     ///< urCommandBufferAppendNativeCommandExp
  /// Adds commands to the native handle of a command buffer that set @p value[1] to 4, and then
  /// @p value[0] to 10; null: the handle is a command buffer of the adapter.
  void (*addNativeCommands)(ur_context_handle_t context, ur_native_handle_t native,
                            int *value) = nullptr;
  bool nativeConstants = true;  ///< images have constants that programs set
  bool functionPointers = true; ///< urProgramGetFunctionPointer
  bool knowsFunctions = true;   ///< without function pointers, functions are known by name
  bool linksImages = true;      ///< images may be parts of programs
  bool kernelConstants = false; ///< kernels of images may have their own constants
  bool imageVariables = false;  ///< programs of images have variables that can be queried by name
  bool usmPools = true;         ///< urUSMPoolCreate
  bool freesAsynchronously = true;      ///< urUSMFree does not wait for commands in flight
  bool allocatesWhileQueuesWait = true; ///< a host task may wait for a thread that allocates
  bool copiesBetweenContexts = true;    ///< copies between buffers of different contexts
  bool imageKernels = true;             ///< kernels with images that the device accepts exist
  bool usesImagesInPlace = true;        ///< each command reads the host memory of an image again
  bool fixedPointSampling = false; ///< coordinates and weights of filters have 8 bits of fraction
  bool anySlicePitch = true;       ///< a slice pitch need not be a multiple of the row pitch
  bool copiesBetweenLayers = true; ///< copies between layers of one image
  bool buildsReportUndefinedFunctions = true; ///< a build reports undefined functions
  bool mapsHostMemory = true;  ///< mapped physical memory is the host's: zero, and split by pages
  bool failsLongLoops = false; ///< a launch with a long loop may fail
  std::vector<std::string> loopImages = {"loops"};          ///< images with the kernels of loops.cl
  std::vector<std::string> loopExitImages = {"loop_exits"}; ///< likewise of loop_exits.cl
};
Capabilities capabilities();

/// Features that the device does not support at all, by their names in missing_features.cpp.
std::vector<std::string> missingFeatures();

/// Enqueues a command that completes only after the returned function is called. In an in-order
/// queue it blocks later commands. @param event receives the command's event, which the caller
/// releases
std::function<void()> enqueueGate(ur_context_handle_t context, ur_queue_handle_t queue,
                                  ur_event_handle_t *event);

/// The kernels of a file in kernels/, in the device's own format.
std::vector<uint8_t> image(const std::string &name);

/// The same kernels as OpenCL SPIR-V.
std::vector<uint8_t> il(const std::string &name);

} // namespace ursa::conformance
