// Fuzzes Vulkan images as bytes: what is read lies within the limits that the adapter relies on.
#include "adapters/vulkan/program/image.h"

#include "format/vulkan_module.h"
#include "fuzz/require.h"

namespace {

using ursa::fuzz::require;

void checkKernel(const ursa::vulkan::ImageKernel &kernel) {
  require(!kernel.name.empty(), "a kernel has a name");
  require(kernel.words.size() >= 5, "a module has a header");
  require(kernel.argumentBuffer || kernel.argumentBytes <= ursa::format::vulkan::kPushBytes -
                                                               ursa::format::vulkan::kPushArguments,
          "arguments fit in the push constants");
  for (const ursa::vulkan::ImageArgument &argument : kernel.arguments) {
    if (argument.isLocal)
      require(argument.specId >= ursa::format::vulkan::kSpecLocalArguments &&
                  argument.specId < ursa::format::vulkan::kSpecConstants,
              "local memory has a SpecId of its own");
    else
      require(argument.size > 0 && argument.offset <= kernel.argumentBytes &&
                  argument.size <= kernel.argumentBytes - argument.offset,
              "a value lies among the arguments");
  }
  for (size_t i = 1; i < kernel.constants.size(); ++i)
    require(kernel.constants[i - 1].id <= kernel.constants[i].id, "constants ascend");
  for (const ursa::vulkan::ImageConstant &constant : kernel.constants)
    require(constant.size <= 8, "a constant is a scalar");
}

void checkData(const ursa::vulkan::ImageData &data) {
  for (const uint64_t at : data.relocations)
    require(at + 8 <= data.bytes.size(), "a relocation lies in the data segment");
  for (const ursa::vulkan::ImageVariable &variable : data.variables)
    require(variable.offset <= data.bytes.size() &&
                variable.size <= data.bytes.size() - variable.offset,
            "a variable lies in the data segment");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto image = ursa::vulkan::readImage(std::as_bytes(std::span(data, size)));
  if (!image) {
    require(!image.error().message.empty(), "an error has a sentence");
    return 0;
  }
  for (const ursa::vulkan::ImageKernel &kernel : image->kernels) {
    checkKernel(kernel);
    require(image->find(kernel.name) == &kernel, "a kernel is found by its name");
  }
  if (image->data)
    checkData(*image->data);
  if (image->printf)
    require(image->data && image->printf->slot + 8 <= image->data->bytes.size(),
            "the slot of printf lies in the data segment");
  return 0;
}
