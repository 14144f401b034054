// Handle data as the text of an environment variable, by which the other process of a death test
// gets them.
#pragma once

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace ursa::conformance {

inline constexpr const char *kPassedData = "URSA_TEST_HANDLE_DATA";

inline std::string textOf(const std::vector<std::byte> &data) {
  std::string text;
  for (const std::byte byte : data)
    text += std::to_string(std::to_integer<int>(byte)) + ' ';
  return text;
}

inline std::vector<std::byte> dataFrom(std::istream &text) {
  std::vector<std::byte> data;
  for (int byte; text >> byte;)
    data.push_back(static_cast<std::byte>(byte));
  return data;
}

} // namespace ursa::conformance
