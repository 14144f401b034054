// printf of kernels on the host: formats as OpenCL C has them, with vectors (%v4hlf), and without
// what writes memory. The text of a call is written at once, so that calls of work-items that run
// at the same time do not mix. Without LLVM.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace ursa::compiler::host {

/// The function that compiled kernels call: printKernelText().
inline constexpr const char *kPrintfSymbol = "ursa.printf";

/// The kind of an argument. Behind its header are the 64-bit words of its elements: integers
/// extended with zeros, reals as double, pointers.
enum class PrintedKind : uint8_t { Integer, Real, Pointer };

/// The word before an argument's elements.
/// @param bytes of an element's type
constexpr uint64_t printedHeader(PrintedKind kind, uint64_t bytes, uint64_t elements) {
  return static_cast<uint64_t>(kind) | bytes << 8 | elements << 16;
}

/// Returns what a call of printf prints. Invalid conversions, and those without an argument, are
/// printed as text.
/// @param record of the arguments, as many as count says
std::string kernelText(const char *format, const uint64_t *record, uint32_t count);

extern "C" {
/// Writes to the standard output. @return 0, or -1 when it cannot be written
int32_t printKernelText(const char *format, const uint64_t *record, uint32_t count) noexcept;
}

} // namespace ursa::compiler::host
