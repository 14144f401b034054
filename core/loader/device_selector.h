// ONEAPI_DEVICE_SELECTOR: the devices that a program can use.
//
//   selector  =  term { ";" term }
//   term      =  [ "!" ] backend ":" device { "," device }
//   backend   =  "*" | "level_zero" | "opencl" | "cuda" | "hip" | "native_cpu" | "offload"
//             |  "host" | "vulkan"
//   device    =  "*" | "cpu" | "gpu" | "fpga" | number | parts
//   parts     =  index "." index [ "." index ]
//   index     =  number | "*"                   after "*" only "*" may follow
//
// A device is selected if a term matches it and no term with "!" does. If all terms have "!", every
// other device is selected. Letters are case-insensitive. Numbers count the devices of one platform
// from 0. "0.1" is the second sub-device of device 0, "0.*" are all sub-devices of device 0, "*.*"
// those of every device, and a third index selects a part of a sub-device. A selected sub-device
// appears as a separate device, whether or not the whole device is selected. A term with "!"
// excludes a device with all its parts, and cannot name parts.
//
// The backend is the one that the platform reports. Several of Ursa's adapters have no backend
// value of their own or may report another one, so "host" and "vulkan" are names of adapters.
#pragma once

#include "support/result.h"

#include <span>
#include <string_view>
#include <vector>

namespace ursa::core::loader {

/// The properties of a device that a selector reads.
struct SelectableDevice {
  ur_backend_t backend = UR_BACKEND_UNKNOWN;
  std::string_view adapter; ///< name of the adapter, "" if it is unknown
  ur_device_type_t type = UR_DEVICE_TYPE_CUSTOM;
  uint32_t index = 0; ///< index of the device among all devices of its platform
};

class DeviceSelector {
public:
  /// Returns UR_RESULT_ERROR_INVALID_VALUE, with a message that quotes the invalid word and names
  /// the most similar valid one.
  static Result<DeviceSelector> parse(std::string_view text);

  /// @param part empty: the whole device; one index: that sub-device; two: a part of it.
  bool accepts(const SelectableDevice &device, std::span<const uint32_t> part = {}) const;

  /// Returns whether it may accept a device of an adapter. For adapters whose backend is not known
  /// by their name, it may.
  bool mayAcceptOf(std::string_view adapter) const;

  /// Returns the length of the longest accepted part path of a device; 0 if its parts need no
  /// check.
  size_t partDepth(const SelectableDevice &device) const;

private:
  using Index = std::optional<uint32_t>; ///< none: any

  struct Device {
    std::optional<ur_device_type_t> type; ///< none: any
    std::vector<Index> path;              ///< of the device, then of its part

    bool isAny() const;
    bool matchesDevice(const SelectableDevice &device) const;
    bool matches(const SelectableDevice &device, std::span<const uint32_t> part) const;
  };
  struct Term {
    bool exclude = false;
    std::optional<ur_backend_t> backend;
    std::string_view adapter; ///< name, used instead of a backend; any if both are missing
    std::vector<Device> devices;

    bool matchesBackend(const SelectableDevice &device) const;
  };

  static Result<Term> parseTerm(std::string_view text);
  static Result<void> parseBackend(std::string_view word, Term &term);
  static Result<Device> parseDevice(std::string_view word, bool exclude);

  bool excludes(const SelectableDevice &device) const;

  std::vector<Term> terms_;
};

} // namespace ursa::core::loader
