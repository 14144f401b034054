// What a target of the compiler is to those who make images for it (ursac, ursa-codegen): a name,
// the ways in which its constants can be set, and code. A new target is a factory in its room and a
// row of the table in target.cpp.
#pragma once

#include "compiler/image/property_set.h"
#include "compiler/passes/spec_constants.h"

#include "llvm/IR/Module.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace ursa {

/// What all targets are told.
struct TargetOptions {
  std::string builtinLibrary; ///< path of libclc's nvptx64 bitcode
  bool optimize = true;
};

struct TargetCode {
  std::string code;
  /// What describes the code beyond what device IR tells; they stand behind the sets of post-link.
  std::vector<PropertySet> properties;
};

/// One target with its options. Not thread safe; different targets may be used at the same time.
class Target {
public:
  virtual ~Target() = default;

  virtual std::string name() const = 0; ///< in a device image, without "+emulated"
  virtual std::string triple() const = 0;
  /// All that its code depends on beside device IR and the words that it was given: where "native"
  /// was one of them, this machine's processor.
  virtual std::string fingerprint() const { return name(); }
  virtual llvm::object::ImageKind kind() const = 0;
  virtual const char *extension() const = 0; ///< of files with its code: ".spv"

  /// How its constants can be set, the best way first.
  virtual std::vector<SpecConstantMode> modes() const {
    return {SpecConstantMode::Native, SpecConstantMode::Emulation};
  }

  /// Whether makeCode leaves something behind that a second module in the same process must not
  /// meet.
  virtual bool needsOwnProcess() const { return false; }

  /// Code of @p device, whose constants the passes have lowered in one of the modes. May change the
  /// module. Fails with a sentence.
  virtual llvm::Expected<TargetCode> makeCode(llvm::Module &device,
                                              SpecConstantMode mode) const = 0;
};

/// The target of that name, with the words that -Xursa-target gave for it. Fails with a sentence
/// that lists the targets, or names the word that the target does not know.
llvm::Expected<std::unique_ptr<Target>> makeTarget(const std::string &name,
                                                   const TargetOptions &options,
                                                   const std::vector<std::string> &arguments = {});

/// What -Xursa-target knows for each target, for help.
std::string targetHelp();

/// The names of all targets for a list in a message or help: "host-x86_64, spirv64, ...".
std::string targetNames();

} // namespace ursa
