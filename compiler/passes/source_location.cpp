// See source_location.h.
#include "compiler/passes/source_location.h"

#include "support/readable_names.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

/// The prefix of the function that clang outlines the body of a kernel into, so that kernels can
/// call kernels.
constexpr StringLiteral kKernelBody = "__clang_ocl_kern_imp_";

} // namespace

std::string sourceLocation(const Instruction &instruction) {
  const DebugLoc &location = instruction.getDebugLoc();
  if (!location || location.getLine() == 0)
    return "";
  return (cast<DIScope>(location.getScope())->getFilename() + ":" + Twine(location.getLine()) +
          ":" + Twine(location.getCol()) + ": ")
      .str();
}

void eraseSourceAttributes(Module &module) {
  for (Function &function : module)
    function.removeFnAttr(kSourceAttribute);
  for (GlobalVariable &variable : module.globals())
    variable.setAttributes(
        variable.getAttributes().removeAttribute(module.getContext(), kSourceAttribute));
}

std::string sourceLocation(const Function &function) {
  if (const Attribute place = function.getFnAttribute(kSourceAttribute); place.isValid())
    return (place.getValueAsString() + ": ").str();
  const DISubprogram *subprogram = function.getSubprogram();
  if (!subprogram || subprogram->getLine() == 0)
    return "";
  return (subprogram->getFilename() + ":" + Twine(subprogram->getLine()) + ": ").str();
}

std::string readableFunctionName(StringRef name) {
  name.consume_front(kKernelBody);
  const StringRef mangled =
      name.starts_with("_Z") ? name.take_front(name.find(kTranslationUnit)) : name;
  const std::string readable = demangle(std::string_view(mangled.data(), mangled.size()));
  StringRef type = readable;
  (void)type.consume_front("typeinfo name for ");
  return type.str();
}

std::string sourceName(const Function &function) {
  StringRef name = function.getName();
  name.consume_front(kKernelBody);
  return name.str();
}

} // namespace ursa::compiler::passes
