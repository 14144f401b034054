// See device_code.h.
#include "compiler/frontend/sycl/device_code.h"

#include "compiler/passes/symbolic_ids.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace ursa::compiler::frontend::sycl {
namespace {

const DeclContext &withoutInlineNamespaces(const DeclContext &inner) {
  const DeclContext *context = inner.getRedeclContext();
  while (context->isInlineNamespace())
    context = context->getParent()->getRedeclContext();
  return *context;
}

bool isSyclNamespace(const DeclContext &context) {
  const auto *space = dyn_cast<NamespaceDecl>(&context);
  return space && space->getName() == "sycl" &&
         withoutInlineNamespaces(*space->getParent()).isTranslationUnit();
}

} // namespace

bool isSyclClass(QualType type, llvm::StringRef name) {
  const CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier() || record->getName() != name)
    return false;
  return isSyclNamespace(withoutInlineNamespaces(*record->getDeclContext()));
}

bool isDeviceGlobal(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName() == "device_global" &&
         isSyclDeclaration(*record);
}

namespace {

uint64_t bytesOf(const ASTContext &context, QualType type) {
  return static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity());
}

/// Returns whether a type is an accessor of a buffer or an image: SYCL 1.2.1's of local memory
/// derive from local_accessor.
bool isGlobalAccessor(QualType type) {
  if (isSyclClass(type, "unsampled_image_accessor") || isSyclClass(type, "sampled_image_accessor"))
    return true;
  if (!isSyclClass(type, "accessor"))
    return false;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  return llvm::none_of(record->bases(), [](const CXXBaseSpecifier &base) {
    return isSyclClass(base.getType(), "local_accessor");
  });
}

/// Returns whether a class is sycl::AdaptiveCpp_jit::specialized.
bool isSpecialized(const CXXRecordDecl &record) {
  if (!record.getIdentifier() || record.getName() != "specialized")
    return false;
  const auto *space = dyn_cast<NamespaceDecl>(record.getDeclContext()->getRedeclContext());
  return space && space->getName() == "AdaptiveCpp_jit" && isSyclDeclaration(*space);
}

/// Returns whether arrays of a type have elements that are passed by themselves.
bool hasOwnElements(QualType given) {
  const QualType type = QualType(given->getBaseElementTypeUnsafe(), 0);
  if (type->isPointerType() || isGlobalAccessor(type) || isSyclClass(type, "accessor") ||
      isSyclClass(type, "local_accessor"))
    return true;
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || record->isUnion())
    return false;
  if (isSpecialized(*record))
    return true;
  return llvm::any_of(
             record->bases(),
             [](const CXXBaseSpecifier &base) { return hasOwnElements(base.getType()); }) ||
         llvm::any_of(record->fields(),
                      [](const FieldDecl *field) { return hasOwnElements(field->getType()); });
}

bool isLocalToUnit(QualType type);

bool isLocalToUnit(const TemplateArgument &argument) {
  switch (argument.getKind()) {
  case TemplateArgument::Type:
    return isLocalToUnit(argument.getAsType());
  case TemplateArgument::Declaration:
    return !isExternallyVisible(argument.getAsDecl()->getLinkageInternal());
  case TemplateArgument::Pack:
    return llvm::any_of(argument.pack_elements(),
                        [](const TemplateArgument &one) { return isLocalToUnit(one); });
  default:
    return false;
  }
}

/// Whether another translation unit may have another declaration of the same name.
bool isLocalToUnit(const Decl &declaration) {
  for (const auto *context = &declaration; context;
       context = dyn_cast_or_null<Decl>(context->getDeclContext())) {
    const TemplateArgumentList *arguments = nullptr;
    if (const auto *space = dyn_cast<NamespaceDecl>(context);
        space && space->isAnonymousNamespace())
      return true;
    if (const auto *function = dyn_cast<FunctionDecl>(context)) {
      if (function->getStorageClass() == SC_Static && !isa<CXXMethodDecl>(function))
        return true;
      arguments = function->getTemplateSpecializationArgs();
    } else if (const auto *one = dyn_cast<ClassTemplateSpecializationDecl>(context)) {
      arguments = &one->getTemplateArgs();
    }
    if (arguments && llvm::any_of(arguments->asArray(), [](const TemplateArgument &argument) {
          return isLocalToUnit(argument);
        }))
      return true;
  }
  return false;
}

bool isLocalToUnit(QualType type) {
  type = type.getCanonicalType();
  while (type->isPointerOrReferenceType() || type->isArrayType())
    type = type->isArrayType() ? QualType(type->getBaseElementTypeUnsafe(), 0)
                               : type->getPointeeType();
  const TagDecl *tag = type->getAsTagDecl();
  return tag && isLocalToUnit(*tag);
}

/// Returns the place of the class of a kernel's object: of a lambda, its introducer.
SourceLocation placeOf(QualType object, const FunctionDecl &entry) {
  const CXXRecordDecl *record = object->getAsCXXRecordDecl();
  return record ? record->getLocation() : entry.getPointOfInstantiation();
}

} // namespace

