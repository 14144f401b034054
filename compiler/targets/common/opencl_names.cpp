// See opencl_names.h.
#include "compiler/targets/common/opencl_names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <cstdlib>
#include <memory>

using namespace llvm;

namespace ursa {

StringRef openclBaseName(StringRef name) {
  StringRef rest = name;
  unsigned length = 0;
  if (!rest.consume_front("_Z") || rest.consumeInteger(10, length) || length > rest.size())
    return name;
  return rest.take_front(length);
}

std::string openclSignature(StringRef name) {
  std::unique_ptr<char, decltype(&std::free)> demangled(
      itaniumDemangle(std::string_view(name.data(), name.size())), &std::free);
  if (!demangled)
    return {};
  // The demangler writes an address space as a qualifier: "float const AS1*".
  std::string result;
  StringRef text(demangled.get());
  while (!text.empty()) {
    auto [before, after] = text.split(" AS");
    result += before;
    if (before.size() == text.size())
      break;
    StringRef tail = after.drop_while(isDigit);
    if (tail.size() == after.size())
      result += " AS";
    text = tail;
  }
  return result;
}

} // namespace ursa
