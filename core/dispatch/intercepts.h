// The functions of core that handle calls before the adapter does: the intercepts.
//
// Each is declared here, by the name and the type of the function of the ABI, so what dispatch does
// depends on no other header. The component that it belongs to defines it; one that is listed but
// not defined does not link, and one that is defined but not listed does not compile.
#pragma once

#include "core/api/functions.h"

#include <cstddef>
#include <type_traits>

/// Calls that go to intercepts::NAME after the layers. The handle that the function dispatches on
/// is not null.
#define URSA_INTERCEPTS(INTERCEPT)                                                                 \
  INTERCEPT(urAdapterGet)                                                                          \
  INTERCEPT(urAdapterGetLastError)                                                                 \
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

/// Calls that go to before_layers::NAME, even with a null handle. It checks isNullOrLayered itself.
/// For outputs that are written whatever the layers say, and for hot functions with many arguments
/// (core/dispatch/branchless.h).
#define URSA_INTERCEPTS_BEFORE_LAYERS(INTERCEPT)                                                   \
  INTERCEPT(urEnqueueKernelLaunchWithArgsExp)                                                      \
  INTERCEPT(urProgramLink)                                                                         \
  INTERCEPT(urProgramLinkExp)

namespace ursa {

/// Those of URSA_INTERCEPTS, and the functions that the loader answers itself: its own, and those
/// of ursa.h. They continue with passToAdapter, if at all.
namespace intercepts {
#define URSA_INTERCEPT(name) decltype(::name) name;
#define URSA_LOADER_FUNCTION(name, id, params) URSA_INTERCEPT(name)
#define URSA_OWN_FUNCTION(name, parameters, arguments) URSA_INTERCEPT(name)
URSA_INTERCEPTS(URSA_INTERCEPT)
#include "core/api/generated/functions.inc"
#include "core/api/generated/own_functions.inc"
} // namespace intercepts

namespace before_layers {
URSA_INTERCEPTS_BEFORE_LAYERS(URSA_INTERCEPT)
} // namespace before_layers
#undef URSA_INTERCEPT

/// @{ The intercept of F; null if it has none.
template <Function F> inline constexpr auto kIntercept = nullptr;
template <Function F> inline constexpr auto kInterceptBeforeLayers = nullptr;
#define URSA_INTERCEPT(name)                                                                       \
  template <> inline constexpr auto kIntercept<Function::name> = &intercepts::name;
#define URSA_LOADER_FUNCTION(name, id, params) URSA_INTERCEPT(name)
#define URSA_OWN_FUNCTION(name, parameters, arguments) URSA_INTERCEPT(name)
URSA_INTERCEPTS(URSA_INTERCEPT)
#include "core/api/generated/functions.inc"
#include "core/api/generated/own_functions.inc"
#undef URSA_INTERCEPT
#define URSA_INTERCEPT(name)                                                                       \
  template <> inline constexpr auto kInterceptBeforeLayers<Function::name> = &before_layers::name;
URSA_INTERCEPTS_BEFORE_LAYERS(URSA_INTERCEPT)
#undef URSA_INTERCEPT
/// @}

template <Function F>
concept HasIntercept = !std::is_same_v<decltype(kIntercept<F>), const std::nullptr_t>;
template <Function F>
concept HasInterceptBeforeLayers =
    !std::is_same_v<decltype(kInterceptBeforeLayers<F>), const std::nullptr_t>;

} // namespace ursa

#undef URSA_INTERCEPTS
#undef URSA_INTERCEPTS_BEFORE_LAYERS
