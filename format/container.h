// Reads a container of device images: a sequence of LLVM OffloadBinary objects, version 1, each
// padded to 8 bytes. The input is untrusted, so every offset, count and string is checked.
#pragma once

#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace ursa::format {

/// One object of a container; it views the container's bytes.
struct ContainerEntry {
  uint16_t imageKind = 0;
  uint16_t offloadKind = 0;
  std::vector<std::pair<std::string_view, std::string_view>> strings;
  std::span<const std::byte> code;

  /// Returns the value of a key, "" if the entry does not have it.
  std::string_view string(std::string_view key) const;
};

/// Returns whether the bytes start with the magic of a container.
bool isContainer(std::span<const std::byte> bytes);

/// Splits a container into its entries, which view @p bytes. Returns UR_RESULT_ERROR_INVALID_BINARY
/// if the bytes are not a container or are truncated, or if an offset points outside.
Result<std::vector<ContainerEntry>> readContainer(std::span<const std::byte> bytes);

} // namespace ursa::format
