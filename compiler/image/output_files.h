// Output files of the compiler's tools: core's OutputFileSet with LLVM's error type.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace ursa {

class OutputFileSet;

/// See OutputFileSet: all files appear complete and together, or not at all.
class OutputFiles {
public:
  OutputFiles();
  ~OutputFiles();

  /// Adds the file @p path with @p bytes; "-" is standard output. Fails if the file was added
  /// before. Errors name the file.
  llvm::Error add(const std::string &path, llvm::StringRef bytes);

  /// Renames the files to their final names, in the order in which they were added, so that the
  /// files that a table names exist before the table does.
  llvm::Error commit();

private:
  std::unique_ptr<OutputFileSet> files_;
};

/// Writes one file, completely or not at all.
llvm::Error writeOutput(const std::string &path, llvm::StringRef bytes);

} // namespace ursa
