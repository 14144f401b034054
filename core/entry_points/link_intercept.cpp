// urProgramLink and urProgramLinkExp when they fail.
//
// A failed link may still return a program, for its build log, so the caller must be able to tell
// whether there is one. The intercept sets *phProgram to null after any other failure, and also if
// a layer rejected the call or the adapter did not write the output.
#include "core/dispatch/dispatch.h"

namespace ursa::core::entry_points {
namespace {

/// The body of the exported function. Goes through the layers as dispatch does.
template <api::Function F, class... Args>
ur_result_t linkInto(ur_program_handle_t *phProgram, const Args &...args) {
  if (phProgram)
    *phProgram = nullptr;
  if (dispatch::isNullOrLayered(dispatch::dispatchArgument<F>(args...))) [[unlikely]]
    return dispatch::LayeredCall<F>::call(args...);
  return dispatch::passToAdapter<F>(args...);
}

} // namespace

ur_result_t urProgramLink(ur_context_handle_t hContext, uint32_t count,
                          const ur_program_handle_t *phPrograms, const char *pOptions,
                          ur_program_handle_t *phProgram) {
  return linkInto<api::Function::urProgramLink>(phProgram, hContext, count, phPrograms, pOptions,
                                                phProgram);
}

ur_result_t urProgramLinkExp(ur_context_handle_t hContext, uint32_t numDevices,
                             ur_device_handle_t *phDevices, ur_exp_program_flags_t flags,
                             uint32_t count, const ur_program_handle_t *phPrograms,
                             const char *pOptions, ur_program_handle_t *phProgram) {
  return linkInto<api::Function::urProgramLinkExp>(phProgram, hContext, numDevices, phDevices,
                                                   flags, count, phPrograms, pOptions, phProgram);
}

} // namespace ursa::core::entry_points
