// The data of ursa-info about adapters and devices, and its formats: a table, more with -v,
// everything as JSON. Nothing here calls the C ABI.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ursa::info {

/// The unit in which a number is displayed.
enum class Unit { None, Bytes, Bits, Megahertz, Nanoseconds };

/// One property of a device: a limit or a feature.
struct Limit {
  std::string key; ///< as in JSON, "max_work_group_size"
  std::variant<uint64_t, bool, std::string, std::vector<uint64_t>> value;
  Unit unit = Unit::None;
};

struct AdapterInfo {
  std::string name;
  std::string library; ///< "" if the adapter is linked into the program
  std::string problem; ///< "" if there is none
  std::string backend; ///< "" if it was not loaded; likewise the version
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
  std::vector<std::string> specialization; ///< supported modes, the device's preferred one first
  /// Names of the toggles in force; nothing if the adapter does not tell.
  std::optional<std::vector<std::string>> toggles;
  PlatformInfo platform;
  std::vector<Limit> limits; ///< the device's answers, in a fixed order
};

struct Inventory {
  std::vector<AdapterInfo> adapters;
  std::vector<DeviceInfo> devices;

  /// One sentence for each adapter with a problem.
  std::vector<std::string> problems() const;
};

/// One line for each device; with @p verbose also a block for each adapter and each device.
std::string inventoryText(const Inventory &inventory, bool verbose);

/// The whole inventory as JSON.
std::string inventoryJson(const Inventory &inventory);

/// All toggles, as blocks of text.
std::string togglesText();

/// All toggles as JSON.
std::string togglesJson();

/// "31.3 GiB", "64 KiB", "12 bytes".
std::string formatBytes(uint64_t bytes);

} // namespace ursa::info
