// ONEAPI_DEVICE_SELECTOR: which devices a program gets to see.
//
//   selector  =  term { ";" term }
//   term      =  [ "!" ] backend ":" device { "," device }
//   backend   =  "*" | "level_zero" | "opencl" | "cuda" | "hip" | "native_cpu" | "offload"
//   device    =  "*" | "cpu" | "gpu" | "fpga" | number
//
// A device is seen when a term matches it and no term with "!" does; with "!" terms alone, every
// other device is seen. Letters may be of either case. Numbers count the devices of one platform
// from 0. Sub-devices ("0.1") are not selected here.
#pragma once

#include "core/support/result.h"

#include <string_view>
#include <vector>

namespace ursa {

class DeviceSelector {
public:
  /// UR_RESULT_ERROR_INVALID_VALUE, with a sentence that quotes the word that is not understood.
  static Result<DeviceSelector> parse(std::string_view text);

  /// @param index the device's place among all devices of its platform.
  bool accepts(ur_backend_t backend, ur_device_type_t type, uint32_t index) const;

private:
  struct Device { ///< without both: any
    std::optional<ur_device_type_t> type;
    std::optional<uint32_t> index;
  };
  struct Term {
    bool exclude = false;
    std::optional<ur_backend_t> backend; ///< none: any
    std::vector<Device> devices;

    bool matches(ur_backend_t wanted, ur_device_type_t type, uint32_t index) const;
  };

  static Result<Term> parseTerm(std::string_view text);
  static Result<Device> parseDevice(std::string_view word);

  std::vector<Term> terms_;
};

} // namespace ursa
