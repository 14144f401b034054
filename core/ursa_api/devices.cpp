// The device function of ursa.h: the specialization modes that a device supports.
#include "core/dispatch/dispatch.h"
#include "core/selection/device_queries.h"
#include "support/last_error.h"

namespace ursa::core::ursa_api {

ur_result_t ursaDeviceGetSpecializationModes(ur_device_handle_t hDevice,
                                             ursa_specialization_mode_flags_t *pModes) {
  return atBoundary([&]() -> Result<void> {
    if (!hDevice)
      return Error{UR_RESULT_ERROR_INVALID_NULL_HANDLE, "The parameter 'hDevice' is null."};
    if (!pModes)
      return Error{UR_RESULT_ERROR_INVALID_NULL_POINTER, "The parameter 'pModes' is null."};
    const auto &program = dispatch::tablesOf(hDevice).Program;
    ursa_specialization_mode_flags_t modes = 0;
    if (program.pfnSetSpecializationConstants && selection::deviceSpecializesPrograms(hDevice))
      modes |= URSA_SPECIALIZATION_MODE_FLAG_NATIVE;
    if (program.pfnCreateWithBinary || program.pfnCreateWithIL)
      modes |= URSA_SPECIALIZATION_MODE_FLAG_EMULATED;
    if (modes == (URSA_SPECIALIZATION_MODE_FLAG_NATIVE | URSA_SPECIALIZATION_MODE_FLAG_EMULATED))
      modes |= URSA_SPECIALIZATION_MODE_FLAG_TIERED;
    *pModes = modes;
    return {};
  });
}

} // namespace ursa::core::ursa_api
