// See offload_wrapper.h.
#include "compiler/image/offload_wrapper.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <limits>

using namespace llvm;

namespace ursa::compiler::image {
namespace {

constexpr unsigned kBinariesVersion = 1;
constexpr unsigned kImageVersion = 2;
constexpr unsigned kSyclKind = 4;
constexpr unsigned kNumberProperty = 1;
constexpr unsigned kBytesProperty = 2;
constexpr std::size_t kLengthBytes = 8;
constexpr int kPriority = 1; // before the program's own constructors, as DPC++

using AddressRange = std::pair<Constant *, Constant *>;

/// Creates constants and functions of a wrapper module.
class WrapperBuilder {
public:
  WrapperBuilder(Module &module) : module_(module), context_(module.getContext()) {}

  Constant *number(unsigned bits, std::uint64_t value) {
    return ConstantInt::get(Type::getIntNTy(context_, bits), value);
  }
  Constant *null() { return ConstantPointerNull::get(PointerType::get(context_, 0)); }

  GlobalVariable *variable(Constant *value, const Twine &name) {
    return new GlobalVariable(module_, value->getType(), /*isConstant=*/true,
                              GlobalValue::InternalLinkage, value, name);
  }

  Constant *string(StringRef text, const Twine &name) {
    GlobalVariable *result = variable(ConstantDataArray::getString(context_, text), name);
    result->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return result;
  }

  /// Returns begin and end of a variable with @p bytes; null pointers if they are empty.
  AddressRange bytes(StringRef bytes, const Twine &name, Align align = Align(1)) {
    if (bytes.empty())
      return {null(), null()};
    GlobalVariable *result =
        variable(ConstantDataArray::getString(context_, bytes, /*AddNull=*/false), name);
    result->setAlignment(align);
    return rangeOf(result, bytes.size(), Type::getInt8Ty(context_));
  }

  AddressRange array(ArrayRef<Constant *> elements, const Twine &name) {
    if (elements.empty())
      return {null(), null()};
    Type *type = elements[0]->getType();
    GlobalVariable *result =
        variable(ConstantArray::get(ArrayType::get(type, elements.size()), elements), name);
    return rangeOf(result, elements.size(), type);
  }

  Constant *createStruct(ArrayRef<Constant *> fields) { return ConstantStruct::getAnon(fields); }

  /// Creates a function without parameters for the list of constructors or destructors.
  Function *createStartupFunction(const Twine &name) {
    auto *function = Function::Create(FunctionType::get(Type::getVoidTy(context_), false),
                                      GlobalValue::InternalLinkage, name, &module_);
    function->setSection(".text.startup");
    BasicBlock::Create(context_, "entry", function);
    return function;
  }

  void call(IRBuilder<> &builder, StringRef name, ArrayRef<Value *> arguments,
            Type *result = nullptr) {
    builder.CreateCall(declaration(name, arguments, result), arguments);
  }

  FunctionCallee declaration(StringRef name, ArrayRef<Value *> arguments, Type *result = nullptr) {
    SmallVector<Type *, 3> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    return module_.getOrInsertFunction(
        name, FunctionType::get(result ? result : Type::getVoidTy(context_), types, false));
  }

private:
  AddressRange rangeOf(GlobalVariable *variable, std::uint64_t count, Type *element) {
    Constant *end = ConstantExpr::getInBoundsGetElementPtr(element, variable, number(64, count));
    return {variable, end};
  }