bool isSyclDeclaration(const Decl &declaration) {
  for (const DeclContext *context = declaration.getDeclContext(); context;
       context = context->getParent())
    if (isSyclNamespace(*context))
      return true;
  return false;
}

namespace {

/// Whether a declaration in a system header may hold variables of these types. Those of the
/// standard library do not, and those of SYCL's headers are templates of variables.
bool mayHoldVariables(const Decl &declaration) {
  if (const auto *space = dyn_cast<NamespaceDecl>(&declaration))
    return !space->isAnonymousNamespace() && !space->isStdNamespace() &&
           !space->getName().starts_with("_");
  if (isSyclDeclaration(declaration))
    return isa<VarTemplateDecl>(declaration);
  return isa<VarTemplateDecl, VarDecl, CXXRecordDecl, ClassTemplateDecl>(declaration);
}

} // namespace

DeviceCode::DeviceCode(ASTContext &context, std::string unit)
    : context_(context), unit_(std::move(unit)) {}

void DeviceCode::addTopLevel(const Decl &declaration) { visit(declaration); }

void DeviceCode::visitContext(const DeclContext &context) {
  for (const Decl *declaration : context.decls())
    visit(*declaration);
}

void DeviceCode::visit(const Decl &declaration) {
  if (context_.getSourceManager().isInSystemHeader(declaration.getLocation()) &&
      !mayHoldVariables(declaration))
    return;
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(declaration)) {
    visitContext(*cast<DeclContext>(&declaration));
  } else if (const auto *record = dyn_cast<CXXRecordDecl>(&declaration)) {
    if (record->isThisDeclarationADefinition() && !record->isDependentContext())
      visitContext(*record);
  } else if (const auto *classes = dyn_cast<ClassTemplateDecl>(&declaration)) {
    if (seen_.insert(classes->getCanonicalDecl()).second)
      classTemplates_.push_back(classes);
  } else if (const auto *variables = dyn_cast<VarTemplateDecl>(&declaration)) {
    if (seen_.insert(variables->getCanonicalDecl()).second)
      variableTemplates_.push_back(variables);
  } else if (const auto *variable = dyn_cast<VarDecl>(&declaration)) {
    addVariable(*variable);
  } else if (const auto *field = dyn_cast<FieldDecl>(&declaration)) {
    if (isDeviceGlobal(context_.getBaseElementType(field->getType())))
      misplacedGlobals_.push_back(field);
  } else if (const auto *function = dyn_cast<FunctionDecl>(&declaration)) {
    addInstantiation(*function, function->getLocation());
  }
}

void DeviceCode::addTemplateInstantiations() {
  // Instantiations may have templates of their own, which lengthen the lists.
  for (size_t i = 0; i < classTemplates_.size(); ++i)
    for (const ClassTemplateSpecializationDecl *one : classTemplates_[i]->specializations())
      if (!isa<ClassTemplatePartialSpecializationDecl>(one) && one->hasDefinition())
        visitContext(*one->getDefinition());
  for (size_t i = 0; i < variableTemplates_.size(); ++i)
    for (const VarTemplateSpecializationDecl *one : variableTemplates_[i]->specializations())
      if (!isa<VarTemplatePartialSpecializationDecl>(one))
        addVariable(*one);
}

void DeviceCode::addVariable(const VarDecl &variable) {
  if (variable.isInvalidDecl() || !variable.hasGlobalStorage() || variable.isStaticLocal() ||
      variable.getDeclContext()->isDependentContext() || variable.getDescribedVarTemplate() ||
      variable.getType()->isReferenceType())
    return;
  const bool isId = isSyclClass(variable.getType(), "specialization_id");
  const bool isGlobal = isDeviceGlobal(context_.getBaseElementType(variable.getType()));
  if ((!isId && !isGlobal) || !seen_.insert(variable.getCanonicalDecl()).second)
    return;
  const std::string name = ASTNameGenerator(context_).getName(&variable);
  const bool isInternal = !isExternallyVisible(variable.getLinkageInternal());
  std::string id = passes::symbolicId(name, isInternal, unit_);
  if (isId)
    ids_.push_back({&variable, std::move(id)});
  else if (variable.getType()->isArrayType())
    misplacedGlobals_.push_back(&variable);
  else
    globals_.push_back({&variable, name, std::move(id)});
}

