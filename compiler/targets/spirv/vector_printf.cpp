// See vector_printf.h.
#include "compiler/targets/spirv/vector_printf.h"

#include "compiler/builtins/builtin.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <optional>
#include <string>

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

constexpr unsigned kFloatsPerVector = 4; ///< a vector register of every processor holds as many

/// A conversion specification of a format: "%-8.3v4hld".
struct FormatConversion {
  StringRef text;  ///< all of it, from '%' on
  StringRef flags; ///< flags, width and precision
  bool isVector = false;
  StringRef lengthModifier; ///< "hh", "h", "hl", "l" or ""
  char specifier = 0;

  bool isFloat() const { return StringRef("aAeEfFgG").contains(specifier); }
  bool isSigned() const { return specifier == 'd' || specifier == 'i'; }
};

/// Reads the conversion at the '%' that @p format begins with, and removes it from @p format.
std::optional<FormatConversion> readFormatConversion(StringRef &format) {
  FormatConversion conversion;
  StringRef rest = format.drop_front();
  const std::size_t flagsEnd = std::min(rest.find_first_not_of("-+ #.0123456789"), rest.size());
  conversion.flags = rest.take_front(flagsEnd);
  rest = rest.drop_front(flagsEnd);
  conversion.isVector = rest.consume_front("v");
  if (unsigned count = 0; conversion.isVector && rest.consumeInteger(10, count))
    return std::nullopt;
  conversion.lengthModifier = rest.take_while([](char c) { return c == 'h' || c == 'l'; });
  rest = rest.drop_front(conversion.lengthModifier.size());
  const StringRef specifiers = conversion.isVector ? "diouxXaAeEfFgG" : "diouxXaAeEfFgGcsp%";
  if (rest.empty() || !specifiers.contains(rest.front()))
    return std::nullopt;
  conversion.specifier = rest.front();
  rest = rest.drop_front();
  conversion.text = format.drop_back(rest.size());
  format = rest;
  return conversion;
}

/// Makes the format and the arguments of a call without vectors that devices print wrongly.
class VectorPrintfSplitter {
public:
  explicit VectorPrintfSplitter(CallInst &call) : builder_(&call), call_(call) {}

  /// Returns whether the format and the arguments match. Adds instructions only in that case.
  bool parse(StringRef format) {
    unsigned argument = 1;
    while (!format.empty()) {
      const StringRef plain = format.take_until([](char c) { return c == '%'; });
      pieces_.push_back({plain, std::nullopt, nullptr});
      format = format.drop_front(plain.size());
      if (format.empty())
        break;
      const auto conversion = readFormatConversion(format);
      if (!conversion)
        return false;
      if (conversion->specifier == '%') {
        pieces_.push_back({conversion->text, std::nullopt, nullptr});
        continue;
      }
      if (argument == call_.arg_size())
        return false;
      Value *value = call_.getArgOperand(argument++);
      auto *vector = dyn_cast<FixedVectorType>(value->getType());
      if (conversion->isVector != (vector != nullptr) ||
          (vector && vector->getElementType()->isFloatingPointTy() != conversion->isFloat()))
        return false;
      hasVector_ |= conversion->isVector;
      pieces_.push_back({conversion->text, conversion, value});
    }
    return hasVector_ && argument == call_.arg_size();
  }

  void rewrite() {
    arguments_.push_back(nullptr);
    for (const Piece &piece : pieces_) {
      if (piece.conversion && piece.conversion->isVector) {
        addVector(*piece.conversion, piece.value);
        continue;
      }
      format_ += piece.text;
      if (piece.conversion)
        arguments_.push_back(piece.value);
    }
    replaceCall();
  }

private:
  struct Piece {
    StringRef text;
    std::optional<FormatConversion> conversion; ///< none for plain text
    Value *value;                               ///< its argument
  };

  void addVector(const FormatConversion &conversion, Value *value) {
    Type *element = value->getType()->getScalarType();
    const unsigned count = cast<FixedVectorType>(value->getType())->getNumElements();
    if (element->isHalfTy()) {
      value = extendHalves(value, count);
      element = builder_.getFloatTy();
    }
    if (element->isFloatTy())
      addFloats(conversion, value, count);
    else
      for (unsigned i = 0; i < count; ++i)
        addScalar(conversion, builder_.CreateExtractElement(value, i), i != 0);
  }

