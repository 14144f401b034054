#include "core/spirv/linker.h"

#include <spirv-tools/linker.hpp>

namespace ursa::spirv {

Result<std::vector<uint32_t>> linkModules(const std::vector<std::vector<uint32_t>> &modules) {
  std::string messages;
  spvtools::Context context(SPV_ENV_OPENCL_2_2);
  context.SetMessageConsumer(
      [&](spv_message_level_t level, const char *, const spv_position_t &, const char *message) {
        if (level <= SPV_MSG_ERROR)
          messages += fmt::format("{}{}", messages.empty() ? "" : "; ", message);
      });
  spvtools::LinkerOptions options;
  options.SetCreateLibrary(false);
  std::vector<uint32_t> linked;
  if (spvtools::Link(context, modules, &linked, options) != SPV_SUCCESS)
    return makeError(UR_RESULT_ERROR_PROGRAM_LINK_FAILURE, "{} SPIR-V modules were not linked: {}.",
                     modules.size(), messages.empty() ? "no reason was given" : messages);
  return linked;
}

} // namespace ursa::spirv
