// How code begins: by this, files of a container and binaries of programs are told apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace ursa::format {

/// The first word of a SPIR-V module, in the byte order of its words.
inline constexpr uint32_t kSpirvMagic = 0x07230203;

/// Returns the first word of code; 0 if there is none.
inline uint32_t firstWord(std::string_view code) {
  uint32_t word = 0;
  if (code.size() >= sizeof(word))
    std::memcpy(&word, code.data(), sizeof(word));
  return word;
}

/// Returns whether code begins as a SPIR-V module in the byte order of this machine.
inline bool isSpirv(std::string_view code) { return firstWord(code) == kSpirvMagic; }

/// Returns whether code begins as LLVM bitcode, also behind LLVM's wrapper.
inline bool isBitcode(std::string_view code) {
  return code.starts_with("BC\xC0\xDE") || code.starts_with("\xDE\xC0\x17\x0B");
}

/// Returns bytes as the functions above take them.
inline std::string_view codeOf(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

} // namespace ursa::format
