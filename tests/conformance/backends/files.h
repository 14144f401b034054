// Files of a backend, found relative to the test program, so that a copy of the build's folders
// bin, lib and share runs anywhere.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace ursa::conformance {

/// The folder that holds bin, lib and share.
inline std::filesystem::path prefix() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
}

inline std::vector<uint8_t> readFile(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(file), {});
}

} // namespace ursa::conformance
