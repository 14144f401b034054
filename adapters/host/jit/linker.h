// Last stage: an object becomes code in memory. Each program has an ORC session of its own, so that
// programs share no lock and one that is destroyed leaves nothing behind.
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
  /// Loads the object. It may refer to runtimeSymbol() functions and to nothing else of the
  /// process; an undefined symbol gives UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE with its name.
  static Result<std::unique_ptr<LoadedCode>> load(std::unique_ptr<llvm::MemoryBuffer> object);

  /// Frees the code, which must not be running.
  ~LoadedCode();
  LoadedCode(const LoadedCode &) = delete;
  LoadedCode &operator=(const LoadedCode &) = delete;

  /// The address of a function that the object defines.
  Result<void *> address(const std::string &symbol);

private:
  struct Session;
  explicit LoadedCode(std::unique_ptr<Session> session);
  std::unique_ptr<Session> session_;
};

} // namespace ursa::jit
