// Modules of the driver: code that is loaded into a context, and the driver's linker.
#pragma once

#include "adapters/cuda/code.h"
#include "adapters/cuda/native_context.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::cuda {

class OffsetForms;

/// A module of one context. Unloaded when no command uses it any more.
struct Module {
  NativeContext &native;
  const CUmodule handle;
  const bool isOwned;
  const CodePointer code; ///< null if it is not known
  /// Null if the module contains all forms of its kernels.
  const std::shared_ptr<OffsetForms> offsetForms = nullptr;

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
/// @param log what the compiler reported is appended, also on failure
/// @param offsetForms of the module
/// Errors: UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE; the sentence ends with the log.
Result<ModulePointer> loadModule(NativeContext &native, const CodePointer &code,
                                 const BuildOptions &options, std::string &log,
                                 std::shared_ptr<OffsetForms> offsetForms = nullptr);

/// Links code to an object for the device of a context. With one code it checks whether it
/// compiles.
/// @param isComplete false: references to code of other programs may be left
/// Errors: UR_RESULT_ERROR_PROGRAM_LINK_FAILURE; the sentence ends with the log.
Result<std::vector<std::byte>> linkCode(NativeContext &native, std::span<const CodePointer> codes,
                                        const BuildOptions &options, bool isComplete,
                                        std::string &log);

} // namespace ursa::cuda
