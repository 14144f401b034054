// See names.h.
#include "compiler/builtins/names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DerivedTypes.h"

#include <cstdlib>
#include <memory>

using namespace llvm;

namespace ursa::compiler::builtins {

StringRef baseName(StringRef name) {
  StringRef rest = name;
  unsigned length = 0;
  if (!rest.consume_front("_Z") || rest.consumeInteger(10, length) || length > rest.size())
    return name;
  return rest.take_front(length);
}

StringRef parameterTypes(StringRef name) {
  return name.drop_front(static_cast<std::size_t>(baseName(name).end() - name.begin()));
}

std::string mangledName(StringRef base, StringRef parameterTypes) {
  return ("_Z" + Twine(base.size()) + base + parameterTypes).str();
}

std::string privateOverload(StringRef name) {
  const auto [before, after] = name.split("PU3AS");
  return after.empty() ? name.str() : (before + "P" + after.drop_front()).str();
}

std::string signature(StringRef name) {
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

Type *ValueType::type(LLVMContext &context) const {
  if (kind == Other)
    return nullptr;
  Type *element = kind != Float ? Type::getIntNTy(context, bits)
                  : bits == 16  ? Type::getHalfTy(context)
                  : bits == 32  ? Type::getFloatTy(context)
                                : Type::getDoubleTy(context);
  return elements == 1 ? element : FixedVectorType::get(element, elements);
}

ValueType valueType(StringRef name) {
  constexpr unsigned kMostElements = 16;
  StringRef text = parameterTypes(name);
  while (text.consume_front("P") || text.consume_front("V") || text.consume_front("K") ||
         text.starts_with("U")) {
    unsigned length = 0;
    if (text.consume_front("U")) { // a qualifier: "3AS1", "7_Atomic"
      if (text.consumeInteger(10, length) || length > text.size())
        return {};
      text = text.drop_front(length);
    }
  }
  unsigned elements = 1;
  if (text.consume_front("Dv") && (text.consumeInteger(10, elements) || !text.consume_front("_")))
    return {};
  ValueType type = StringSwitch<ValueType>(text)
                       .StartsWith("Dh", {ValueType::Float, 16})
                       .StartsWith("DF16_", {ValueType::Float, 16})
                       .StartsWith("f", {ValueType::Float, 32})
                       .StartsWith("d", {ValueType::Float, 64})
                       .StartsWith("c", {ValueType::Signed, 8})
                       .StartsWith("a", {ValueType::Signed, 8})
                       .StartsWith("h", {ValueType::Unsigned, 8})
                       .StartsWith("s", {ValueType::Signed, 16})
                       .StartsWith("t", {ValueType::Unsigned, 16})
                       .StartsWith("i", {ValueType::Signed, 32})
                       .StartsWith("j", {ValueType::Unsigned, 32})
                       .StartsWith("l", {ValueType::Signed, 64})
                       .StartsWith("x", {ValueType::Signed, 64})
                       .StartsWith("m", {ValueType::Unsigned, 64})
                       .StartsWith("y", {ValueType::Unsigned, 64})
                       .Default({});
  if (elements == 0 || elements > kMostElements)
    return {};
  type.elements = elements;
  return type;
}

} // namespace ursa::compiler::builtins
