// See lowered_image.h.
#include "compiler/image/lowered_image.h"

#include "compiler/image/optional_properties.h"

#include "llvm/Bitcode/BitcodeWriter.h"

using namespace llvm;

namespace ursa {

Expected<LoweredImage> lowerImage(Module &module, std::optional<SpecConstantMode> mode,
                                  const OptionalPropertySets &optional) {
  auto result = postLink(module, mode);
  if (!result)
    return result.takeError();
  LoweredImage image;
  image.properties = propertySets(*result);
  image.properties.push_back(deviceRequirements(module));
  image.properties.push_back(assertUsed(module));
  if (optional.exportedSymbols)
    image.properties.push_back(exportedSymbols(module));
  if (optional.parameterInfo)
    image.properties.push_back(parameterInfo(module));
  if (optional.programMetadata)
    image.properties.push_back(programMetadata(module));
  image.symbols = symbolText(*result);
  image.notExported = std::move(result->notExported);
  image.hasConstants = !result->constants.constants.empty();
  return image;
}

void writeImageBitcode(const Module &module, SmallVectorImpl<char> &bytes) {
  bytes.clear();
  BitcodeWriter writer(bytes);
  writer.writeModule(module);
  writer.writeStrtab();
}

} // namespace ursa
