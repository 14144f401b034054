// The contents of a stream: kernels write records, and the host formats them. So kernels need no
// code that formats numbers, and text of a work-item stays together.
//
// Memory of a stream, in words of 32 bits: the number of words that were asked for; records. A
// record: work-item; Kind, FormatBits and payload size with kMark; precision and width with 16 bits
// each; payload. Memory behind the last record is zero.
#pragma once

#include <cstddef>
#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
namespace stream_records {

enum Kind : std::uint32_t {
  Text,  ///< payload: bytes
  Flush, ///< the text of the work-item so far is printed
  Character,
  Signed, ///< @{ two words for each number; several are those of a vector
  Unsigned,
  Pointer,
  Half, ///< the first word has the bits
  Float,
  Double ///< @}
};

enum FormatBits : std::uint32_t {
  Hex = 1,
  Oct = 2,
  ShowBase = 4,
  ShowPos = 8,
  Fixed = 16,
  Scientific = 32, ///< with Fixed: hexadecimal
  HasPrecision = 64
};

inline constexpr std::uint32_t kMark = 1u << 31;
inline constexpr std::uint32_t kHeader = 3; ///< words
inline constexpr std::uint32_t kLongestText = 0xffff;

constexpr std::uint32_t pack(Kind kind, std::uint32_t format, std::uint32_t bytes) {
  return kMark | kind << 24 | format << 16 | bytes;
}
constexpr Kind kindOf(std::uint32_t word) { return static_cast<Kind>(word >> 24 & 0x7f); }
constexpr std::uint32_t formatOf(std::uint32_t word) { return word >> 16 & 0xff; }
constexpr std::uint32_t bytesOf(std::uint32_t word) { return word & 0xffff; }
constexpr std::uint32_t wordsOf(std::uint32_t bytes) { return (bytes + 3) / 4; }

/// The words of memory for a text of @p bytes: numbers and short pieces take more than their text.
constexpr std::size_t capacity(std::size_t bytes) {
  constexpr std::size_t kMost = std::size_t(1) << 28;
  return bytes < kMost / 2 ? 2 * bytes + 256 : kMost;
}

} // namespace stream_records
} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
