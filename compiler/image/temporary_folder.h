// A folder for the temporary files of a tool.
#pragma once

#include "support/signal_cleanup.h"

#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace ursa::compiler::image {

/// A folder for temporary files. The destructor removes it with its contents.
class TemporaryFolder {
public:
  static llvm::Expected<TemporaryFolder> create();
  TemporaryFolder(TemporaryFolder &&) = default;
  TemporaryFolder &operator=(TemporaryFolder &&) = delete;
  ~TemporaryFolder();

  const std::string &path() const { return path_; }

private:
  TemporaryFolder(std::string path, CleanupEntry entry)
      : path_(std::move(path)), entry_(std::move(entry)) {}

  std::string path_; ///< empty after a move
  CleanupEntry entry_;
};

} // namespace ursa::compiler::image
