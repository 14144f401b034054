// Output files of the compiler's tools: core's OutputFileSet with LLVM's error type.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace ursa::inline support {
class OutputFileSet;
} // namespace ursa::inline support

namespace ursa::compiler::image {

/// See OutputFileSet: all files appear complete and together, or not at all.
class OutputFiles {
public:
  OutputFiles();
  ~OutputFiles();

  /// Names a file that must not be written because it is an input; "-" is standard input.
  void addInput(const std::string &path);

  /// Adds the file @p path with @p bytes; "-" is standard output. Fails if the file is an input, or
  /// was added before. Errors name the file.
  llvm::Error add(const std::string &path, llvm::StringRef bytes);

  /// Renames the files to their final names, in the order in which they were added, so that the
  /// files that a table names exist before the table does.
  llvm::Error commit();

private:
  std::unique_ptr<OutputFileSet> files_;
};

/// Writes one file, completely or not at all. Fails if it is one of @p inputs.
llvm::Error writeOutput(const std::string &path, llvm::StringRef bytes,
                        const std::vector<std::string> &inputs = {});

/// Fails if one of @p outputs is one of @p inputs, or the same file as another of them.
llvm::Error checkOutputs(const std::vector<std::string> &outputs,
                         const std::vector<std::string> &inputs);

} // namespace ursa::compiler::image
