// Computes the stack usage of machine code from the frame size of each function, which LLVM reports
// during code generation, and the call graph. The adapter checks it before it runs a kernel on a
// thread of the application.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::host {

class StackUsage {
public:
  /// Records the call graph of a module, and makes LLVM report the frame sizes of its functions.
  explicit StackUsage(llvm::Module &module);

  /// Calls @p emit, which generates machine code of the module, and records the frame sizes.
  /// Forwards other diagnostics to the previous handler.
  void collect(const std::function<void()> &emit);

  /// Returns the maximum stack usage of a call in bytes, excluding functions outside of the module;
  /// kUnknownStack if the function recurses or calls through a pointer.
  uint64_t of(const std::string &function) const;

private:
  struct Usage {
    std::vector<std::string> callees;
    bool callsPointer = false;
    uint64_t frame = 0;
  };
  uint64_t need(const std::string &name, std::map<std::string, uint64_t> &known) const;

  llvm::Module &module_;
  std::map<std::string, Usage> functions_; ///< the functions that the module defines
};

} // namespace ursa::compiler::host
