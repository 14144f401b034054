// Last stage: loads an object into memory. Each program has its own ORC session, so that programs
// share no lock and a destroyed program leaves nothing behind.
#pragma once

#include "core/support/result.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
}

namespace ursa::jit {

class LoadedCode {
public:
  /// Loads the object. It may refer only to functions of runtimeSymbol(); any other undefined
  /// symbol is UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE with its name.
  static Result<std::unique_ptr<LoadedCode>> load(std::unique_ptr<llvm::MemoryBuffer> object);

  /// Frees the code, which must not be running.
  ~LoadedCode();
  LoadedCode(const LoadedCode &) = delete;
  LoadedCode &operator=(const LoadedCode &) = delete;

  /// Returns the address of a function that the object defines.
  Result<void *> address(const std::string &symbol);

private:
  struct Session;
  explicit LoadedCode(std::unique_ptr<Session> session);
  std::unique_ptr<Session> session_;
};

} // namespace ursa::jit
