// Output files that appear whole, all together, or not at all.
//
// A file that replaces another is written beside it and takes its name in commit(); a new one is
// written in place, which is quicker where there are thousands. What was not committed is removed.
// Destinations that are no files, as /dev/stdout or a pipe, are written in place, because nothing
// may take their names. What was not committed is removed as well when the process ends by
// std::quick_exit, as tools do when LLVM gives up.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa {

/// Not thread safe. Blocks on the file system.
class OutputFiles {
public:
  OutputFiles();
  OutputFiles(const OutputFiles &) = delete;
  OutputFiles &operator=(const OutputFiles &) = delete;
  /// Removes what was not committed.
  ~OutputFiles();

  /// Writes @p bytes for the file @p path; "-" is standard output. Fails with a sentence that names
  /// the file, and leaves nothing of it; also when the file was added before.
  llvm::Error add(const std::string &path, llvm::StringRef bytes);

  /// Gives the files their names, in the order in which they were added: what a table names is
  /// there before the table is.
  llvm::Error commit();

private:
  struct Pending {
    std::string path;
    std::string temporary; ///< empty for a new file
  };
  llvm::Error replace(const std::string &path, llvm::StringRef bytes);
  void remove(std::size_t renamed);
  static void removeAll();

  std::vector<Pending> pending_;
  std::string standardOutput_;
};

/// One file that appears whole or not at all.
llvm::Error writeOutput(const std::string &path, llvm::StringRef bytes);

} // namespace ursa
