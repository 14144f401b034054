// Fuzzes the reader of metadata. The input is text that describes nodes, one a line:
//
//   kernel reqd_work_group_size i32=8 i64=99999999999 null
//   node x @0 self "text
//
// The first word tells what the node is attached to: the kernel, a helper function, a variable, an
// instruction or the module; a line "node" makes one for others to hold. The second is the kind.
// Operands are null, self, "text, iBITS=VALUE, type=half (a value of that type), @kernel (the
// function) and @N, the node of line N. Metadata that the check accepts must not fail later,
// and must not crash LLVM's SPIR-V backend.
#include "compiler/image/lowered_image.h"
#include "compiler/image/target_features.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/split_module.h"
#include "compiler/targets/target.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace {

constexpr const char *kModule = R"(
  target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
  target triple = "spirv64-unknown-unknown"
  @variable = addrspace(1) global i32 0
  define spir_func i32 @helper(i32 %x) noinline {
    %y = add i32 %x, 1
    ret i32 %y
  }
  define spir_kernel void @kernel(ptr addrspace(1) %out, i32 %n) {
    %v = load i32, ptr addrspace(1) @variable
    %s = add i32 %v, %n
    %h = call spir_func i32 @helper(i32 %s)
    store i32 %h, ptr addrspace(1) %out
    ret void
  }
)";

void require(bool condition, const Twine &what) {
  if (condition)
    return;
  errs() << "This does not hold: " << what << ".\n";
  std::abort();
}

/// Errors are sentences about metadata.
bool succeeded(Error error) {
  if (!error)
    return true;
  const std::string text = toString(std::move(error));
  require(StringRef(text).contains("metadata '") && text.back() == '.',
          "an error is a sentence that names the metadata: " + text);
  return false;
}

template <class T> bool succeeded(const Expected<T> &result) = delete;
template <class T> bool succeeded(Expected<T> &&result) {
  return result ? true : succeeded(result.takeError());
}

class Description {
public:
  explicit Description(Module &module)
      : module_(module), context_(module.getContext()), kernel_(*module.getFunction("kernel")),
        helper_(*module.getFunction("helper")) {
    SmallVector<StringRef, 64> kinds;
    context_.getMDKindNames(kinds);
    for (StringRef kind : kinds) // those that LLVM's verifier knows
      fixedKinds_.push_back(kind.str());
  }

  void add(StringRef line) {
    SmallVector<StringRef, 8> words;
    line.split(words, ' ', -1, /*KeepEmpty=*/false);
    if (words.size() < 2)
      return;
    const StringRef place = words[0], kind = words[1];
    MDNode *node = makeNode(ArrayRef(words).drop_front(2));
    nodes_.push_back(node);
    if (place == "module" && !kind.starts_with("llvm."))
      module_.getOrInsertNamedMetadata(kind)->addOperand(node);
    if (is_contained(fixedKinds_, kind.str()))
      return;
    if (place == "kernel")
      kernel_.setMetadata(kind, node);
    else if (place == "helper")
      helper_.setMetadata(kind, node);
    else if (place == "variable")
      module_.getGlobalVariable("variable")->setMetadata(kind, node);
    else if (place == "instruction")
      kernel_.front().front().setMetadata(kind, node);
  }

private:
  MDNode *makeNode(ArrayRef<StringRef> words) {
    SmallVector<Metadata *, 8> operands;
    for (StringRef word : words)
      operands.push_back(makeOperand(word));
    if (!is_contained(words, "self"))
      return MDNode::get(context_, operands);
    MDNode *node = MDNode::getDistinct(context_, operands);
    for (unsigned i = 0; i < words.size(); ++i)
      if (words[i] == "self")
        node->replaceOperandWith(i, node);
    return node;
  }

