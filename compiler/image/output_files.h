// Output files that appear whole, all together, or not at all.
//
// A file that replaces another is written beside it and takes its name in commit(); a new one is
// written in place, which is quicker where there are thousands. What was not committed is removed.
// Destinations that are no files, as /dev/stdout or a pipe, are written in place, because nothing
// may take their names. A symbolic link is followed, and a file that is replaced keeps its mode.
// What was not committed is removed as well when a signal ends the process (signal_cleanup.h), or
// std::quick_exit, as tools do when LLVM gives up.
#pragma once

#include "compiler/image/signal_cleanup.h"

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
  /// the file, and leaves nothing of it; also when the file was added before.
  llvm::Error add(const std::string &path, llvm::StringRef bytes);

  /// Gives the files their names, in the order in which they were added: what a table names is
  /// there before the table is.
  llvm::Error commit();

private:
  struct Pending {
    std::string path;
    std::string target;    ///< the file that the path leads to through symbolic links
    std::string temporary; ///< empty for a new file
    CleanupEntry cleanup;
  };
  llvm::Error replace(const std::string &path, llvm::StringRef bytes);
  void remove(std::size_t renamed);

  std::vector<Pending> pending_;
  std::string standardOutput_;
};

/// One file that appears whole or not at all.
llvm::Error writeOutput(const std::string &path, llvm::StringRef bytes);

} // namespace ursa
