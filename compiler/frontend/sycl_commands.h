// The commands of clang, and of another compiler of the host, that ursac++ runs.
#pragma once

#include "compiler/frontend/sycl_driver.h"

namespace ursa::compiler::frontend {

/// One source on its way to an object.
struct SyclUnit {
  std::string source;
  std::string object;
  std::string stem;             ///< path prefix of its intermediate files
  std::string dependencyFile;   ///< empty: none
  std::string dependencyTarget; ///< of the rule without -MT and -MQ
  std::string header() const { return stem + ".header.hpp"; }
  std::string footer() const { return stem + ".footer.hpp"; }
  std::string bitcode() const { return stem + ".device.bc"; }
  std::string hostObject() const { return stem + ".host.o"; }
  std::string deviceObject() const { return stem + ".device.o"; }
  std::string deviceRule() const { return stem + ".device.d"; }
  std::string overlay() const { return stem + ".overlay.yaml"; }
  std::string withFooter() const;
};

class SyclCommands {
public:
  using Command = std::vector<std::string>;

  /// Finds the compilers. @p options must live as long as the result.
  static llvm::Expected<SyclCommands> create(const SyclOptions &options);

  /// Whether clang compiles the host's code.
  bool isClangHost() const { return options_->hostCompiler.empty(); }

  /// @param id of the translation unit
  /// @param text of the source, which decides about precompiled headers; likewise below
  Command devicePass(const SyclUnit &unit, const std::string &id, llvm::StringRef text) const;

  Command hostPass(const SyclUnit &unit, llvm::StringRef text) const;

  /// One compiler for the whole command line: preprocessing and the like.
  Command forward() const;

  /// Preprocesses a source for the device pass, if the options have -E.
  Command devicePreprocessing(const std::string &source) const;

  /// Links a program. @p items are inputs and options in order.
  Command link(const Command &items, const std::string &program) const;

private:
  explicit SyclCommands(const SyclOptions &options) : options_(&options) {}
  Command clang() const;
  Command hostCompiler() const { return isClangHost() ? clang() : Command{hostCompiler_}; }
  Command deviceCompiler(const Command &plugin) const;
  Command precompiledFor(const SyclUnit &unit, llvm::StringRef text, const Command &pass) const;
  Command hostClang(const Command &first) const;
  Command otherHostCompiler(const SyclUnit &unit) const;
  std::string macroHeader() const;
  Command macros() const;
  Command deviceOutput(const SyclUnit &unit) const;
  Command dependencies(const SyclUnit &unit) const;

  const SyclOptions *options_;
  std::string clang_;
  std::string hostCompiler_;
};

std::string absolutePath(const std::string &path);

} // namespace ursa::compiler::frontend
