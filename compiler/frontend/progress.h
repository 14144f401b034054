// Shows how far a compilation of many images is: "[ 12/1000] blur spirv64". On a terminal it is one
// line that changes, elsewhere at most some twenty lines.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstddef>

namespace ursa {

enum class ProgressMode {
  Auto, ///< when there are many images
  On,
  Off,
};

/// Not thread safe. Writes to standard error.
class Progress {
public:
  Progress(ProgressMode mode, std::size_t total);
  /// Takes the changing line away.
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// One more image is done.
  void advance(llvm::StringRef image, llvm::StringRef target);

private:
  bool enabled_ = false;
  bool terminal_ = false;
  std::size_t columns_ = 80; ///< of the terminal
  std::size_t step_ = 1;     ///< a line after so many images, where it is no terminal
  const std::size_t total_;
  std::size_t done_ = 0;
};

} // namespace ursa
