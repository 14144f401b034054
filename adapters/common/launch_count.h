// Variables of the environment that tell after how many launches an adapter does something.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ursa::adapter {

/// Reads the number of launches, at most 2^20, that a variable holds; 0 for "off". Returns none if
/// the variable is not set or holds something else, and then says so.
/// @param problem [out] a sentence about the value; unchanged if that is valid
std::optional<uint32_t> launchCountOf(const char *variable, std::string &problem);

} // namespace ursa::adapter
