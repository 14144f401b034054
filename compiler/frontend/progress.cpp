// See progress.h.
#include "compiler/frontend/progress.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

/// The minimum numbers of images for progress in mode Auto, and the maximum number of lines.
constexpr std::size_t kMinImagesOnTerminal = 8;
constexpr std::size_t kMinImages = 100;
constexpr std::size_t kMaxLines = 20;

} // namespace

Progress::Progress(ProgressMode mode, std::size_t total)
    : terminal_(sys::Process::StandardErrIsDisplayed()), total_(total) {
  enabled_ = mode == ProgressMode::On || (mode == ProgressMode::Auto &&
                                          total >= (terminal_ ? kMinImagesOnTerminal : kMinImages));
  if (const unsigned columns = sys::Process::StandardErrColumns(); columns > 0)
    columns_ = columns;
  step_ = std::max<std::size_t>(1, (total + kMaxLines - 1) / kMaxLines);
}

Progress::~Progress() {
  if (enabled_ && terminal_)
    errs() << "\r\033[K";
}

void Progress::advance(StringRef image, StringRef target) {
  if (!enabled_)
    return;
  ++done_;
  if (!terminal_ && done_ % step_ != 0 && done_ != total_)
    return;
  const std::string total = std::to_string(total_);
  std::string count = std::to_string(done_);
  count.insert(0, total.size() - count.size(), ' ');
  std::string line = "[" + count + "/" + total + "] " + image.str() + " " + target.str();
  if (!terminal_) {
    errs() << line << "\n";
    return;
  }
  if (line.size() >= columns_)
    line.resize(columns_ - 1);
  errs() << "\r" << line << "\033[K";
}

} // namespace ursa::compiler::frontend
