// See library_names.h.
#include "compiler/targets/nvptx/library_names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

std::string replaceAll(std::string text, StringRef from, StringRef to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

} // namespace

void renameForLibrary(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || !function.getName().starts_with("_Z"))
      continue;
    const std::string name =
        replaceAll(replaceAll(function.getName().str(), "U3AS4", ""), "U3AS2", "U3AS1");
    if (name == function.getName())
      continue;
    Function *same = module.getFunction(name);
    if (!same) {
      function.setName(name);
    } else if (same->getFunctionType() == function.getFunctionType()) {
      function.replaceAllUsesWith(same);
      function.eraseFromParent();
    }
  }
}

} // namespace ursa::compiler::nvptx
