#include "compiler/targets/host/codegen/machine_code.h"

#include "compiler/targets/host/codegen/compile.h"
#include "compiler/targets/host/codegen/optimize.h"
#include "compiler/targets/host/runtime/runtime_symbols.h"
#include "format/host/machine_image.h"
#include "support/environment.h"

#include "llvm/IR/Module.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <algorithm>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

Error cannotLink(std::string_view reason) {
  return makeError(UR_RESULT_ERROR_PROGRAM_LINK_FAILURE, "The machine code cannot be linked: {}.",
                   reason);
}

/// A temporary folder; the destructor removes it with its contents.
class TemporaryFolder {
public:
  ~TemporaryFolder() {
    if (!path_.empty())
      sys::fs::remove_directories(path_);
  }
  Result<void> make() {
    if (const std::error_code code = sys::fs::createUniqueDirectory("ursa-host", path_))
      return cannotLink("no temporary folder can be created: " + code.message());
    return {};
  }
  std::string file(const char *name) const {
    SmallString<128> path(path_);
    sys::path::append(path, name);
    return std::string(path);
  }

private:
  SmallString<128> path_;
};

Result<void> write(const std::string &path, StringRef bytes) {
  std::error_code code;
  raw_fd_ostream out(path, code);
  if (!code) {
    out << bytes;
    out.close();
    code = out.error();
    out.clear_error(); // otherwise its destructor aborts the process
  }
  return code ? cannotLink("'" + path + "' cannot be written: " + code.message()) : Result<void>();
}

Result<std::string> read(const std::string &path) {
  auto buffer = MemoryBuffer::getFile(path, false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return cannotLink("'" + path + "' cannot be read: " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

/// Returns the undefined symbols of the object in ascending order. Fails if the host does not
/// provide one of them.
Result<std::vector<std::string>> importsOf(MemoryBufferRef object) {
  auto file = object::ObjectFile::createObjectFile(object);
  if (!file)
    return cannotLink(toString(file.takeError()));
  std::vector<std::string> imports;
  for (const object::SymbolRef &symbol : (*file)->symbols()) {
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    if (!flags || !name)
      return cannotLink(toString(flags ? name.takeError() : flags.takeError()));
    if (!(*flags & object::SymbolRef::SF_Undefined) || name->empty() ||
        *name == "_GLOBAL_OFFSET_TABLE_")
      continue;
    if (!runtimeSymbol(name->str()))
      return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
                       "The program uses '{}', which is neither defined in it nor available on the "
                       "host.",
                       name->str());
    imports.push_back(name->str());
  }
  std::ranges::sort(imports);
  return imports;
}

/// Creates an object that defines each import as a jump through its pointer.
Result<std::unique_ptr<MemoryBuffer>> makeStubs(const std::vector<std::string> &imports,
                                                LLVMContext &context, TargetMachine &machine) {
  Module module("imports", context);
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  std::string code = ".text\n";
  for (size_t i = 0; i < imports.size(); ++i)
    code += fmt::format(".globl \"{0}\"\n.hidden \"{0}\"\n.type \"{0}\",@function\n\"{0}\":\n"
                        "  jmpq *.Limports+{1}(%rip)\n",
                        imports[i], i * sizeof(void *));
  code += fmt::format(".bss\n.p2align 3\n.globl {0}\n.type {0},@object\n.size {0},{1}\n{0}:\n"
                      ".Limports:\n  .zero {1}\n",
                      format::host::kMachineImports, imports.size() * sizeof(void *));
  module.setModuleInlineAsm(code);
  return emitObject(module, machine);
}

/// Returns the linker: the variable URSA_LD, or "ld" in $PATH.
Result<std::string> findLinker() {
  const std::string name = environmentVariable("URSA_LD").value_or("ld");
  auto path = sys::findProgramByName(name);
  if (!path)
    return cannotLink("the linker '" + name + "' was not found; install the package binutils");
  return *path;
}

Result<std::string> link(StringRef object, StringRef stubs) {
  URSA_TRY(const std::string linker, findLinker());
  TemporaryFolder folder;
  URSA_CHECK(folder.make());
  std::vector<std::string> command = {
      linker,        "-shared",        "-nostdlib", "--build-id=none",      "-z", "now", "-z",
      "noexecstack", "--no-undefined", "-o",        folder.file("image.so")};
  for (const auto &[name, bytes] :
       {std::pair("kernels.o", object), std::pair("imports.o", stubs)}) {
    if (bytes.empty())
      continue;
    URSA_CHECK(write(folder.file(name), bytes));
    command.push_back(folder.file(name));
  }
  const std::vector<StringRef> words(command.begin(), command.end());
  const std::string messages = folder.file("messages");
  const std::optional<StringRef> redirects[] = {"", messages, messages};
  std::string problem;
  const int status = sys::ExecuteAndWait(linker, words, std::nullopt, redirects, 0, 0, &problem);
  if (status != 0) {
    if (problem.empty())
      if (const Result<std::string> text = read(messages))
        problem = *text;
    return cannotLink(fmt::format("{} ended with status {}: {}", linker, status, problem));
  }
  return read(folder.file("image.so"));
}

std::span<const std::byte> bytesOf(const std::string &text) {
  return {reinterpret_cast<const std::byte *>(text.data()), text.size()};
}

} // namespace

Result<std::string> makeMachineImage(Module &module, const ChosenCpu &cpu, int level) {
  URSA_TRY(const auto machine, makeTargetMachine(cpu, level));
  if (module.getDataLayout() != machine->createDataLayout())
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The host image has the data layout '{}'; '{}' was expected.",
                     module.getDataLayoutStr(),
                     machine->createDataLayout().getStringRepresentation());
  URSA_TRY(Compiled compiled,
           compileModule(module, *machine, {}, level, ObjectUse::Library, cpu.tuneFor));
  format::host::MachineDescription description;
  description.cpu = cpu.spelling;
  description.kernels = std::move(compiled.kernels);
  description.variables = std::move(compiled.variables);
  URSA_TRY(description.imports, importsOf(compiled.object->getMemBufferRef()));
  std::unique_ptr<MemoryBuffer> stubs;
  if (!description.imports.empty()) {
    URSA_TRY(stubs, makeStubs(description.imports, module.getContext(), *machine));
  }
  URSA_TRY(const std::string object,
           link(compiled.object->getBuffer(), stubs ? stubs->getBuffer() : ""));
  const std::vector<std::byte> image =
      format::host::writeMachineImage(bytesOf(object), description);
  return std::string(reinterpret_cast<const char *>(image.data()), image.size());
}

} // namespace ursa::compiler::host
