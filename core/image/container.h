// Reads the container of device images: a sequence of LLVM OffloadBinary objects, version 1, each
// padded to 8 bytes. The input is untrusted: every offset, count and string is checked.
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace ursa {

/// One object of a container; views into the container's bytes.
struct ContainerEntry {
  uint16_t imageKind = 0;
  uint16_t offloadKind = 0;
  std::vector<std::pair<std::string_view, std::string_view>> strings;
  std::span<const std::byte> code;

  /// The value of a key, "" when the entry does not have it.
  std::string_view string(std::string_view key) const;
};

/// Whether the bytes begin as a container does.
bool isContainer(std::span<const std::byte> bytes);

/// Splits a container. UR_RESULT_ERROR_INVALID_BINARY with a sentence when it is not one, is cut
/// short, or an offset points outside. The result views @p bytes.
Result<std::vector<ContainerEntry>> readContainer(std::span<const std::byte> bytes);

} // namespace ursa
