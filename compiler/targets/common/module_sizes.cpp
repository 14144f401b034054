#include "compiler/targets/common/module_sizes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

#include <cstdint>

using namespace llvm;

namespace ursa::compiler::targets {
namespace {

constexpr std::uint64_t kMostElements = 65'536;
constexpr std::uint64_t kMostVectorElements = 4'096; // LLVM's own types have up to 2,048
constexpr std::uint64_t kMostBits = 4'096;
constexpr std::uint64_t kMostDataBytes = std::uint64_t{256} << 20;
// Of all instructions together; most have one element each.
constexpr std::uint64_t kPlainElements = std::uint64_t{1} << 20;
constexpr std::uint64_t kElementsOfEach = 64;

class Sizes {
public:
  std::string reason(const Module &module) {
    std::uint64_t data = 0;
    for (const GlobalVariable &variable : module.globals())
      if (std::string why = addVariable(module.getDataLayout(), variable, data); !why.empty())
        return why;
    std::uint64_t elements = 0, instructions = 0;
    for (const Function &function : module) {
      for (const Argument &argument : function.args())
        if (std::string why = check(argument.getType(), function); !why.empty())
          return why;
      for (const Instruction &instruction : llvm::instructions(function)) {
        ++instructions;
        elements = SaturatingAdd(elements, elementsOf(instruction.getType()));
        if (std::string why = check(instruction.getType(), function); !why.empty())
          return why;
        for (const Use &operand : instruction.operands())
          if (std::string why = check(operand->getType(), function); !why.empty())
            return why;
      }
    }
    if (elements > kPlainElements + kElementsOfEach * instructions)
      return ("The values of " + Twine(instructions) + " instructions have " + Twine(elements) +
              " elements.")
          .str();
    return "";
  }

private:
  static std::string addVariable(const DataLayout &layout, const GlobalVariable &variable,
                                 std::uint64_t &data) {
    if (!variable.hasInitializer() || !variable.getValueType()->isSized())
      return "";
    const Constant *value = variable.getInitializer();
    const bool hasData = variable.isConstant() || !(value->isNullValue() || isa<UndefValue>(value));
    const std::uint64_t bytes =
        hasData ? layout.getTypeAllocSize(variable.getValueType()).getKnownMinValue() : 0;
    data = SaturatingAdd(data, bytes);
    data = SaturatingAdd(data, variable.getAlign().valueOrOne().value());
    if (data <= kMostDataBytes)
      return "";
    return ("Variable '" + variable.getName() + "' has " + Twine(bytes) +
            " bytes and an alignment of " + Twine(variable.getAlign().valueOrOne().value()) +
            "; all variables together may have " + Twine(kMostDataBytes) + ".")
        .str();
  }

  std::string check(Type *type, const Function &function) {
    if (type == checked_)
      return "";
    const auto refuse = [&](const char *what, std::uint64_t size, std::uint64_t most) {
      return ("A value in function '" + function.getName() + "' has " + Twine(size) + " " + what +
              "; at most " + Twine(most) + " are supported.")
          .str();
    };
    if (const std::uint64_t elements = elementsOf(type);
        elements > (type->isVectorTy() ? kMostVectorElements : kMostElements))
      return refuse("elements", elements, type->isVectorTy() ? kMostVectorElements : kMostElements);
    const Type *scalar = type->getScalarType();
    if (scalar->isIntegerTy() && scalar->getIntegerBitWidth() > kMostBits)
      return refuse("bits", scalar->getIntegerBitWidth(), kMostBits);
    checked_ = type;
    return "";
  }

  std::uint64_t elementsOf(Type *type) {
    if (!type->isAggregateType() && !type->isVectorTy())
      return 1;
    if (const auto found = elements_.find(type); found != elements_.end())
      return found->second;
    std::uint64_t elements = 0;
    if (auto *vector = dyn_cast<VectorType>(type))
      elements = vector->getElementCount().getKnownMinValue();
    else if (auto *array = dyn_cast<ArrayType>(type))
      elements = SaturatingMultiply(array->getNumElements(), elementsOf(array->getElementType()));
    else
      for (Type *member : cast<StructType>(type)->elements())
        elements = SaturatingAdd(elements, elementsOf(member));
    return elements_[type] = elements;
  }

  DenseMap<const Type *, std::uint64_t> elements_;
  const Type *checked_ = nullptr; ///< the last that is no reason
};

} // namespace

std::string reasonOfSize(const Module &module) { return Sizes().reason(module); }

} // namespace ursa::compiler::targets
