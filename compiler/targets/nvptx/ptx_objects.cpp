// See ptx_objects.h.
#include "compiler/targets/nvptx/ptx_objects.h"

#include "compiler/targets/common/fatal_errors.h"
#include "support/child_process.h"
#include "support/environment.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

constexpr StringLiteral kMagic = "ursacub1";
constexpr std::size_t kAlignment = 8;
constexpr const char *kToolkit = "/usr/local/cuda/bin/ptxas";

void align(std::string &bytes) {
  bytes.resize((bytes.size() + kAlignment - 1) / kAlignment * kAlignment);
}

template <class T> void append(std::string &bytes, T value) {
  char encoded[sizeof(T)];
  llvm::support::endian::write<T>(encoded, value, endianness::little);
  bytes.append(encoded, sizeof(T));
}

bool isObject(StringRef bytes) {
  constexpr std::size_t kMachineAt = 18;
  return bytes.starts_with(StringRef(ELF::ElfMagic, 4)) &&
         bytes.size() >= sizeof(ELF::Elf64_Ehdr) &&
         llvm::support::endian::read16le(bytes.data() + kMachineAt) == ELF::EM_CUDA;
}

Expected<std::string> assemble(const std::string &ptx, unsigned capability,
                               const PtxObjectOptions &options) {
  ChildCall call;
  call.program = options.assembler;
  call.arguments = {"-arch=sm_" + std::to_string(capability), "-", "-o", "/dev/stdout"};
  if (!options.optimize)
    call.arguments.insert(call.arguments.begin(), "-O0");
  call.input = std::as_bytes(std::span(ptx));
  call.keepsEnvironment = true;
  const auto answer = runChild(call);
  if (!answer)
    return createStringError(answer.error().message);
  const std::string what = "The assembler '" + options.assembler + "' made no object for sm_" +
                           std::to_string(capability) + ": ";
  const std::string messages = targets::oneLine(answer->messages);
  if (!answer->problem.empty())
    return createStringError(what + answer->problem + (messages.empty() ? "." : "; ") + messages);
  std::string object(reinterpret_cast<const char *>(answer->output.data()), answer->output.size());
  if (!isObject(object))
    return createStringError(what + "its output of " + Twine(object.size()) +
                             " bytes is no object for a CUDA device.");
  return object;
}

} // namespace

std::string findPtxAssembler() {
  if (const auto named = environmentVariable("URSA_PTXAS"))
    return *named;
  if (auto found = sys::findProgramByName("ptxas"))
    return *found;
  return sys::fs::can_execute(kToolkit) ? kToolkit : "";
}

Expected<std::string> addObjects(const std::string &ptx, const PtxObjectOptions &options) {
  std::string bytes = ptx;
  bytes += '\0';
  align(bytes);
  for (const unsigned capability : options.capabilities) {
    auto object = assemble(ptx, capability, options);
    if (!object)
      return object.takeError();
    bytes += kMagic;
    append<std::uint32_t>(bytes, capability);
    append<std::uint32_t>(bytes, 0);
    append<std::uint64_t>(bytes, object->size());
    bytes += *object;
    align(bytes);
  }
  return bytes;
}

} // namespace ursa::compiler::nvptx
