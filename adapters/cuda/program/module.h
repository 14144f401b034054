// CUDA modules: code that is loaded into a context, and the driver's linker.
#pragma once

#include "adapters/cuda/driver/native_context.h"
#include "adapters/cuda/program/code.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::cuda {

class OffsetForms;

/// Attributes of a function, as the driver reports them.
struct FunctionFacts {
  CUfunction handle = nullptr;
  /// The form that takes a global offset; null if there is none, or if the module leaves it.
  CUfunction withOffset = nullptr;
  bool leavesOffsetForm = false;
  size_t maxGroupSize = 0;       ///< work-items
  size_t suggestedGroupSize = 0; ///< work-items
  size_t localBytes = 0;         ///< local memory of the kernel's own variables
  size_t privateBytes = 0;       ///< private memory of a work-item
  size_t registers = 0;          ///< of a work-item
};

/// The functions of a module that were looked up, because the driver takes long. Thread safe.
class KnownFunctions {
public:
  std::optional<FunctionFacts> find(const std::string &name) const {
    const std::lock_guard guard(mutex_);
    const auto found = functions_.find(name);
    return found == functions_.end() ? std::optional<FunctionFacts>() : found->second;
  }
  void add(const std::string &name, const FunctionFacts &facts) {
    const std::lock_guard guard(mutex_);
    functions_.emplace(name, facts);
  }

private:
  mutable std::mutex mutex_; ///< guards functions_
  std::map<std::string, FunctionFacts> functions_;
};

/// A module of one context. Unloaded when no command uses it any more.
struct Module {
  NativeContext &native;
  const CUmodule handle;
  const bool isOwned;
  const CodePointer code; ///< null if it is not known
  /// Null if the module contains all forms of its kernels.
  const std::shared_ptr<OffsetForms> offsetForms = nullptr;
  mutable KnownFunctions functions = {};

  ~Module();
};
using ModulePointer = std::shared_ptr<const Module>;

/// The options of a build that the driver has.
struct BuildOptions {
  unsigned optimization = 4;
  std::string notes; ///< a warning for each option that is ignored, as lines

  static BuildOptions parse(std::string_view text);
};

/// Loads code into a context, and compiles it if it is PTX.
/// @param log gets the compiler's messages appended, also on failure
/// @param offsetForms of the module
/// Errors: UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE; the sentence ends with the log.
Result<ModulePointer> loadModule(NativeContext &native, const CodePointer &code,
                                 const BuildOptions &options, std::string &log,
                                 std::shared_ptr<OffsetForms> offsetForms = nullptr);

/// Links code to a CUBIN for the device of a context. With one code it checks whether it
/// compiles.
/// @param isComplete false: references to code of other programs may be left
/// Errors: UR_RESULT_ERROR_PROGRAM_LINK_FAILURE; the sentence ends with the log.
Result<std::vector<std::byte>> linkCode(NativeContext &native, std::span<const CodePointer> codes,
                                        const BuildOptions &options, bool isComplete,
                                        std::string &log);

} // namespace ursa::cuda
