// How much stack machine code needs: LLVM tells the frame of each function when it makes code, and
// the calls between functions are known before. The adapter asks before it runs a kernel on a
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

namespace ursa::jit {

class StackUsage {
public:
  /// Notes the calls of a module, and has LLVM report the frames of its functions.
  explicit StackUsage(llvm::Module &module);

  /// Calls @p emit, which makes machine code of the module, and notes the frames. Other diagnostics
  /// go where they would have gone.
  void collect(const std::function<void()> &emit);

  /// Bytes of stack that a call of a function takes at most, without those of functions outside of
  /// the module; kUnknownStack when it recurses or calls through a pointer.
  uint64_t of(const std::string &function) const;

private:
  struct Function {
    std::vector<std::string> callees;
    bool callsPointer = false;
    uint64_t frame = 0;
  };
  uint64_t need(const std::string &name, std::map<std::string, uint64_t> &known) const;

  llvm::Module &module_;
  std::map<std::string, Function> functions_; ///< those that the module defines
};

} // namespace ursa::jit
