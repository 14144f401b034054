// See flatten_kernels.h.
#include "compiler/passes/flatten_kernels.h"

#include "compiler/passes/device_globals.h"
#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/scratch_memory.h"
#include "compiler/passes/source_location.h"
#include "compiler/passes/specialization_buffer.h"
#include "compiler/passes/specialized_members.h"
#include "compiler/passes/unions.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

constexpr unsigned kUsmSpace = 1;
constexpr unsigned kGenericSpace = 4;
constexpr std::uint64_t kLargestObject = 4096; // bytes; devices take 1,024 to 4,352 in all

/// A function of SPIR-V has at most 255 parameters, of which the run time adds some.
constexpr std::size_t kMostArguments = 240;
constexpr std::uint64_t kWord = 4; // bytes
constexpr std::uint64_t kManyPointers = 16;

/// A part of a parameter that becomes an argument.
struct Part {
  unsigned parameter;
  std::uint64_t offset; ///< in bytes
  Type *stored;         ///< its type in the object
  Type *passed;         ///< its type as an argument
};

/// The kernel's parameters as arguments.
class Parts {
public:
  explicit Parts(const Function &kernel)
      : kernel_(kernel), layout_(kernel.getDataLayout()), context_(kernel.getContext()) {}

  /// Reads which pointers are std::nullptr_t. Fails for malformed metadata.
  Error readNullPointers() {
    const MDNode *node = kernel_.getMetadata(kNullPointersMetadata);
    if (!node)
      return Error::success();
    const MetadataNode all(&kernel_, kNullPointersMetadata, *node);
    for (unsigned i = 0; i < all.size(); ++i) {
      auto offset = all.number(i, 0, UINT32_MAX, "an entry is i32 offset");
      if (!offset)
        return offset.takeError();
      nullPointers_.insert(*offset);
    }
    return Error::success();
  }

  Error add(const Argument &parameter) {
    parameter_ = parameter.getArgNo();
    Type *type = parameter.getType();
    if (!parameter.hasByValAttr()) {
      all_.push_back({parameter_, 0, type, passedType(type)});
      return Error::success();
    }
    if (parameter.use_empty()) // also what an empty object is
      return Error::success();
    Type *object = parameter.getParamByValType();
    const std::uint64_t size = layout_.getTypeAllocSize(object).getFixedValue();
    if (size > kLargestObject)
      return fail("has " + Twine(size) + " bytes; at most " + Twine(kLargestObject) +
                  " can be passed, larger data belongs into a buffer or USM");
    return addType(wholeType(object, layout_), 0);
  }

  /// If there are too many parts, makes vectors of i32 of the numbers that follow each other.
  void limit(const SpecializedMembers &constants) {
    if (all_.size() <= kMostArguments)
      return;
    const SmallVector<Part, 16> before = std::move(all_);
    all_.clear();
    for (std::size_t i = 0; i < before.size();) {
      std::size_t next = i;
      std::uint64_t end = before[i].offset;
      for (; next < before.size() && canMerge(before[next], constants) &&
             before[next].parameter == before[i].parameter && before[next].offset == end;
           ++next)
        end += sizeOf(before[next]);
      if (next - i < 2) {
        all_.push_back(before[i++]);
        continue;
      }
      parameter_ = before[i].parameter;
      addWords(before[i].offset, end);
      i = next;
    }
  }

  ArrayRef<Part> all() const { return all_; }

private:
  std::uint64_t sizeOf(const Part &part) const {
    return layout_.getTypeStoreSize(part.stored).getFixedValue();
  }

  /// Whether a part is a number of an object, of whole words.
  bool canMerge(const Part &part, const SpecializedMembers &constants) const {
    const bool isConstant = part.parameter == 0 && constants.anyWithin(part.offset, sizeOf(part));
    return kernel_.getArg(part.parameter)->hasByValAttr() && !isConstant &&
           !part.stored->isPtrOrPtrVectorTy() && part.offset % kWord == 0 &&
           sizeOf(part) % kWord == 0;
  }

