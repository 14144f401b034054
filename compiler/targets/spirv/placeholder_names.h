// What the functions of builtin_calls.h are called between its two halves.
#pragma once

namespace ursa {

inline constexpr const char *kPrintfPrefix = "__ursa_printf.";
inline constexpr const char *kChannelOrderPrefix = "__ursa_channel_order.";

} // namespace ursa
