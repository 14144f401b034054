#include "spirv/translator.h"

#include "support/child_process.h"
#include "support/code_identity.h"
#include "support/environment.h"

#include <algorithm>
#include <unistd.h>

namespace ursa::spirv {
namespace {

constexpr size_t kMostMessageBytes = 2000;

// Returns the beginning of the translator's messages on one line, without unprintable characters.
std::string readable(std::string messages) {
  messages.resize(std::min(messages.size(), kMostMessageBytes));
  for (char &character : messages)
    if (static_cast<unsigned char>(character) < ' ')
      character = ' ';
  while (messages.ends_with(' '))
    messages.pop_back();
  return messages.empty() ? "it printed no message" : messages;
}

} // namespace

std::string translatorPath() {
  const std::string path = environmentVariable("URSA_LLVM_SPIRV").value_or(URSA_LLVM_SPIRV);
  return access(path.c_str(), X_OK) == 0 ? path : "";
}

std::string translatorIdentity() {
  const std::string program = translatorPath();
  return program.empty() ? "" : programIdentity(program, /*keepsEnvironment=*/false);
}

Result<std::vector<std::byte>> toBitcode(std::span<const uint32_t> words) {
  const std::string program = translatorPath();
  if (program.empty())
    return Error{UR_RESULT_ERROR_COMPILER_NOT_AVAILABLE,
                 "SPIR-V programs need the program llvm-spirv-15, of the package of that name; it "
                 "is not installed where URSA_LLVM_SPIRV or the build says."};
  URSA_TRY(ChildAnswer child,
           runChild({program, {"-r", "/dev/stdin", "-o", "-"}, std::as_bytes(words)}));
  if (!child.problem.empty() || child.output.empty())
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                     "The SPIR-V translator rejected the program: {}; {}.",
                     child.problem.empty() ? "it wrote nothing" : child.problem,
                     readable(std::move(child.messages)));
  return std::move(child.output);
}

} // namespace ursa::spirv