  /// Adds the words from an offset on as vectors of the sizes that devices have.
  void addWords(std::uint64_t offset, std::uint64_t end) {
    Type *word = Type::getInt32Ty(context_);
    while (offset < end) {
      const auto together =
          static_cast<unsigned>(std::min<std::uint64_t>(16, bit_floor((end - offset) / kWord)));
      Type *type = together == 1 ? word : FixedVectorType::get(word, together);
      all_.push_back({parameter_, offset, type, type});
      offset += together * kWord;
    }
  }

  Error addType(Type *type, std::uint64_t offset) {
    if (auto *structure = dyn_cast<StructType>(type)) {
      const StructLayout *places = layout_.getStructLayout(structure);
      for (unsigned i = 0; i < structure->getNumElements(); ++i)
        if (Error error = addType(structure->getElementType(i),
                                  offset + places->getElementOffset(i).getFixedValue()))
          return error;
      return Error::success();
    }
    if (auto *array = dyn_cast<ArrayType>(type))
      return addArray(*array, offset);
    if (auto *pointer = dyn_cast<PointerType>(type); pointer && pointer->getAddressSpace() == 0) {
      if (parameter_ == 0 && nullPointers_.contains(offset))
        return addType(layout_.getIntPtrType(pointer), offset);
      return fail("has a pointer to private memory or to a function at byte " + Twine(offset) +
                  ", which means nothing on the device");
    }
    if (!isPassable(type)) {
      std::string text;
      raw_string_ostream(text) << "has the type " << *type << " at byte " << offset
                               << ", which cannot be passed to a device";
      return fail(text);
    }
    all_.push_back({parameter_, offset, type, passedType(type)});
    return Error::success();
  }

  /// Numbers are passed in vectors of the sizes that devices have, and many pointers as numbers: a
  /// launch takes longer with each argument.
  Error addArray(ArrayType &array, std::uint64_t offset) {
    Type *element = array.getElementType();
    if (auto *pointer = dyn_cast<PointerType>(element);
        pointer && array.getNumElements() >= kManyPointers &&
        (pointer->getAddressSpace() == kGenericSpace || pointer->getAddressSpace() == kUsmSpace))
      element = layout_.getIntPtrType(pointer);
    const std::uint64_t step = layout_.getTypeAllocSize(element).getFixedValue();
    const std::uint64_t count = array.getNumElements();
    const bool isNumber = isPassable(element) && !element->isPointerTy() && !element->isVectorTy();
    for (std::uint64_t i = 0; i < count;) {
      unsigned together = 1;
      if (isNumber)
        for (together = 16; together > count - i;)
          together /= 2;
      Type *type = together == 1 ? element : FixedVectorType::get(element, together);
      if (Error error = addType(type, offset + i * step))
        return error;
      i += together;
    }
    return Error::success();
  }

  static bool isPassable(Type *type) {
    Type *scalar = type->getScalarType();
    const bool isInteger = scalar->isIntegerTy(8) || scalar->isIntegerTy(16) ||
                           scalar->isIntegerTy(32) || scalar->isIntegerTy(64);
    return isInteger || scalar->isHalfTy() || scalar->isBFloatTy() || scalar->isFloatTy() ||
           scalar->isDoubleTy() || type->isPointerTy();
  }

  Type *passedType(Type *type) const {
    if (type->isPointerTy() && type->getPointerAddressSpace() == kGenericSpace)
      return PointerType::get(context_, kUsmSpace);
    return type;
  }

  Error fail(const Twine &what) const {
    const Argument &parameter = *kernel_.getArg(parameter_);
    const std::string name = parameter.hasName() ? "'" + parameter.getName().str() + "'"
                                                 : std::to_string(parameter_ + 1);
    return createStringError(sourceLocation(kernel_) + "Parameter " + name + " of kernel '" +
                             sourceName(kernel_) + "' " + what + ".");
  }

