// Prefixes of the placeholder functions that builtin_calls.h describes.
#pragma once

namespace ursa::compiler::spirv {

inline constexpr const char *kPrintfPrefix = "__ursa_printf.";
inline constexpr const char *kChannelOrderPrefix = "__ursa_channel_order.";

} // namespace ursa::compiler::spirv
