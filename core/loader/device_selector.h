// ONEAPI_DEVICE_SELECTOR: which devices a program gets to see.
//
//   selector  =  term { ";" term }
//   term      =  [ "!" ] backend ":" device { "," device }
//   backend   =  "*" | "level_zero" | "opencl" | "cuda" | "hip" | "native_cpu" | "offload"
//             |  "host" | "vulkan"
//   device    =  "*" | "cpu" | "gpu" | "fpga" | number | parts
//   parts     =  index "." index [ "." index ]
//   index     =  number | "*"                   behind a "*" comes nothing but "*"
//
// A device is seen when a term matches it and no term with "!" does; with "!" terms alone, every
// other device is seen. Letters may be of either case. Numbers count the devices of one platform
// from 0. "0.1" is the second sub-device of device 0, "0.*" are all of them, "*.*" those of every
// device, and a third index is for the parts of a sub-device; a sub-device is seen as a device of
// its own, whether or not the whole is. A term with "!" takes a device away with its parts, and
// cannot name parts.
//
// A backend is what the platform reports. Several of Ursa's adapters have no value of their own
// there or may report another, so host and vulkan are the names of the adapters.
#pragma once

#include "core/support/result.h"

#include <span>
#include <string_view>
#include <vector>

namespace ursa {

/// What a selector asks about a device.
struct SelectableDevice {
  ur_backend_t backend = UR_BACKEND_UNKNOWN;
  std::string_view adapter; ///< name of the adapter, "" when it is not known
  ur_device_type_t type = UR_DEVICE_TYPE_CUSTOM;
  uint32_t index = 0; ///< the device's place among all devices of its platform
};

class DeviceSelector {
public:
  /// UR_RESULT_ERROR_INVALID_VALUE, with a sentence that quotes the word that is not understood and
  /// names the nearest that would be.
  static Result<DeviceSelector> parse(std::string_view text);

  /// @param part none: the whole device. One index: that sub-device; two: a part of that.
  bool accepts(const SelectableDevice &device, std::span<const uint32_t> part = {}) const;

  /// How long the longest part of a device is that is accepted; 0 when there is no need to look at
  /// its parts.
  size_t partDepth(const SelectableDevice &device) const;

private:
  using Index = std::optional<uint32_t>; ///< none: any

  struct Device {
    std::optional<ur_device_type_t> type; ///< none: any
    std::vector<Index> path;              ///< of the device, then of its part

    bool matchesDevice(const SelectableDevice &device) const;
    bool matches(const SelectableDevice &device, std::span<const uint32_t> part) const;
  };
  struct Term {
    bool exclude = false;
    std::optional<ur_backend_t> backend;
    std::string_view adapter; ///< a name instead of a backend; without both: any
    std::vector<Device> devices;

    bool matchesBackend(const SelectableDevice &device) const;
  };

  static Result<Term> parseTerm(std::string_view text);
  static Result<void> parseBackend(std::string_view word, Term &term);
  static Result<Device> parseDevice(std::string_view word, bool exclude);

  bool excludes(const SelectableDevice &device) const;

  std::vector<Term> terms_;
};

} // namespace ursa
