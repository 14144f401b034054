// Lowers one image of a split module and describes it: the step between splitting and code
// generation that ursa-post-link and ursac share.
#pragma once

#include "compiler/image/device_image.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace ursa::compiler::image {

/// Selects property sets that are written on request (optional_properties.h).
struct OptionalPropertySets {
  bool exportedSymbols = false;
  bool parameterInfo = false;
  bool programMetadata = false;
  bool importedSymbols = false;
  bool kernelNames = false;
  bool deviceGlobals = false;
};

/// The description of a lowered module.
struct LoweredImage {
  std::vector<format::PropertySet> properties;
  std::string symbols; ///< names of entry points, one a line
  bool hasConstants = false;
  std::vector<std::string> notExported; ///< see PostLinkResult
};

/// Lowers @p module in place as postLink does, and describes it.
llvm::Expected<LoweredImage> lowerImage(llvm::Module &module,
                                        std::optional<format::ConstantMode> mode,
                                        const OptionalPropertySets &optional = {});

/// Returns the text form of property sets. Fails if a name cannot be written.
llvm::Expected<std::string> propertyText(llvm::ArrayRef<format::PropertySet> sets);

/// Writes the bitcode of @p module to @p bytes, replacing their contents. It has no symbol table
/// for linkers: no tool links images, and symbol tables of thousands of images take time.
void writeImageBitcode(const llvm::Module &module, llvm::SmallVectorImpl<char> &bytes);

} // namespace ursa::compiler::image
