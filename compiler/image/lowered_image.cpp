// See lowered_image.h.
#include "compiler/image/lowered_image.h"

#include "compiler/image/optional_properties.h"

#include "llvm/Bitcode/BitcodeWriter.h"

using namespace llvm;

namespace ursa::compiler::image {

Expected<LoweredImage> lowerImage(Module &module, std::optional<format::ConstantMode> mode,
                                  const OptionalPropertySets &optional) {
  auto result = postLink(module, mode);
  if (!result)
    return result.takeError();
  LoweredImage image;
  image.properties = propertySets(*result);
  auto requirements = deviceRequirements(module);
  if (!requirements)
    return requirements.takeError();
  image.properties.push_back(std::move(*requirements));
  image.properties.push_back(assertUsed(module));
  if (optional.exportedSymbols)
    image.properties.push_back(exportedSymbols(module));
  if (optional.parameterInfo) {
    auto set = parameterInfo(module);
    if (!set)
      return set.takeError();
    image.properties.push_back(std::move(*set));
  }
  if (optional.programMetadata) {
    auto set = programMetadata(module);
    if (!set)
      return set.takeError();
    image.properties.push_back(std::move(*set));
  }
  if (optional.importedSymbols)
    image.properties.push_back(importedSymbols(module));
  if (optional.kernelNames)
    image.properties.push_back(kernelNames(module));
  if (optional.deviceGlobals) {
    auto set = deviceGlobals(module);
    if (!set)
      return set.takeError();
    image.properties.push_back(std::move(*set));
  }
  image.symbols = symbolText(*result);
  image.notExported = std::move(result->notExported);
  image.hasConstants = !result->constants.constants.empty();
  return image;
}

Expected<std::string> propertyText(ArrayRef<format::PropertySet> sets) {
  std::string text;
  if (const std::string problem = format::writePropertySets(sets, text); !problem.empty())
    return createStringError(problem);
  return text;
}

void writeImageBitcode(const Module &module, SmallVectorImpl<char> &bytes) {
  bytes.clear();
  BitcodeWriter writer(bytes);
  writer.writeModule(module);
  writer.writeStrtab();
}

} // namespace ursa::compiler::image
