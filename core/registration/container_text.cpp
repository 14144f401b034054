// Writes containers of the images of a descriptor.
#include "core/registration/descriptor.h"
#include "format/code.h"
#include "format/container_writer.h"
#include "format/names.h"

namespace ursa::core::registration {
namespace {

bool hasConstants(const Image &image) {
  const format::PropertySet *constants = format::findSet(image.sets, format::kSpecConstants);
  return constants && !constants->properties.empty();
}

/// Returns Ursa's name for a target. DPC++'s names do not say how constants are set: SPIR-V and
/// host images in bitcode have native constants, all others read the emulation buffer.
std::string ursaTarget(const Image &image) {
  const std::string_view name = image.target;
  if (name.ends_with(format::kEmulatedSuffix))
    return image.target;
  const bool isSpirv =
      name == "spir64" || name == format::target::kSpirv || name == "spir" || name == "spirv32";
  const bool isHostBitcode = name.starts_with(format::target::kHost) &&
                             name.find(format::target::kMachineCode) == name.npos;
  std::string target(name == "spir64" ? format::target::kSpirv : name);
  if (!isSpirv && !isHostBitcode && hasConstants(image))
    target += format::kEmulatedSuffix;
  return target;
}

format::ImageKind kindOf(const Image &image) {
  if (format::isBitcode(image.code))
    return format::ImageKind::Bitcode;
  if (format::isSpirv(image.code))
    return format::ImageKind::Spirv;
  return image.target.starts_with(format::target::kNvptx) ? format::ImageKind::Ptx
                                                          : format::ImageKind::Object;
}

} // namespace

bool writeContainer(const std::vector<Image> &images, std::string &container,
                    std::string &problem) {
  for (const Image &image : images) {
    std::string properties, symbols;
    problem = format::writePropertySets(image.sets, properties);
    if (!problem.empty())
      return false;
    for (const std::string &name : image.entries) {
      if (name.find('\n') != name.npos) {
        problem = "The name of an entry has a line break.";
        return false;
      }
      symbols += name + "\n";
    }
    const std::string target = ursaTarget(image);
    const format::ContainerString strings[] = {{format::container::kTarget, target},
                                               {format::container::kProperties, properties},
                                               {format::container::kSymbols, symbols}};
    format::appendObject(container, kindOf(image), strings, image.code);
  }
  return true;
}

} // namespace ursa::core::registration
