// Short names of kernels, for drivers that make file names of them: PoCL's directories have the
// names of kernels, and no file name of Linux is longer than 255 bytes. SYCL's names, which are
// mangled types of lambdas, often are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::spirv {

/// The longest name that shortKernelName() returns, in bytes.
constexpr size_t kLongestKernelName = 128;

/// Returns the name itself if it is short enough, otherwise its beginning and a hash of all of it.
std::string shortKernelName(std::string_view name);

/// Returns the module with the short names of its kernels.
/// @param words a module whose header and instruction lengths are valid (Module::parse checks them)
std::vector<uint32_t> withShortKernelNames(std::span<const uint32_t> words);

} // namespace ursa::spirv