  const Function &kernel_;
  const DataLayout &layout_;
  LLVMContext &context_;
  SmallVector<Part, 16> all_;
  SmallDenseSet<std::uint64_t, 4> nullPointers_; ///< offsets in the first parameter
  unsigned parameter_ = 0;
};

void describe(Function &kernel, ArrayRef<Part> parts) {
  LLVMContext &context = kernel.getContext();
  const auto number = [&](std::uint64_t value) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), value));
  };
  SmallVector<Metadata *, 16> all;
  for (const Part &part : parts)
    all.push_back(MDNode::get(
        context, {number(part.parameter), number(part.offset),
                  number(kernel.getDataLayout().getTypeStoreSize(part.stored).getFixedValue())}));
  kernel.setMetadata(kParametersMetadata, MDNode::get(context, all));
}

/// Drops what describes parameters that are no more.
void dropParameterMetadata(Function &kernel) {
  SmallVector<std::pair<unsigned, MDNode *>, 8> all;
  kernel.getAllMetadata(all);
  SmallVector<StringRef, 64> names;
  kernel.getContext().getMDKindNames(names);
  for (const auto &[kind, node] : all)
    if (names[kind].starts_with("kernel_arg_") || names[kind] == "sycl_kernel_omit_args")
      kernel.setMetadata(kind, nullptr);
}

/// Creates the flattened kernel, without a body, in the place of @p kernel.
Function *createFlattened(Function &kernel, ArrayRef<Part> parts) {
  SmallVector<Type *, 16> types;
  for (const Part &part : parts)
    types.push_back(part.passed);
  auto *flat = Function::Create(FunctionType::get(kernel.getReturnType(), types, false),
                                kernel.getLinkage(), kernel.getAddressSpace());
  kernel.getParent()->getFunctionList().insert(kernel.getIterator(), flat);
  flat->takeName(&kernel);
  flat->copyAttributesFrom(&kernel);
  flat->setComdat(kernel.getComdat());
  const AttributeList before = kernel.getAttributes();
  SmallVector<AttributeSet, 16> attributes;
  for (const Part &part : parts)
    attributes.push_back(kernel.hasParamAttribute(part.parameter, Attribute::ByVal)
                             ? AttributeSet()
                             : before.getParamAttrs(part.parameter));
  flat->setAttributes(AttributeList::get(kernel.getContext(), before.getFnAttrs(),
                                         before.getRetAttrs(), attributes));
  flat->copyMetadata(&kernel, 0);
  dropParameterMetadata(*flat);
  describe(*flat, parts);
  return flat;
}

/// Returns the value of a part, of the type that it has in the object.
Value *valueOf(IRBuilder<> &builder, const Part &part, Argument &argument,
               const SpecializedMembers &constants) {
  if (part.stored == part.passed)
    return constants.replace(builder, argument, part.offset);
  return builder.CreateAddrSpaceCast(&argument, part.stored);
}

void replaceParameters(Function &kernel, Function &flat, ArrayRef<Part> parts,
                       const SpecializedMembers &constants) {
  const DataLayout &layout = flat.getDataLayout();
  BasicBlock &entry = flat.getEntryBlock();
  IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
  SmallVector<Value *, 8> objects;
  for (Argument &parameter : kernel.args()) {
    Value *object = nullptr;
    if (parameter.hasByValAttr() && !parameter.use_empty()) {
      Type *type = parameter.getParamByValType();
      AllocaInst *memory = builder.CreateAlloca(type);
      memory->setAlignment(
          std::max(parameter.getParamAlign().valueOrOne(), layout.getABITypeAlign(type)));
      object = memory;
    }
    objects.push_back(object);
  }
  for (auto [index, part] : enumerate(parts)) {
    Argument &parameter = *kernel.getArg(part.parameter);
    Argument &argument = *flat.getArg(index);
    if (!parameter.hasByValAttr()) {
      argument.setName(parameter.getName());
      objects[part.parameter] = valueOf(builder, part, argument, SpecializedMembers());
      continue;
    }
    argument.setName(parameter.getName() + "." + Twine(part.offset));
    auto *memory = cast<AllocaInst>(objects[part.parameter]);
    Value *value =
        valueOf(builder, part, argument, part.parameter == 0 ? constants : SpecializedMembers());
    Value *place = memory;
    if (part.offset > 0)
      place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), memory, part.offset);
    builder.CreateAlignedStore(value, place, commonAlignment(memory->getAlign(), part.offset));
  }
  for (Argument &parameter : kernel.args())
    if (Value *object = objects[parameter.getArgNo()]) {
      if (object->getName().empty() && !isa<Argument>(object))
        object->takeName(&parameter);
      parameter.replaceAllUsesWith(object);
    }
}

