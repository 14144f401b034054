// Loads a relocatable ELF object for x86-64 into the process, without LLVM. The objects come from
// LLVM's code generator (small code model, position-independent) and refer to functions of
// runtime_symbols.h.
#pragma once

#include "support/result.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace ursa::compiler::host {

/// Returns whether the bytes begin like a relocatable ELF object.
bool isRelocatableObject(std::span<const std::byte> bytes);

/// Machine code in memory. No page is writable and executable at once. The destructor unmaps the
/// code, which must not be running.
class LoadedObject {
public:
  /// Returns the address of an external function; null if there is none of that name.
  using Resolve = std::function<void *(const std::string &name)>;

  /// Loads the sections that a program needs at run time. Headers, indices and offsets in the bytes
  /// are checked. @p object may be followed by other bytes.
  /// Errors: UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE with a sentence.
  static Result<std::unique_ptr<LoadedObject>> load(std::span<const std::byte> object,
                                                    const Resolve &resolve);
  ~LoadedObject();
  LoadedObject(const LoadedObject &) = delete;
  LoadedObject &operator=(const LoadedObject &) = delete;

  /// Returns the address of a global symbol that the object defines; null if there is none.
  void *address(const std::string &symbol) const;

private:
  LoadedObject(std::byte *memory, size_t size) : memory_(memory), size_(size) {}

  std::byte *const memory_;
  const size_t size_;
  std::map<std::string, void *, std::less<>> symbols_;
};

} // namespace ursa::compiler::host