void DeviceCode::addInstantiation(const FunctionDecl &function, SourceLocation launchPlace) {
  if (function.hasAttr<SYCLExternalAttr>() && function.isThisDeclarationADefinition() &&
      !function.isDependentContext() && seen_.insert(function.getCanonicalDecl()).second)
    externalFunctions_.push_back({&function, ASTNameGenerator(context_).getName(&function)});
  const auto *attribute = function.getAttr<SYCLKernelEntryPointAttr>();
  if (!attribute || function.isDependentContext() || function.getNumParams() == 0 ||
      !seen_.insert(function.getCanonicalDecl()).second)
    return;
  const QualType object = function.getParamDecl(0)->getType();
  Kernel kernel{&function,   attribute->getKernelName(), "", "", placeOf(object, function),
                launchPlace, bytesOf(context_, object),  {}, {}};
  if (!attribute->isInvalidAttr()) {
    kernel.stableName = context_.getSYCLKernelInfo(kernel.nameType).GetKernelName();
    kernel.name = passes::symbolicId(kernel.stableName, isLocalToUnit(kernel.nameType), unit_);
  }
  addParameters(object, 0, kernel.parameters);
  addNullPointers(object, 0, kernel.nullPointers);
  llvm::stable_sort(kernel.parameters, [](const KernelParameter &a, const KernelParameter &b) {
    return a.kind == KernelParameter::Kind::Specialized && a.kind != b.kind;
  });
  kernels_.push_back(std::move(kernel));
}

void DeviceCode::addParameters(QualType given, uint64_t offset, std::vector<KernelParameter> &all) {
  using Kind = KernelParameter::Kind;
  const QualType type = given.getCanonicalType();
  const auto add = [&](Kind kind) { all.push_back({kind, bytesOf(context_, type), offset}); };
  if (isGlobalAccessor(type))
    return add(Kind::Accessor);
  if (isSyclClass(type, "local_accessor"))
    return add(Kind::LocalAccessor);
  if (type->isPointerType())
    return add(Kind::Pointer);
  if (const ConstantArrayType *array = context_.getAsConstantArrayType(type);
      array && hasOwnElements(type))
    return addArray(*array, offset, all);
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || record->isUnion())
    return add(Kind::Value);
  const bool isConstant = isSpecialized(*record);
  visitMembers(*record, [&](QualType member, uint64_t place, bool isBitField) {
    if (isConstant && !isBitField)
      addConstants(member, offset + place, all);
    else
      addParameters(member, offset + place, all);
  });
}

void DeviceCode::addNullPointers(QualType given, uint64_t offset, std::vector<uint64_t> &all) {
  const QualType type = given.getCanonicalType();
  if (type->isNullPtrType()) {
    all.push_back(offset);
  } else if (const ConstantArrayType *array = context_.getAsConstantArrayType(type)) {
    const uint64_t step = bytesOf(context_, array->getElementType());
    std::vector<uint64_t> ofElement;
    addNullPointers(array->getElementType(), 0, ofElement);
    for (uint64_t i = 0; !ofElement.empty() && i < array->getZExtSize(); ++i)
      for (const uint64_t place : ofElement)
        all.push_back(offset + i * step + place);
  } else if (const CXXRecordDecl *record = type->getAsCXXRecordDecl()) {
    visitMembers(*record, [&](QualType member, uint64_t place, bool) {
      addNullPointers(member, offset + place, all);
    });
  }
}

template <class Add> void DeviceCode::visitMembers(const CXXRecordDecl &record, const Add &add) {
  const ASTRecordLayout &layout = context_.getASTRecordLayout(&record);
  for (const CXXBaseSpecifier &base : record.bases())
    if (const CXXRecordDecl *other = base.getType()->getAsCXXRecordDecl();
        other && !other->isEmpty())
      add(base.getType(), static_cast<uint64_t>(layout.getBaseClassOffset(other).getQuantity()),
          false);
  for (const FieldDecl *field : record.fields()) {
    const uint64_t bits = layout.getFieldOffset(field->getFieldIndex());
    if (!field->isBitField() || bits % 8 == 0)
      add(field->getType(), bits / 8, field->isBitField());
  }
}

void DeviceCode::addConstants(QualType given, uint64_t offset, std::vector<KernelParameter> &all) {
  const QualType type = given.getCanonicalType();
  if (type->isArithmeticType() || type->isEnumeralType()) {
    all.push_back({KernelParameter::Kind::Specialized, bytesOf(context_, type), offset});
  } else if (const ConstantArrayType *array = context_.getAsConstantArrayType(type)) {
    const uint64_t step = bytesOf(context_, array->getElementType());
    for (uint64_t i = 0; i < array->getZExtSize(); ++i)
      addConstants(array->getElementType(), offset + i * step, all);
  } else if (const CXXRecordDecl *record = type->getAsCXXRecordDecl();
             record && !record->isUnion()) {
    visitMembers(*record, [&](QualType member, uint64_t place, bool isBitField) {
      if (isBitField)
        addParameters(member, offset + place, all);
      else
        addConstants(member, offset + place, all);
    });
  } else {
    addParameters(type, offset, all);
  }
}

void DeviceCode::addArray(const ConstantArrayType &array, uint64_t offset,
                          std::vector<KernelParameter> &all) {
  const uint64_t step = bytesOf(context_, array.getElementType());
  for (uint64_t i = 0; i < array.getZExtSize(); ++i)
    addParameters(array.getElementType(), offset + i * step, all);
}

} // namespace ursa::compiler::frontend::sycl
