// Fuzzes the reader of what is behind machine code: the input as an image, and as the description
// in one whose checksum is right.
#include "format/host/machine_image.h"

#include "require.h"

#include <xxhash.h>

#include <cstring>

namespace {

using ursa::format::host::MachineDescription;
using ursa::fuzz::require;

std::vector<std::byte> imageOf(std::span<const std::byte> description) {
  std::vector<std::byte> image;
  const auto append = [&image](const void *data, size_t size) {
    const auto *begin = static_cast<const std::byte *>(data);
    image.insert(image.end(), begin, begin + size);
  };
  append("\177ELF", 4);
  append(description.data(), description.size());
  const uint64_t size = description.size();
  append(&size, sizeof(size));
  const uint64_t checksum = XXH3_64bits(image.data(), image.size());
  append(&checksum, sizeof(checksum));
  append("UrsaHost", 8);
  return image;
}

void check(std::span<const std::byte> image) {
  const ursa::Result<MachineDescription> read = ursa::format::host::readMachineImage(image);
  if (!read) {
    ursa::fuzz::requireError(read.error(), UR_RESULT_ERROR_INVALID_BINARY);
    return;
  }
  for (const ursa::format::host::KernelInfo &kernel : (*read).kernels)
    for (const ursa::format::host::KernelArgument &argument : kernel.arguments)
      require(argument.offset <= kernel.argumentBytes &&
                  argument.size <= kernel.argumentBytes - argument.offset,
              "arguments lie in the block");
  const ursa::Result<MachineDescription> again = ursa::format::host::readMachineImage(
      ursa::format::host::writeMachineImage(image.first(4), *read));
  require(again && (*again).kernels.size() == (*read).kernels.size() &&
              (*again).variables.size() == (*read).variables.size() &&
              (*again).imports == (*read).imports,
          "what was read can be written");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::span input(reinterpret_cast<const std::byte *>(data), size);
  check(input);
  check(imageOf(input));
  return 0;
}