  /// Extends each element by itself: PoCL 3.1 lacks conversions of half vectors.
  Value *extendHalves(Value *halves, unsigned count) {
    Type *type = builder_.getFloatTy();
    Value *floats = PoisonValue::get(FixedVectorType::get(type, count));
    for (unsigned i = 0; i < count; ++i)
      floats = builder_.CreateInsertElement(
          floats, builder_.CreateFPExt(builder_.CreateExtractElement(halves, i), type), i);
    return floats;
  }

  void addFloats(const FormatConversion &conversion, Value *vector, unsigned count) {
    for (unsigned begin = 0; begin < count; begin += kFloatsPerVector) {
      const unsigned end = std::min(count, begin + kFloatsPerVector);
      Value *part = vector;
      if (count > kFloatsPerVector)
        part = builder_.CreateShuffleVector(vector, to_vector<4>(seq(int(begin), int(end))));
      addConversion(conversion, "v" + std::to_string(end - begin) + "hl", begin != 0);
      arguments_.push_back(part);
    }
  }

  void addScalar(const FormatConversion &conversion, Value *value, bool follows) {
    std::string modifier;
    if (value->getType()->isIntegerTy()) {
      if (conversion.lengthModifier == "hh" || conversion.lengthModifier == "h")
        modifier = conversion.lengthModifier.str();
      if (value->getType()->getIntegerBitWidth() > 32)
        modifier = "l";
      else
        value = builder_.CreateIntCast(value, builder_.getInt32Ty(), conversion.isSigned());
    }
    addConversion(conversion, modifier, follows);
    arguments_.push_back(value);
  }

  void addConversion(const FormatConversion &conversion, const std::string &modifier,
                     bool follows) {
    format_ += follows ? ",%" : "%";
    format_ += conversion.flags;
    format_ += modifier;
    format_ += conversion.specifier;
  }

  void replaceCall() {
    Module &module = *call_.getModule();
    auto *formatType = cast<PointerType>(call_.getArgOperand(0)->getType());
    auto *text = ConstantDataArray::getString(module.getContext(), format_);
    auto *variable = new GlobalVariable(module, text->getType(), true, GlobalValue::PrivateLinkage,
                                        text, "printf.format", nullptr, GlobalValue::NotThreadLocal,
                                        formatType->getAddressSpace());
    variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    variable->setAlignment(Align(1));
    arguments_[0] = variable;
    FunctionCallee callee(call_.getFunctionType(), call_.getCalledFunction());
    if (!callee.getFunctionType()->isVarArg())
      // SYCL's __spirv_ocl_printf is a template, with one function for each list of types.
      callee = module.getOrInsertFunction(
          "_Z18__spirv_ocl_printfPU3AS2Kcz",
          FunctionType::get(call_.getType(), {formatType}, /*isVarArg=*/true));
    CallInst *call = builder_.CreateCall(callee, arguments_);
    call->setCallingConv(call_.getCallingConv());
    call->takeName(&call_);
    call_.replaceAllUsesWith(call);
    call_.eraseFromParent();
  }

  IRBuilder<> builder_;
  CallInst &call_;
  bool hasVector_ = false;
  SmallVector<Piece, 16> pieces_;
  std::string format_;
  SmallVector<Value *, 16> arguments_;
};

bool isPrintfDeclaration(const Function &function) {
  return function.isDeclaration() && builtins::describeAs<builtins::Printf>(function.getName());
}

} // namespace

PreservedAnalyses SpirvVectorPrintfPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<CallInst *, 16> calls;
  for (Function &function : module)
    if (isPrintfDeclaration(function))
      for (User *user : function.users())
        if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function &&
                                                   !call->arg_empty() &&
                                                   call->getArgOperand(0)->getType()->isPointerTy())
          calls.push_back(call);
  bool isChanged = false;
  for (CallInst *call : calls) {
    StringRef format;
    VectorPrintfSplitter splitter(*call);
    if (!getConstantStringInfo(call->getArgOperand(0), format) || !splitter.parse(format))
      continue;
    splitter.rewrite();
    isChanged = true;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::compiler::spirv
