// Shows the progress of compiling many images: "[ 12/1000] blur spirv64". On a terminal it updates
// one line, elsewhere it prints at most about twenty lines.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstddef>

namespace ursa::compiler::frontend {

enum class ProgressMode {
  Auto, ///< on if there are many images
  On,
  Off,
};

/// Not thread safe. Writes to standard error.
class Progress {
public:
  Progress(ProgressMode mode, std::size_t total);
  /// Erases the progress line.
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Records that an image is compiled.
  void advance(llvm::StringRef image, llvm::StringRef target);

private:
  bool enabled_ = false;
  bool terminal_ = false;
  std::size_t columns_ = 80; ///< width of the terminal
  std::size_t step_ = 1;     ///< images per line if standard error is not a terminal
  const std::size_t total_;
  std::size_t done_ = 0;
};

} // namespace ursa::compiler::frontend
