// What ursa-info knows about adapters and devices, and how it prints that: a table, more with -v,
// everything as JSON. Nothing here calls the C ABI.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ursa::info {

/// How a number is printed for people.
enum class Unit { None, Bytes, Bits, Megahertz, Nanoseconds };

/// One answer of a device about itself: a limit or a feature.
struct Limit {
  std::string key; ///< as in JSON, "max_work_group_size"
  std::variant<uint64_t, bool, std::string, std::vector<uint64_t>> value;
  Unit unit = Unit::None;
};

struct AdapterInfo {
  std::string name;
  std::string library; ///< "" for an adapter inside the program
  std::string problem; ///< "" for one without
  std::string backend; ///< "" when it was not loaded, as is the version
  uint32_t version = 0;
};

struct PlatformInfo {
  std::string name;
  std::string vendor;
  std::string version;
  std::string apiVersion; ///< "0.12"
};

struct DeviceInfo {
  std::string selector;
  std::string name;
  std::string vendor;
  std::string type;
  std::string backend;
  std::string adapter;
  std::string driver;
  uint64_t memoryBytes = 0;
  std::vector<std::string> specialization; ///< modes, the one of the device's choice first
  PlatformInfo platform;
  std::vector<Limit> limits; ///< what the device answers, in a fixed order
};

struct Inventory {
  std::vector<AdapterInfo> adapters;
  std::vector<DeviceInfo> devices;

  /// A sentence for each adapter with a problem.
  std::vector<std::string> problems() const;
};

/// One line a device; with @p verbose then a block for each adapter and each device.
std::string inventoryText(const Inventory &inventory, bool verbose);

/// Everything.
std::string inventoryJson(const Inventory &inventory);

/// "31.3 GiB", "64 KiB", "12 bytes".
std::string formatBytes(uint64_t bytes);

} // namespace ursa::info
