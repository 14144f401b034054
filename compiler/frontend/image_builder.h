// Device IR as clang wrote it to the image of a target.
#pragma once

#include "compiler/image/container_writer.h"
#include "compiler/passes/spec_constants.h"

#include <string>
#include <vector>

namespace ursa {

/// The targets that images are made for, by their names in a device image.
const std::vector<std::string> &imageTargetNames();

struct BuiltImage {
  ContainerImage image;
  bool hasConstants = false; ///< so that the two modes differ
};

class ImageBuilder {
public:
  /// @param name     of the source, for diagnostics and in the image
  /// @param optimize leave less work to whoever takes the image
  ImageBuilder(std::string name, std::string bitcode, bool optimize)
      : name_(std::move(name)), bitcode_(std::move(bitcode)), optimize_(optimize) {}

  /// Fails with a sentence. Thread safe.
  /// @param target one of imageTargetNames()
  llvm::Expected<BuiltImage> build(llvm::StringRef target, SpecConstantMode mode) const;

private:
  const std::string name_;
  const std::string bitcode_;
  const bool optimize_;
};

} // namespace ursa
