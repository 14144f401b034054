// urProgramLink and urProgramLinkExp when they fail.
//
// A failed link may hand out a program all the same, for the sake of its log. So its caller has to
// know whether there is one: what phProgram points to is null after any other failure, and also
// when a layer refused the call or the adapter did not write it.
#pragma once

#include "core/dispatch/dispatch.h"

namespace ursa {

/// What the exported function does: asks for the layers, as dispatch does.
template <Function F, class... Args>
ur_result_t linkInto(ur_program_handle_t *phProgram, const Args &...args) {
  if (phProgram)
    *phProgram = nullptr;
  if (isNullOrWatched(dispatchArgument<F>(args...))) [[unlikely]]
    return WatchedCall<F>::call(args...);
  return passToAdapter<F>(args...);
}

template <> struct Intercept<Function::urProgramLink> {
  static constexpr bool present = true;
  static ur_result_t call(ur_context_handle_t hContext, uint32_t count,
                          const ur_program_handle_t *phPrograms, const char *pOptions,
                          ur_program_handle_t *phProgram) {
    return linkInto<Function::urProgramLink>(phProgram, hContext, count, phPrograms, pOptions,
                                             phProgram);
  }
  static ur_result_t afterLayers(ur_context_handle_t hContext, uint32_t count,
                                 const ur_program_handle_t *phPrograms, const char *pOptions,
                                 ur_program_handle_t *phProgram) {
    return passToAdapter<Function::urProgramLink>(hContext, count, phPrograms, pOptions, phProgram);
  }
};

template <> struct Intercept<Function::urProgramLinkExp> {
  static constexpr bool present = true;
  static ur_result_t call(ur_context_handle_t hContext, uint32_t numDevices,
                          ur_device_handle_t *phDevices, ur_exp_program_flags_t flags,
                          uint32_t count, const ur_program_handle_t *phPrograms,
                          const char *pOptions, ur_program_handle_t *phProgram) {
    return linkInto<Function::urProgramLinkExp>(phProgram, hContext, numDevices, phDevices, flags,
                                                count, phPrograms, pOptions, phProgram);
  }
  static ur_result_t afterLayers(ur_context_handle_t hContext, uint32_t numDevices,
                                 ur_device_handle_t *phDevices, ur_exp_program_flags_t flags,
                                 uint32_t count, const ur_program_handle_t *phPrograms,
                                 const char *pOptions, ur_program_handle_t *phProgram) {
    return passToAdapter<Function::urProgramLinkExp>(hContext, numDevices, phDevices, flags, count,
                                                     phPrograms, pOptions, phProgram);
  }
};

} // namespace ursa
