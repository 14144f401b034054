// The interface between the compiler's targets and the tools that build images (ursac,
// ursa-codegen): a name, the supported modes of constants, and code generation. A new target is a
// factory in its component and a row of the table in target.cpp.
#pragma once

#include "format/container_writer.h"
#include "format/property_set.h"
#include "format/spec_constants.h"
#include "format/toggles.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace ursa::compiler::targets {

/// Options that all targets have.
struct TargetOptions {
  std::string builtinLibrary; ///< path of libclc's nvptx64 bitcode
  bool optimize = true;
  format::ToggleOverrides toggles; ///< what the user turns on and off
};

struct TargetCode {
  std::string code;
  /// Properties of the code that device IR does not have; written after the sets of post-link.
  std::vector<format::PropertySet> properties;
};

/// One target with its options. Not thread safe; different targets may be used at the same time.
class Target {
public:
  virtual ~Target() = default;

  virtual std::string name() const = 0; ///< name in a device image, without "+emulated"
  virtual std::string triple() const = 0;
  /// Identifies everything that the code depends on besides device IR and the target's arguments:
  /// for the argument "native", this machine's processor.
  virtual std::string fingerprint() const { return name(); }
  /// Tells what is missing in the target's images because this machine lacks it; empty for nothing.
  virtual std::string note() const { return ""; }
  virtual format::ImageKind kind() const = 0;
  virtual const char *extension() const = 0; ///< extension of code files: ".spv"

  /// The supported modes of constants, preferred first.
  virtual std::vector<format::ConstantMode> modes() const {
    return {format::ConstantMode::Native, format::ConstantMode::Emulated};
  }

  /// Returns whether generateCode leaves state behind that would affect a second module in the same
  /// process.
  virtual bool needsOwnProcess() const { return false; }

  /// Compiles @p device, whose constants the passes have lowered in @p mode. May modify the module.
  virtual llvm::Expected<TargetCode> generateCode(llvm::Module &device,
                                                  format::ConstantMode mode) const = 0;
};

/// Creates the target @p name with its arguments from -Xursa-target. For an unknown target, the
/// error lists the targets; for an unknown argument, it names the argument.
llvm::Expected<std::unique_ptr<Target>>
createTarget(const std::string &name, const TargetOptions &options,
             const std::vector<std::string> &arguments = {});

/// Returns help text for the arguments of each target.
std::string targetHelp();

/// Returns the names of all targets for a message or help: "host-x86_64, spirv64, ...".
std::string targetNames();

} // namespace ursa::compiler::targets
