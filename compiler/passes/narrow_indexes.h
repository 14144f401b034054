// Keeps indexes of type int narrow while code is optimized. Where 64-bit integers are as fast,
// passes compute such indexes with 64 bits and cut them again; what says that they do not overflow
// gets lost, and with it how an index grows from work-item to work-item.
#pragma once

#include "llvm/IR/Module.h"

#include <string>

namespace ursa::compiler::passes {

/// Returns a data layout in which 64-bit integers do not count as native.
inline std::string layoutForNarrowIndexes(llvm::StringRef layout) {
  constexpr llvm::StringRef kWide = "-n8:16:32:64";
  std::string narrow = layout.str();
  if (const size_t place = narrow.find(kWide); place != std::string::npos)
    narrow.replace(place, kWide.size(), "-n8:16:32");
  return narrow;
}

/// A module has such a layout while this lives.
class NarrowIndexes {
public:
  explicit NarrowIndexes(llvm::Module &module)
      : module_(module), layout_(module.getDataLayoutStr()) {
    module.setDataLayout(layoutForNarrowIndexes(layout_));
  }
  ~NarrowIndexes() { module_.setDataLayout(layout_); }
  NarrowIndexes(const NarrowIndexes &) = delete;
  NarrowIndexes &operator=(const NarrowIndexes &) = delete;

private:
  llvm::Module &module_;
  const std::string layout_;
};

} // namespace ursa::compiler::passes
