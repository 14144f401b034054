// See vulkan_printf.h.
#include "compiler/vulkan/vulkan_printf.h"

#include <algorithm>
#include <cstring>
#include <fmt/printf.h>

namespace ursa::test {
namespace {

class Records {
public:
  Records(const VulkanImage &image, const DeviceBuffer &buffer) : image_(image) {
    std::uint32_t counts[2];
    std::memcpy(counts, buffer.host, sizeof(counts));
    words_.resize(std::min(counts[0], counts[1]));
    std::memcpy(words_.data(), buffer.host + sizeof(counts), 4 * words_.size());
  }

  std::string text() {
    std::string result;
    while (next_ < words_.size()) {
      const std::uint64_t number = readWords(4);
      if (number == 0) // the following records did not fit
        break;
      result += formatRecord(image_.formats.at(number - 1));
    }
    return result;
  }

private:
  std::uint64_t readWords(unsigned size) {
    std::uint64_t value = 0;
    std::memcpy(&value, &words_.at(next_), size);
    next_ += (size + 3) / 4;
    return value;
  }

  std::string formatRecord(const PrintfFormat &format) {
    std::string result;
    std::size_t argument = 0;
    for (std::size_t i = 0; i < format.text.size();) {
      if (format.text[i] != '%') {
        result += format.text[i++];
        continue;
      }
      std::size_t end = format.text.find_first_of("diouxXeEfFgGaAcsp%", i + 1);
      std::string directive = format.text.substr(i, end + 1 - i);
      i = end + 1;
      if (directive == "%%") {
        result += '%';
        continue;
      }
      std::erase_if(directive, [](char c) { return c == 'h' || c == 'l'; });
      result += formatArgument(directive, format.arguments.at(argument++));
    }
    return result;
  }

  std::string formatArgument(std::string directive, unsigned size) {
    const std::uint64_t bits = readWords(size);
    switch (directive.back()) {
    case 'd':
    case 'i':
      return fmt::sprintf(directive, size == 4 ? static_cast<std::int32_t>(bits)
                                               : static_cast<std::int64_t>(bits));
    case 'c':
      return std::string(1, static_cast<char>(bits));
    case 's':
      return fmt::sprintf(directive, image_.strings.at(bits));
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': {
      double value = 0;
      float narrow = 0;
      std::memcpy(&value, &bits, sizeof(value));
      std::memcpy(&narrow, &bits, sizeof(narrow));
      return fmt::sprintf(directive, size == 4 ? static_cast<double>(narrow) : value);
    }
    default:
      return fmt::sprintf(directive, bits);
    }
  }

  const VulkanImage &image_;
  std::vector<std::uint32_t> words_;
  std::size_t next_ = 0;
};

} // namespace

std::string printfText(const VulkanImage &image, const DeviceBuffer &buffer) {
  return Records(image, buffer).text();
}

} // namespace ursa::test
