// See vulkan_image_file.h.
#include "compiler/vulkan/vulkan_image_file.h"

#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ursa::test {
namespace {

constexpr char kMagic[] = {'U', 'R', 'S', 'A', 'V', 'K', '1', '\0'};
constexpr std::size_t kHeader = 16;

std::span<const std::byte> section(std::span<const std::byte> body, const nlohmann::json &json) {
  return body.subspan(json.at("offset").get<std::size_t>(), json.at("size").get<std::size_t>());
}

ImageKernel readKernel(std::span<const std::byte> body, const nlohmann::json &json) {
  ImageKernel kernel;
  kernel.name = json.at("name");
  const auto module = section(body, json.at("module"));
  kernel.words.resize(module.size() / sizeof(std::uint32_t));
  std::memcpy(kernel.words.data(), module.data(), module.size());
  for (const nlohmann::json &argument : json.at("arguments")) {
    KernelArgument result;
    result.isLocal = argument.at("kind") == "local";
    result.specId = argument.value("specId", 0U);
    result.offset = argument.value("offset", 0U);
    result.size = argument.value("size", 0U);
    kernel.arguments.push_back(result);
  }
  kernel.argumentBytes = json.at("argumentBytes");
  kernel.argumentBuffer = json.at("argumentBuffer");
  if (json.contains("localSize"))
    kernel.localSize = json.at("localSize").get<std::array<unsigned, 3>>();
  kernel.constants = json.at("constants").get<std::vector<unsigned>>();
  kernel.capabilities = json.at("capabilities").get<std::vector<std::string>>();
  return kernel;
}

} // namespace

const ImageKernel &VulkanImage::kernel(const std::string &name) const {
  for (const ImageKernel &candidate : kernels)
    if (candidate.name == name)
      return candidate;
  throw std::runtime_error("The image has no kernel '" + name + "'.");
}

VulkanImage readVulkanImage(std::span<const std::byte> code) {
  if (code.size() < kHeader || std::memcmp(code.data(), kMagic, sizeof(kMagic)) != 0)
    throw std::runtime_error("The code is not that of a Vulkan image.");
  std::uint32_t length = 0;
  std::memcpy(&length, code.data() + sizeof(kMagic), sizeof(length));
  const auto *text = reinterpret_cast<const char *>(code.data() + kHeader);
  const nlohmann::json json = nlohmann::json::parse(text, text + length);
  const auto body = code.subspan((kHeader + length + 7) / 8 * 8);
  VulkanImage image;
  for (const nlohmann::json &kernel : json.at("kernels"))
    image.kernels.push_back(readKernel(body, kernel));
  if (json.contains("data")) {
    const auto bytes = section(body, json.at("data"));
    image.data.assign(bytes.begin(), bytes.end());
    image.relocations = json.at("data").at("relocations").get<std::vector<unsigned>>();
  }
  if (json.contains("printf")) {
    image.printfSlot = json.at("printf").at("slot").get<unsigned>();
    for (const nlohmann::json &format : json.at("printf").at("formats"))
      image.formats.push_back(
          {format.at("text"), format.at("arguments").get<std::vector<unsigned>>()});
    image.strings = json.at("printf").at("strings").get<std::vector<std::string>>();
  }
  return image;
}

} // namespace ursa::test
