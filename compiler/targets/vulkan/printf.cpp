// See printf.h.
#include "compiler/targets/vulkan/printf.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

constexpr unsigned kHeaderBytes = 8; ///< of the buffer: words used, capacity in words

/// Replaces one call of printf.
class PrintfCall {
public:
  PrintfCall(CallInst &call, GlobalVariable &buffer)
      : call_(call), buffer_(buffer), module_(*call.getModule()), builder_(&call) {}

  void replace() {
    StringRef format;
    if (!getConstantStringInfo(call_.getArgOperand(0), format)) {
      module_.getContext().emitError("The format string of a printf is not constant; Vulkan "
                                     "supports constant formats only.");
      return;
    }
    if (readFormat(format))
      write();
    if (!call_.use_empty())
      call_.replaceAllUsesWith(ConstantInt::get(call_.getType(), 0));
    call_.eraseFromParent();
  }

private:
  /// Reports an error: "A printf " and @p predicate.
  bool fail(const Twine &predicate) {
    module_.getContext().emitError("A printf " + predicate + ".");
    return false;
  }

  /// Parses the format into a text without vector specifiers and the values to write.
  bool readFormat(StringRef format) {
    unsigned argument = 1;
    while (!format.empty()) {
      const auto [plain, rest] = format.split('%');
      text_ += plain;
      if (plain.size() == format.size())
        return true;
      const std::size_t end = rest.find_first_of("diouxXeEfFgGaAcsp%");
      if (end == StringRef::npos)
        return fail("has an incomplete conversion '%" + rest + "' in its format");
      StringRef flags = rest.take_front(end);
      const char kind = rest[end];
      format = rest.drop_front(end + 1);
      if (kind == '%') {
        text_ += "%%";
        continue;
      }
      if (argument >= call_.arg_size())
        return fail("has fewer arguments than conversions in its format");
      const unsigned bits = flags.ends_with("hh") ? 8 : flags.ends_with("h") ? 16 : 64;
      flags = flags.split('v').first.rtrim("hl");
      if (!addArgument(call_.getArgOperand(argument++), "%" + flags.str() + kind, bits))
        return false;
    }
    return true;
  }

  /// @param bits how many bits of an integer are printed
  bool addArgument(Value *value, const std::string &directive, unsigned bits) {
    if (directive.back() == 's') {
      StringRef string;
      if (!getConstantStringInfo(value->stripPointerCasts(), string))
        return fail(
            "has an argument of %s that is not constant; Vulkan supports constant strings only");
      LLVMContext &context = module_.getContext();
      NamedMDNode *strings = module_.getOrInsertNamedMetadata(kPrintfStrings);
      text_ += directive;
      values_.push_back(builder_.getInt64(strings->getNumOperands()));
      strings->addOperand(MDNode::get(context, MDString::get(context, string)));
      return true;
    }
    auto *vector = dyn_cast<FixedVectorType>(value->getType());
    for (unsigned i = 0; i < (vector ? vector->getNumElements() : 1); ++i) {
      text_ += (i ? "," : "") + directive;
      values_.push_back(
          bitsOf(vector ? builder_.CreateExtractElement(value, i) : value, directive.back(), bits));
    }
    return true;
  }

  /// Converts a scalar to the 32 or 64 bits that are written.
  Value *bitsOf(Value *value, char kind, unsigned bits) {
    Type *type = value->getType();
    if (auto *widened = dyn_cast<FPExtInst>(value); widened && widened->getSrcTy()->isFloatTy())
      return builder_.CreateBitCast(widened->getOperand(0), builder_.getInt32Ty());
    if (type->isPointerTy())
      return builder_.CreatePtrToInt(value, builder_.getInt64Ty());
    if (type->isHalfTy())
      value = builder_.CreateFPExt(value, builder_.getFloatTy());
    if (type->isFloatingPointTy())
      return builder_.CreateBitCast(value,
                                    builder_.getIntNTy(value->getType()->getScalarSizeInBits()));
    const bool isSigned = kind == 'd' || kind == 'i';
    if (bits < type->getIntegerBitWidth())
      value = builder_.CreateTrunc(value, type = builder_.getIntNTy(bits));
    return type->getIntegerBitWidth() < 32
               ? builder_.CreateIntCast(value, builder_.getInt32Ty(), isSigned)
               : value;
  }

  static unsigned sizeOf(const Value *value) { return value->getType()->getIntegerBitWidth() / 8; }

  unsigned recordFormat() {
    LLVMContext &context = module_.getContext();
    NamedMDNode *formats = module_.getOrInsertNamedMetadata(kPrintfFormats);
    SmallVector<Metadata *, 8> parts{MDString::get(context, text_)};
    for (const Value *value : values_)
      parts.push_back(ConstantAsMetadata::get(builder_.getInt32(sizeOf(value))));
    formats->addOperand(MDNode::get(context, parts));
    return formats->getNumOperands();
  }

  void write() {
    unsigned words = 1;
    for (const Value *value : values_)
      words += sizeOf(value) / 4;
    const unsigned format = recordFormat();
    Type *word = builder_.getInt32Ty();
    Value *address = builder_.CreateLoad(builder_.getInt64Ty(), &buffer_);
    builder_.SetInsertPoint(
        SplitBlockAndInsertIfThen(builder_.CreateIsNotNull(address), &call_, false));
    Value *header = builder_.CreateIntToPtr(address, builder_.getPtrTy(1));
    Value *position = builder_.CreateAtomicRMW(AtomicRMWInst::Add, header, builder_.getInt32(words),
                                               MaybeAlign(), AtomicOrdering::Monotonic);
    Value *size = builder_.CreateLoad(word, builder_.CreateConstGEP1_32(word, header, 1));
    Value *end = builder_.CreateAdd(position, builder_.getInt32(words));
    Value *fits = builder_.CreateICmpULE(end, size);
    builder_.SetInsertPoint(SplitBlockAndInsertIfThen(fits, builder_.GetInsertPoint(), false));
    Value *record =
        builder_.CreateGEP(word, header, builder_.CreateZExt(position, builder_.getInt64Ty()));
    unsigned offset = kHeaderBytes;
    auto store = [&](Value *value) {
      Value *target = builder_.CreateConstGEP1_32(builder_.getInt8Ty(), record, offset);
      builder_.CreateAlignedStore(value, target, Align(4));
      offset += sizeOf(value);
    };
    store(builder_.getInt32(format));
    for (Value *value : values_)
      store(value);
  }

  CallInst &call_;
  GlobalVariable &buffer_;
  Module &module_;
  IRBuilder<> builder_;
  std::string text_;
  SmallVector<Value *, 8> values_;
};

} // namespace

PreservedAnalyses PrintfPass::run(Module &module, ModuleAnalysisManager &) {
  Function *printf = module.getFunction("printf");
  if (!printf || !printf->isDeclaration() || printf->use_empty())
    return PreservedAnalyses::all();
  auto *buffer = module.getGlobalVariable(kPrintfBuffer);
  if (!buffer) {
    Type *type = Type::getInt64Ty(module.getContext());
    buffer = new GlobalVariable(module, type, false, GlobalValue::ExternalLinkage,
                                ConstantInt::get(type, 0), kPrintfBuffer, nullptr,
                                GlobalValue::NotThreadLocal, 1);
    buffer->setAlignment(Align(8));
  }
  for (User *user : make_early_inc_range(printf->users()))
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == printf)
      PrintfCall(*call, *buffer).replace();
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::vulkan
