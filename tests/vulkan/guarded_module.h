// Modules of the compiler that the adapter changes before drivers get them.
#pragma once

#include "adapters/vulkan/program/image.h"
#include "spirv/instructions.h"
#include "vulkan/image_builder.h"

#include <gmock/gmock.h>
#include <spirv-tools/libspirv.hpp>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace ursa::vulkan_test {

/// The modules of an image, by kernel.
inline std::map<std::string, std::vector<uint32_t>> modulesOf(const char *file) {
  const auto bytes = readFile(file);
  auto image = vulkan::readImage(std::as_bytes(std::span(bytes)));
  EXPECT_TRUE(image) << image.error().message;
  std::map<std::string, std::vector<uint32_t>> words;
  for (const vulkan::ImageKernel &kernel : image->kernels)
    words[kernel.name] = kernel.words;
  return words;
}

/// The modules of loops.cl.
inline std::map<std::string, std::vector<uint32_t>> loopModules() {
  return modulesOf(URSA_LOOPS_IMAGE);
}

inline void expectValid(const std::vector<uint32_t> &words) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
  std::string messages;
  tools.SetMessageConsumer([&](spv_message_level_t, const char *, const spv_position_t &,
                               const char *message) { messages += message; });
  EXPECT_TRUE(tools.Validate(words)) << messages;
}

inline int countOf(spv::Op op, const std::vector<uint32_t> &words) {
  int count = 0;
  for (const spirv::Instruction &instruction : spirv::Walker(words))
    count += instruction.op == op;
  return count;
}

/// Calls @p change with the beginnings of a module and with modules of which one word is wrong.
template <class Change> void damage(const std::vector<uint32_t> &whole, Change change) {
  for (size_t length = 0; length < whole.size(); ++length)
    change(std::span(whole).first(length));
  for (size_t at = 0; at < whole.size(); ++at)
    for (const uint32_t value : {0u, 1u, 0x10000u, 0x20000u | 248u, 0xffffffffu}) {
      std::vector<uint32_t> changed = whole;
      changed[at] = value;
      change(std::span<const uint32_t>(changed));
    }
}

} // namespace ursa::vulkan_test