  Module &module_;
  LLVMContext &context_;
};

/// Returns the prefix that run times expect before a value: its number of bits.
std::string bitCountPrefix(const format::Property &property) {
  std::string length(kLengthBytes, '\0');
  llvm::support::endian::write64le(length.data(), property.bits);
  return length;
}

AddressRange properties(WrapperBuilder &builder, const std::vector<format::PropertySet> &sets) {
  std::vector<Constant *> records;
  for (const format::PropertySet &set : sets) {
    std::vector<Constant *> values;
    for (const format::Property &property : set.properties) {
      Constant *name = builder.string(property.name, "prop");
      if (property.isNumber)
        values.push_back(
            builder.createStruct({name, builder.null(), builder.number(32, kNumberProperty),
                                  builder.number(64, property.number())}));
      else
        values.push_back(builder.createStruct(
            {name,
             builder.bytes(bitCountPrefix(property) + std::string(property.text()), "prop_val")
                 .first,
             builder.number(32, kBytesProperty),
             builder.number(64, kLengthBytes + property.value.size())}));
    }
    const AddressRange range = builder.array(values, "__sycl_offload_props_arr");
    records.push_back(builder.createStruct(
        {builder.string(set.name, "SYCL_PropSetName"), range.first, range.second}));
  }
  return builder.array(records, "__sycl_offload_prop_sets_arr");
}

AddressRange entries(WrapperBuilder &builder, const std::vector<std::string> &names) {
  std::vector<Constant *> records;
  records.reserve(names.size());
  for (const std::string &name : names)
    records.push_back(builder.createStruct(
        {builder.null(), builder.string(name, "__sycl_offload_entry_name"), builder.number(64, 0),
         builder.number(32, 0), builder.number(32, 0)}));
  return builder.array(records, "__sycl_offload_entries_arr");
}

Constant *imageRecord(WrapperBuilder &builder, const StoredImage &image, std::size_t index) {
  const std::string prefix = kDescriptorPrefix.str();
  const std::string number = std::to_string(index);
  const AddressRange manifest = builder.bytes(image.manifest, prefix + number + ".manifest");
  const AddressRange code = builder.bytes(image.code, prefix + number + ".data", Align(16));
  const AddressRange names = entries(builder, image.entries);
  const AddressRange sets = properties(builder, image.properties);
  return builder.createStruct(
      {builder.number(16, kImageVersion), builder.number(8, kSyclKind),
       builder.number(8, static_cast<std::uint64_t>(image.format)),
       builder.string(image.target, prefix + "target." + number),
       builder.string(image.compileOptions, prefix + "opts.compile." + number),
       builder.string(image.linkOptions, prefix + "opts.link." + number), manifest.first,
       manifest.second, code.first, code.second, names.first, names.second, sets.first,
       sets.second});
}

Expected<std::unique_ptr<Module>> emptyModule(const WrapperOptions &options, LLVMContext &context) {
  const Triple triple(options.triple);
  if (triple.getArch() == Triple::UnknownArch || !triple.isArch64Bit())
    return createStringError("The host's triple '" + options.triple +
                             "' is not known, or not one of 64 bits.");
  auto module = std::make_unique<Module>("offload.wrapper.object", context);
  module->setTargetTriple(triple);
  module->setDataLayout(triple.computeDataLayout());
  return module;
}

} // namespace

Expected<std::unique_ptr<Module>> wrapImages(const std::vector<StoredImage> &images,
                                             const WrapperOptions &options, LLVMContext &context) {
  if (images.size() > std::numeric_limits<std::uint16_t>::max())
    return createStringError("A program can have 65535 images; there are " + Twine(images.size()) +
                             ".");
  auto module = emptyModule(options, context);
  if (!module)
    return module;
  WrapperBuilder builder(**module);
  std::vector<Constant *> records;
  records.reserve(images.size());
  for (const StoredImage &image : images)
    records.push_back(imageRecord(builder, image, records.size()));
  GlobalVariable *descriptor = builder.variable(
      builder.createStruct({builder.number(16, kBinariesVersion), builder.number(16, images.size()),
                            builder.array(records, kDescriptorPrefix + "device_images").first,
                            builder.null(), builder.null()}),
      kDescriptorPrefix + (options.descriptorName.empty() ? "descriptor" : options.descriptorName));
  descriptor->setSection(kDescriptorSection);
  descriptor->setAlignment(Align(8));
  if (!options.descriptorName.empty())
    descriptor->setLinkage(GlobalValue::ExternalLinkage);
  appendToUsed(**module, {descriptor});
  if (!options.emitRegistration)
    return module;
  const auto registration = [&](const char *name, StringRef callee) {
    Function *function = builder.createStartupFunction(name);
    IRBuilder<> code(&function->getEntryBlock());
    builder.call(code, callee, {descriptor});
    code.CreateRetVoid();
    return function;
  };
  appendToGlobalCtors(**module, registration("sycl.descriptor_reg", "__sycl_register_lib"),
                      kPriority);
  appendToGlobalDtors(**module, registration("sycl.descriptor_unreg", "__sycl_unregister_lib"),
                      kPriority);
  return module;
}

Expected<std::unique_ptr<Module>> wrapContainer(StringRef bytes, const WrapperOptions &options,
                                                LLVMContext &context) {
  auto module = emptyModule(options, context);
  if (!module)
    return module;
  WrapperBuilder builder(**module);
  auto *data = cast<GlobalVariable>(builder.bytes(bytes, "ursa.images", Align(8)).first);
  data->setSection(kContainerSection);
  appendToUsed(**module, {data});
  if (!options.emitRegistration)
    return module;
  GlobalVariable *handle = builder.variable(builder.null(), "ursa.handle");
  handle->setConstant(false);
  Type *result = Type::getInt32Ty(context);

  Function *constructor = builder.createStartupFunction("ursa.register");
  IRBuilder<> code(&constructor->getEntryBlock());
  SmallVector<Value *, 3> arguments = {data, builder.number(64, bytes.size()), handle};
  Value *status =
      code.CreateCall(builder.declaration("ursaImagesCreate", arguments, result), arguments);
  auto *handleBlock = BasicBlock::Create(context, "made", constructor);
  auto *endBlock = BasicBlock::Create(context, "end", constructor);
  code.CreateCondBr(code.CreateIsNull(status), handleBlock, endBlock);
  code.SetInsertPoint(handleBlock);
  builder.call(code, "ursaImagesRegisterFor", {code.CreateLoad(code.getPtrTy(), handle), data},
               result);
  code.CreateBr(endBlock);
  code.SetInsertPoint(endBlock);
  code.CreateRetVoid();
  appendToGlobalCtors(**module, constructor, kPriority);

  Function *destructor = builder.createStartupFunction("ursa.unregister");
  code.SetInsertPoint(&destructor->getEntryBlock());
  Value *images = code.CreateLoad(code.getPtrTy(), handle);
  handleBlock = BasicBlock::Create(context, "made", destructor);
  endBlock = BasicBlock::Create(context, "end", destructor);
  code.CreateCondBr(code.CreateIsNotNull(images), handleBlock, endBlock);
  code.SetInsertPoint(handleBlock);
  builder.call(code, "ursaImagesUnregister", {images}, result);
  builder.call(code, "ursaImagesRelease", {images}, result);
  code.CreateBr(endBlock);
  code.SetInsertPoint(endBlock);
  code.CreateRetVoid();
  appendToGlobalDtors(**module, destructor, kPriority);
  return module;
}

Expected<std::string> emitObject(Module &module) {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  InitializeAllAsmPrinters();
  std::string problem;
  const Target *target = TargetRegistry::lookupTarget(module.getTargetTriple(), problem);
  if (!target)
    return createStringError("No object can be written for '" + module.getTargetTriple().str() +
                             "': " + problem);
  TargetOptions options;
  options.UseInitArray = true; // linkers such as lld leave .ctors alone
  std::unique_ptr<TargetMachine> machine(
      target->createTargetMachine(module.getTargetTriple(), "", "", options, Reloc::PIC_));
  SmallString<0> object;
  raw_svector_ostream out(object);
  legacy::PassManager passes;
  if (!machine || machine->addPassesToEmitFile(passes, out, nullptr, CodeGenFileType::ObjectFile))
    return createStringError("No object can be written for '" + module.getTargetTriple().str() +
                             "'.");
  passes.run(module);
  return std::string(object);
}

} // namespace ursa::compiler::image