Error flatten(Function &kernel) {
  Parts parts(kernel);
  if (Error error = parts.readNullPointers())
    return error;
  for (const Argument &parameter : kernel.args())
    if (Error error = parts.add(parameter))
      return error;
  auto constants = SpecializedMembers::of(kernel);
  if (!constants)
    return constants.takeError();
  parts.limit(*constants);
  Function *flat = createFlattened(kernel, parts.all());
  flat->setMetadata(kSpecializedMetadata, nullptr);
  flat->setMetadata(kNullPointersMetadata, nullptr);
  flat->splice(flat->begin(), &kernel);
  replaceParameters(kernel, *flat, parts.all(), *constants);
  kernel.replaceAllUsesWith(flat);
  kernel.eraseFromParent();
  return Error::success();
}

bool needsFlattening(const Function &function) {
  return function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
         !function.getMetadata(kParametersMetadata);
}

} // namespace

Error flattenKernels(Module &module) {
  SmallVector<Function *, 8> kernels;
  for (Function &function : module)
    if (needsFlattening(function))
      kernels.push_back(&function);
  for (Function *kernel : kernels)
    if (Error error = flatten(*kernel))
      return error;
  return Error::success();
}

Expected<std::vector<ParameterPart>> parameterParts(const Function &kernel) {
  constexpr std::uint64_t kMost = UINT32_MAX;
  const MDNode *node = kernel.getMetadata(kParametersMetadata);
  if (!node)
    return std::vector<ParameterPart>();
  const MetadataNode all(&kernel, kParametersMetadata, *node);
  const auto implicit = count_if(kernel.args(), [&](const Argument &argument) {
    const AttributeList attributes = kernel.getAttributes();
    return attributes.hasParamAttr(argument.getArgNo(), kDeviceGlobalAttribute) ||
           attributes.hasParamAttr(argument.getArgNo(), kScratchMemoryAttribute);
  });
  const std::size_t arguments = kernel.arg_size() - static_cast<std::size_t>(implicit) -
                                kernel.hasFnAttribute(kBufferAttribute);
  if (all.size() != arguments)
    return all.fail("it has an entry for each of the " + Twine(arguments) + " arguments");
  std::vector<ParameterPart> parts;
  for (unsigned i = 0; i < all.size(); ++i) {
    const StringRef expected = "an entry is !{i32 parameter, i32 offset, i32 size}";
    auto entry = all.node(i, expected);
    if (!entry)
      return entry.takeError();
    ParameterPart part;
    for (auto [index, number] :
         enumerate(std::array<std::uint32_t *, 3>{&part.parameter, &part.offset, &part.size})) {
      auto value = entry->number(static_cast<unsigned>(index), 0, kMost, expected);
      if (!value)
        return value.takeError();
      *number = static_cast<std::uint32_t>(*value);
    }
    parts.push_back(part);
  }
  return parts;
}

PreservedAnalyses FlattenKernelsPass::run(Module &module, ModuleAnalysisManager &) {
  if (Error error = flattenKernels(module))
    module.getContext().emitError(toString(std::move(error)));
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::passes
