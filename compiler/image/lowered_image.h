// One image of a split module after post-link, with all that describes it: the step that
// ursa-post-link and ursac share between splitting and code.
#pragma once

#include "compiler/image/device_image.h"

#include "llvm/ADT/SmallVector.h"

namespace ursa {

/// Property sets that are written when they are asked for (optional_properties.h).
struct OptionalPropertySets {
  bool exportedSymbols = false;
  bool parameterInfo = false;
  bool programMetadata = false;
  bool importedSymbols = false;
  bool kernelNames = false;
  bool deviceGlobals = false;
};

/// What describes a lowered module.
struct LoweredImage {
  std::vector<PropertySet> properties;
  std::string symbols; ///< names of entry points, one a line
  bool hasConstants = false;
  std::vector<std::string> notExported; ///< see PostLinkResult
};

/// Lowers @p module in place as postLink does, and describes it. Fails with a sentence.
llvm::Expected<LoweredImage> lowerImage(llvm::Module &module, std::optional<SpecConstantMode> mode,
                                        const OptionalPropertySets &optional = {});

/// Writes the bitcode of @p module to @p bytes, in place of what they hold. It has no symbol table
/// for linkers: nothing links images, and thousands take their time.
void writeImageBitcode(const llvm::Module &module, llvm::SmallVectorImpl<char> &bytes);

} // namespace ursa
