// Output files of the compiler's tools: core's OutputFileSet with LLVM's errors.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace ursa {

class OutputFileSet;

/// See OutputFileSet: all files appear whole and together, or not at all.
class OutputFiles {
public:
  OutputFiles();
  ~OutputFiles();

  /// Adds the file @p path with @p bytes; "-" is standard output. Fails with a sentence that names
  /// the file; also when it was added before.
  llvm::Error add(const std::string &path, llvm::StringRef bytes);

  /// Gives the files their names, in the order in which they were added, so that the files that a
  /// table names exist before the table does.
  llvm::Error commit();

private:
  std::unique_ptr<OutputFileSet> files_;
};

/// Writes one file, whole or not at all.
llvm::Error writeOutput(const std::string &path, llvm::StringRef bytes);

} // namespace ursa