  Metadata *makeOperand(StringRef word) {
    if (word.consume_front("\""))
      return MDString::get(context_, word);
    if (word == "@kernel")
      return ConstantAsMetadata::get(&kernel_);
    unsigned number = 0;
    if (word.consume_front("@"))
      return word.getAsInteger(10, number) || number >= nodes_.size() ? nullptr : nodes_[number];
    if (word.consume_front("type=")) {
      SMDiagnostic diagnostic;
      Type *type = parseType(word.str(), diagnostic, module_);
      const bool isValue = type && type->isFirstClassType() && !type->isLabelTy() &&
                           !type->isMetadataTy() && !type->isTokenTy() && !type->isTargetExtTy();
      return isValue ? ConstantAsMetadata::get(PoisonValue::get(type)) : nullptr;
    }
    const auto [type, value] = word.split('=');
    APInt bits;
    constexpr unsigned kMaxBits = 128;
    StringRef width = type;
    if (!width.consume_front("i") || width.getAsInteger(10, number) || number == 0 ||
        number > kMaxBits)
      return nullptr;
    const bool isNegative = value.starts_with("-");
    if (value.drop_front(isNegative ? 1 : 0).getAsInteger(10, bits))
      return nullptr;
    bits = bits.zextOrTrunc(number);
    return ConstantAsMetadata::get(ConstantInt::get(context_, isNegative ? -bits : bits));
  }

  Module &module_;
  LLVMContext &context_;
  Function &kernel_;
  Function &helper_;
  std::vector<std::string> fixedKinds_;
  std::vector<MDNode *> nodes_;
};

/// Whether every reader takes the module.
bool readAll(const Module &module) {
  bool all = true;
  for (const Function &function : module) {
    all &= succeeded(ursa::compiler::passes::requiredWorkGroupSize(function));
    all &= succeeded(ursa::compiler::passes::requiredSubGroupSize(function));
    all &= succeeded(ursa::compiler::passes::metadataNumbers(function, "sycl_used_aspects"));
    all &= succeeded(ursa::compiler::passes::moduleIdMetadata(function));
    ursa::compiler::passes::moduleIdOf(function);
    if (!ursa::compiler::passes::isKernel(function))
      continue;
    all &= succeeded(ursa::compiler::passes::omittedArguments(function));
    for (const char *kind : {"kernel_arg_name", "kernel_arg_type", "kernel_arg_base_type"})
      for (unsigned i = 0; i <= function.arg_size(); ++i)
        if (i < function.arg_size() || !function.getMetadata(kind))
          all &= succeeded(ursa::compiler::passes::argumentText(function, kind, i));
  }
  all &= succeeded(ursa::compiler::passes::declaredSpecConstants(module));
  all &= succeeded(ursa::compiler::image::requirementsOf(module));
  return all;
}

/// The backend may refuse the module, also by a fatal error.
void requireNoCrash(Module &module) {
  const pid_t child = fork();
  require(child >= 0, "a process can be started");
  if (child == 0) {
    install_fatal_error_handler([](void *, const char *, bool) { _exit(0); });
    const auto target = cantFail(ursa::compiler::targets::createTarget("spirv64", {}));
    auto code = target->generateCode(module, ursa::format::ConstantMode::Native);
    if (!code)
      consumeError(code.takeError());
    _exit(0);
  }
  int status = 0;
  require(waitpid(child, &status, 0) == child, "the process ends");
  require(WIFEXITED(status), "accepted metadata crashes no backend");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto context = std::make_unique<LLVMContext>();
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseAssemblyString(kModule, diagnostic, *context);
  require(module != nullptr, "the module can be read");
  Description description(*module);
  SmallVector<StringRef, 16> lines;
  StringRef(reinterpret_cast<const char *>(data), size).split(lines, '\n');
  for (StringRef line : lines)
    description.add(line);
  if (verifyModule(*module))
    return 0;

  const bool isAccepted = succeeded(ursa::compiler::passes::checkMetadata(*module));
  const bool isRead = readAll(*module);
  require(isRead || !isAccepted, "what the check accepts can be read");
  if (!isAccepted)
    return 0;
  auto image = ursa::compiler::image::lowerImage(*module, ursa::format::ConstantMode::Native,
                                                 {true, true, true});
  require(static_cast<bool>(image), "an accepted module becomes an image");
  require(static_cast<bool>(ursa::compiler::image::propertyText(image->properties)),
          "its properties have a text");
  requireNoCrash(*module);
  return 0;
}
