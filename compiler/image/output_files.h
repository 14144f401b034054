// Output files that appear whole, all together, or not at all.
//
// Each is written beside its destination and takes its name in commit(). What is there when a
// program stops before is removed. Destinations that are no files, as /dev/stdout or a pipe, are
// written in place, because nothing may take their names.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa {

/// Not thread safe. Blocks on the file system.
class OutputFiles {
public:
  OutputFiles() = default;
  OutputFiles(const OutputFiles &) = delete;
  OutputFiles &operator=(const OutputFiles &) = delete;
  /// Removes what was not committed.
  ~OutputFiles();

  /// Writes @p bytes for the file @p path; "-" is standard output. Fails with a sentence that names
  /// the file, and leaves nothing of it.
  llvm::Error add(const std::string &path, llvm::StringRef bytes);

  /// Gives the files their names, in the order in which they were added: what a table names is
  /// there before the table is.
  llvm::Error commit();

private:
  struct Pending {
    std::string path;
    std::string temporary;
  };
  std::vector<Pending> pending_;
  std::string standardOutput_;
};

/// One file that appears whole or not at all.
llvm::Error writeOutput(const std::string &path, llvm::StringRef bytes);

} // namespace ursa
