// The functions of core that handle calls before the adapter does: the intercepts.
//
// Each is declared here, by the name and the type of the function of the ABI, so what dispatch does
// depends on no other header. The component that it belongs to defines it; one that is listed but
// not defined does not link, and one that is defined but not listed does not compile.
#pragma once

#include "core/api/functions.h"

#include <cstddef>
#include <type_traits>

/// Calls that go to core/intercepts after the layers. The handle that the function dispatches on is
/// not null.
#define URSA_INTERCEPTS(INTERCEPT)                                                                 \
  INTERCEPT(urDeviceGetInfo)                                                                       \
  INTERCEPT(urProgramCreateWithIL)                                                                 \
  INTERCEPT(urProgramCreateWithBinary)                                                             \
  INTERCEPT(urProgramRetain)                                                                       \
  INTERCEPT(urProgramRelease)                                                                      \
  INTERCEPT(urProgramBuild)                                                                        \
  INTERCEPT(urProgramBuildExp)                                                                     \
  INTERCEPT(urProgramSetSpecializationConstants)                                                   \
  INTERCEPT(urKernelCreate)                                                                        \
  INTERCEPT(urKernelRetain)                                                                        \
  INTERCEPT(urKernelRelease)                                                                       \
  INTERCEPT(urKernelGetInfo)                                                                       \
  INTERCEPT(urKernelGetGroupInfo)                                                                  \
  INTERCEPT(urKernelGetSubGroupInfo)                                                               \
  INTERCEPT(urKernelSetExecInfo)                                                                   \
  INTERCEPT(urKernelSetSpecializationConstants)                                                    \
  INTERCEPT(urKernelGetSuggestedLocalWorkSize)                                                     \
  INTERCEPT(urKernelGetSuggestedLocalWorkSizeWithArgs)                                             \
  INTERCEPT(urKernelSuggestMaxCooperativeGroupCount)                                               \
  INTERCEPT(urEnqueueKernelLaunchWithArgsExp)                                                      \
  INTERCEPT(urCommandBufferCreateExp)                                                              \
  INTERCEPT(urCommandBufferRetainExp)                                                              \
  INTERCEPT(urCommandBufferReleaseExp)                                                             \
  INTERCEPT(urCommandBufferAppendKernelLaunchExp)                                                  \
  INTERCEPT(urCommandBufferAppendKernelLaunchWithArgsExp)                                          \
  INTERCEPT(urCommandBufferUpdateKernelLaunchExp)

/// The same for core/entry_points.
#define URSA_ENTRY_POINT_INTERCEPTS(INTERCEPT)                                                     \
  INTERCEPT(urAdapterGet)                                                                          \
  INTERCEPT(urAdapterGetLastError)

/// Calls that go to core/entry_points before the layers, even with a null handle. The intercept
/// checks isNullOrLayered itself. For outputs that are written whatever the layers say, and for hot
/// functions with many arguments (core/dispatch/branchless.h).
#define URSA_INTERCEPTS_BEFORE_LAYERS(INTERCEPT)                                                   \
  INTERCEPT(urEnqueueKernelLaunchWithArgsExp)                                                      \
  INTERCEPT(urProgramLink)                                                                         \
  INTERCEPT(urProgramLinkExp)

// They continue with passToAdapter, if at all. The loader answers its own functions and those of
// ursa.h itself.
#define URSA_INTERCEPT(name) decltype(::name) name;
namespace ursa::core::intercepts {
URSA_INTERCEPTS(URSA_INTERCEPT)
} // namespace ursa::core::intercepts

namespace ursa::core::entry_points {
URSA_ENTRY_POINT_INTERCEPTS(URSA_INTERCEPT)
URSA_INTERCEPTS_BEFORE_LAYERS(URSA_INTERCEPT)
} // namespace ursa::core::entry_points

namespace ursa::core::loader {
#define URSA_LOADER_FUNCTION(name, id, params) URSA_INTERCEPT(name)
#include "core/api/generated/functions.inc"
} // namespace ursa::core::loader

namespace ursa::core::ursa_api {
#define URSA_OWN_FUNCTION(name, parameters, arguments) URSA_INTERCEPT(name)
#include "core/api/generated/own_functions.inc"
} // namespace ursa::core::ursa_api
#undef URSA_INTERCEPT

namespace ursa::core::dispatch {

/// @{ The intercept of F; null if it has none.
template <api::Function F> inline constexpr auto kIntercept = nullptr;
template <api::Function F> inline constexpr auto kInterceptBeforeLayers = nullptr;
#define URSA_INTERCEPT_OF(component, name)                                                         \
  template <> inline constexpr auto kIntercept<api::Function::name> = &component::name;
#define URSA_INTERCEPT(name) URSA_INTERCEPT_OF(intercepts, name)
URSA_INTERCEPTS(URSA_INTERCEPT)
#undef URSA_INTERCEPT
#define URSA_INTERCEPT(name) URSA_INTERCEPT_OF(entry_points, name)
URSA_ENTRY_POINT_INTERCEPTS(URSA_INTERCEPT)
#undef URSA_INTERCEPT
#define URSA_LOADER_FUNCTION(name, id, params) URSA_INTERCEPT_OF(loader, name)
#include "core/api/generated/functions.inc"
#define URSA_OWN_FUNCTION(name, parameters, arguments) URSA_INTERCEPT_OF(ursa_api, name)
#include "core/api/generated/own_functions.inc"
#undef URSA_INTERCEPT_OF
#define URSA_INTERCEPT(name)                                                                       \
  template <>                                                                                      \
  inline constexpr auto kInterceptBeforeLayers<api::Function::name> = &entry_points::name;
URSA_INTERCEPTS_BEFORE_LAYERS(URSA_INTERCEPT)
#undef URSA_INTERCEPT
/// @}

template <api::Function F>
concept HasIntercept = !std::is_same_v<decltype(kIntercept<F>), const std::nullptr_t>;
template <api::Function F>
concept HasInterceptBeforeLayers =
    !std::is_same_v<decltype(kInterceptBeforeLayers<F>), const std::nullptr_t>;

} // namespace ursa::core::dispatch

#undef URSA_INTERCEPTS
#undef URSA_ENTRY_POINT_INTERCEPTS
#undef URSA_INTERCEPTS_BEFORE_LAYERS
