// See device_checks.h.
#include "compiler/frontend/sycl/device_checks.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace ursa::compiler::frontend::sycl {
namespace {

/// Errors of one translation unit.
class Reporter {
public:
  explicit Reporter(ASTContext &context) : diagnostics_(context.getDiagnostics()) {}

  /// Returns whether the place is new, and reports it if so.
  bool error(SourceLocation place, const std::string &message) {
    if (!reported_.insert(place).second)
      return false;
    report(DiagnosticsEngine::Error, place, message);
    return true;
  }
  void note(SourceLocation place, const std::string &message) {
    report(DiagnosticsEngine::Note, place, message);
  }

private:
  void report(DiagnosticsEngine::Level level, SourceLocation place, const std::string &message) {
    diagnostics_.Report(place, diagnostics_.getDiagnosticIDs()->getCustomDiagID(
                                   static_cast<DiagnosticIDs::Level>(level), "%0"))
        << message;
  }

  DiagnosticsEngine &diagnostics_;
  llvm::DenseSet<SourceLocation> reported_;
};

std::string nameOf(const NamedDecl &declaration) {
  std::string name;
  llvm::raw_string_ostream out(name);
  declaration.getNameForDiagnostic(out, declaration.getASTContext().getPrintingPolicy(),
                                   /*Qualified=*/true);
  return "'" + name + "'";
}

/// Finds the violations of the rules for device code in a function, and the functions that it
/// calls.
class BodyVisitor : public RecursiveASTVisitor<BodyVisitor> {
public:
  using Base = RecursiveASTVisitor<BodyVisitor>;
  struct Call {
    const FunctionDecl *callee;
    SourceLocation place;
  };
  struct Problem {
    SourceLocation place;
    std::string message;
  };

  explicit BodyVisitor(ASTContext &context) : context_(context) {}

  std::vector<Call> calls;
  std::vector<Problem> problems;
  std::vector<const VarDecl *> variables; ///< with static storage, which the code uses

  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitTemplateInstantiations() const { return true; }

  /// @{ What is not evaluated when the kernel runs.
  bool TraverseConstantExpr(ConstantExpr *) { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) { return true; }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *) { return true; }
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }
  bool TraverseLambdaExpr(LambdaExpr *expression) { // the body belongs to its call operator
    for (Expr *initializer : expression->capture_inits())
      if (initializer && !TraverseStmt(initializer))
        return false;
    return true;
  }
  bool TraverseStaticAssertDecl(StaticAssertDecl *) { return true; }
  bool TraverseVarDecl(VarDecl *variable) {
    return variable->isConstexpr() ? VisitVarDecl(variable) : Base::TraverseVarDecl(variable);
  }
  bool TraverseIfStmt(IfStmt *statement) {
    if (!statement->isConstexpr() && !statement->isConsteval())
      return Base::TraverseIfStmt(statement);
    const std::optional<Stmt *> taken = statement->getNondiscardedCase(context_);
    return (!statement->getInit() || TraverseStmt(statement->getInit())) &&
           (!taken || !*taken || TraverseStmt(*taken));
  }
  bool TraverseFunctionDecl(FunctionDecl *) { return true; } // local declarations
  bool TraverseCXXRecordDecl(CXXRecordDecl *) { return true; }
  /// @}

  bool VisitCXXThrowExpr(CXXThrowExpr *expression) {
    return add(expression->getBeginLoc(), "device code cannot throw exceptions");
  }
  bool VisitCXXTryStmt(CXXTryStmt *statement) {
    return add(statement->getBeginLoc(), "device code cannot catch exceptions");
  }
  bool VisitCXXTypeidExpr(CXXTypeidExpr *expression) {
    return add(expression->getBeginLoc(), "device code has no run-time type information: 'typeid'");
  }
  bool VisitCXXDynamicCastExpr(CXXDynamicCastExpr *expression) {
    return add(expression->getBeginLoc(),
               "device code has no run-time type information: 'dynamic_cast'");
  }
  bool VisitCXXNewExpr(CXXNewExpr *expression) {
    const FunctionDecl *allocator = expression->getOperatorNew();
    if (allocator && !allocator->isReservedGlobalPlacementOperator())
      add(expression->getBeginLoc(), "device code cannot allocate memory: 'new'");
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *expression) {
    return add(expression->getBeginLoc(), "device code cannot free memory: 'delete'");
  }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *statement) {
    return add(statement->getBeginLoc(), "device code cannot jump to a computed label");
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *statement) {
    if (statement->isAsmGoto())
      add(statement->getBeginLoc(), "device code cannot jump out of an assembler statement");
    return true;
  }
  bool VisitVarDecl(VarDecl *variable) {
    if (isDeviceGlobal(context_.getBaseElementType(variable->getType())) &&
        (variable->hasLocalStorage() || variable->isStaticLocal()))
      add(variable->getLocation(),
          "the device_global " + nameOf(*variable) +
              " is in a function; it must be in a namespace, or a static member of a class");
    if (variable->getType()->isVariableArrayType())
      add(variable->getLocation(),
          "device code cannot have arrays of variable length: " + nameOf(*variable));
    if (const CXXDestructorDecl *destructor = destructorOf(variable->getType()))
      if (variable->hasLocalStorage())
        call(destructor, variable->getLocation());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *expression) {
    return call(expression->getTemporary()->getDestructor(), expression->getBeginLoc());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *expression) {
    return call(expression->getConstructor(), expression->getBeginLoc());
  }
  bool VisitCallExpr(CallExpr *expression) {
    const FunctionDecl *callee = expression->getDirectCallee();
    if (!callee)
      callee = constantCallee(*expression->getCallee());
    const SourceLocation place = expression->getBeginLoc();
    if (!callee) {
      if (!isa<CXXPseudoDestructorExpr>(expression->getCallee()->IgnoreParens()))
        add(place, "device code cannot call functions through pointers");
      return true;
    }
    if (callee->getBuiltinID() != 0)
      return true;
    if (callee->isVariadic() && !nameOf(*callee).ends_with("printf'") &&
        !llvm::StringRef(nameOf(*callee)).starts_with("'std::__throw_")) // in the device library
      add(place, "device code cannot call functions with a variable number of arguments: " +
                     nameOf(*callee));
    if (isVirtualCall(*expression))
      add(place, "device code cannot call virtual functions: " + nameOf(*callee));
    return call(callee, place);
  }
  bool VisitDeclRefExpr(DeclRefExpr *expression) {
    const auto *variable = dyn_cast<VarDecl>(expression->getDecl());
    if (!variable || !variable->hasGlobalStorage())
      return true;
    variables.push_back(variable); // reads of elements of constants are no uses for C++
    if (!expression->isNonOdrUse())
      checkVariable(*variable, expression->getLocation());
    return true;
  }

private:
  bool add(SourceLocation place, std::string message) {
    problems.push_back({place, std::move(message)});
    return true;
  }
  bool call(const FunctionDecl *callee, SourceLocation place) {
    if (callee)
      calls.push_back({callee, place});
    return true;
  }

  static const CXXDestructorDecl *destructorOf(QualType type) {
    const CXXRecordDecl *record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return record && record->hasDefinition() && !record->hasTrivialDestructor()
               ? record->getDestructor()
               : nullptr;
  }

  /// The function that a pointer of constant value points to, as those that templates choose.
  const FunctionDecl *constantCallee(const Expr &pointer) const {
    Expr::EvalResult value;
    if (pointer.isValueDependent() || !pointer.getType()->isFunctionPointerType() ||
        !pointer.EvaluateAsConstantExpr(value, context_) || !value.Val.isLValue())
      return nullptr;
    const APValue::LValueBase base = value.Val.getLValueBase();
    return dyn_cast_or_null<FunctionDecl>(base.dyn_cast<const ValueDecl *>());
  }

  static bool isVirtualCall(const CallExpr &expression) {
    const auto *call = dyn_cast<CXXMemberCallExpr>(&expression);
    const CXXMethodDecl *method = call ? call->getMethodDecl() : nullptr;
    if (!method || !method->isVirtual())
      return false;
    const auto *member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
    if (member && member->hasQualifier())
      return false;
    return !method->getDevirtualizedMethod(call->getImplicitObjectArgument(), /*AppleKext=*/false);
  }

  void checkVariable(const VarDecl &variable, SourceLocation place) {
    if (variable.getType().hasAddressSpace() || isSyclDeclaration(variable))
      return;
    if (isSyclClass(variable.getType(), "specialization_id")) {
      if (variable.isStaticLocal())
        add(variable.getLocation(),
            "the specialization id " + nameOf(variable) +
                " is in a function; it must be in a namespace, or a static member of a class");
      return; // checked by itself
    }
    if (isDeviceGlobal(variable.getType()))
      return; // the run time has its memory
    const QualType type = variable.getType().getNonReferenceType();
    if (!variable.isConstexpr() && !type.isConstant(context_)) {
      add(place, "device code cannot use the variable " + nameOf(variable) +
                     ", which is not const; capture its value, or a pointer to USM");
      return;
    }
    const VarDecl *definition = nullptr;
    if (!variable.isConstexpr() && variable.getAnyInitializer(definition) && definition &&
        !definition->hasConstantInitialization())
      add(place, "device code cannot use the variable " + nameOf(variable) +
                     ", whose value is computed when the program starts; capture its value");
  }

  ASTContext &context_;
};

/// Walks the functions that kernels call.
class CallWalk {
public:
  CallWalk(ASTContext &context, Reporter &reporter, llvm::SetVector<const VarDecl *> &variables)
      : context_(context), reporter_(reporter), variables_(variables) {}

  FunctionAttributes walk(const Kernel &kernel) {
    return walk(*kernel.entry, kernel.launchPlace, "in this kernel");
  }
  FunctionAttributes walk(const ExternalFunction &external) {
    return walk(*external.function, external.function->getLocation(),
                "in this function for other translation units");
  }

private:
  enum class State { Open, Done };
  struct Step {
    const FunctionDecl *function;
    SourceLocation place; ///< of the call
  };

  FunctionAttributes walk(const FunctionDecl &function, SourceLocation place,
                          const char *description) {
    rootPlace_ = place;
    rootDescription_ = description;
    visit(function, place);
    FunctionAttributes all;
    for (const FunctionDecl *one : attributed_[function.getCanonicalDecl()])
      merge(all, attributes_[one]);
    return all;
  }

  void visit(const FunctionDecl &given, SourceLocation place) {
    const FunctionDecl *function = nullptr;
    if (!given.hasBody(function)) {
      if (states_.try_emplace(given.getCanonicalDecl(), State::Done).second)
        addAttributes(given);
      return;
    }
    if (function->isDependentContext())
      return;
    const auto [known, isNew] = states_.try_emplace(function->getCanonicalDecl(), State::Open);
    if (!isNew) {
      if (known->second == State::Open)
        reportChain(place, "device code cannot call functions recursively: " + nameOf(*function));
      return;
    }
    chain_.push_back({function, place});
    addAttributes(*function);
    BodyVisitor visitor(context_);
    if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function))
      for (const CXXCtorInitializer *initializer : constructor->inits())
        visitor.TraverseStmt(initializer->getInit());
    visitor.TraverseStmt(function->getBody());
    variables_.insert_range(visitor.variables);
    for (const BodyVisitor::Problem &problem : visitor.problems)
      reportChain(problem.place, problem.message);
    for (const BodyVisitor::Call &call : visitor.calls)
      visit(*call.callee, call.place);
    for (const BodyVisitor::Call &call : visitor.calls)
      if (const auto found = attributed_.find(call.callee->getCanonicalDecl());
          found != attributed_.end() &&
          call.callee->getCanonicalDecl() != function->getCanonicalDecl()) {
        const auto reached = found->second; // the table may grow
        attributed_[function->getCanonicalDecl()].insert(reached.begin(), reached.end());
      }
    chain_.pop_back();
    states_[function->getCanonicalDecl()] = State::Done;
  }

  /// Leaves out the calls of the headers and of what they call: the kernel has a note of its own.
  void reportChain(SourceLocation place, const std::string &message) {
    if (!reporter_.error(place, message))
      return;
    for (size_t i = chain_.size(); i-- > 1;)
      if (!isSyclDeclaration(*chain_[i].function) && !isSyclDeclaration(*chain_[i - 1].function))
        reporter_.note(chain_[i].place, "called here: " + nameOf(*chain_[i].function));
    reporter_.note(rootPlace_, rootDescription_);
  }

  void addAttributes(const FunctionDecl &function) {
    if (!function.hasAttr<AnnotateAttr>())
      return;
    const FunctionDecl *canonical = function.getCanonicalDecl();
    attributes_[canonical] = attributesOf(*function.getMostRecentDecl());
    attributed_[canonical].insert(canonical);
  }

  void merge(FunctionAttributes &all, const FunctionAttributes &one) {
    mergeSizes(all.workGroupSize, one.workGroupSize, "work-group");
    mergeSizes(all.subGroupSize, one.subGroupSize, "sub-group");
    mergeSizes(all.usedSubGroupSize, one.usedSubGroupSize, "sub-group");
    if (all.workGroupSizeHint.values.empty())
      all.workGroupSizeHint = one.workGroupSizeHint;
    all.aspects.insert(one.aspects.begin(), one.aspects.end());
    all.isHierarchical = all.isHierarchical || one.isHierarchical;
  }
  void mergeSizes(FunctionAttributes::Numbers &all, const FunctionAttributes::Numbers &one,
                  const std::string &what) {
    if (one.values.empty() || one.values == all.values)
      return;
    if (all.values.empty()) {
      all = one;
    } else if (reporter_.error(one.place, "a kernel cannot have two " + what + " sizes: (" +
                                              sizesText(one.values) + ") here, (" +
                                              sizesText(all.values) + ") in another function")) {
      reporter_.note(all.place, "the other size is here");
      reporter_.note(rootPlace_, rootDescription_);
    }
  }

  ASTContext &context_;
  Reporter &reporter_;
  llvm::SetVector<const VarDecl *> &variables_;
  SourceLocation rootPlace_;
  const char *rootDescription_ = nullptr;
  std::vector<Step> chain_;
  llvm::DenseMap<const FunctionDecl *, State> states_;
  llvm::DenseMap<const FunctionDecl *, FunctionAttributes> attributes_;
  /// Functions with attributes that a function reaches, in the order of the calls.
  llvm::DenseMap<const FunctionDecl *, llvm::SmallSetVector<const FunctionDecl *, 2>> attributed_;
};

/// Checks objects that the host passes to devices: of kernels, and values of constants.
class ObjectCheck {
public:
  ObjectCheck(Sema &sema, Reporter &reporter)
      : sema_(sema), context_(sema.Context), reporter_(reporter) {}

  void check(const SpecializationId &id) {
    isPassed_ = true;
    root_ = id.variable->getLocation();
    rootDescription_ = "in this specialization constant";
    if (!id.variable->isConstexpr() && !id.variable->getType().isConstQualified())
      reporter_.error(root_, "the specialization id " + nameOf(*id.variable) +
                                 " must be const or constexpr, because devices read its default");
    const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        id.variable->getType()->getAsCXXRecordDecl());
    if (record && record->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
      checkType(record->getTemplateArgs()[0].getAsType(), root_, "the specialization constant");
  }

  void check(const DeviceGlobal &global) {
    isPassed_ = false;
    root_ = global.variable->getLocation();
    rootDescription_ = "in this device_global";
    const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        global.variable->getType()->getAsCXXRecordDecl());
    if (record && record->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
      checkType(record->getTemplateArgs()[0].getAsType(), root_, "the device_global",
                /*isCopyable=*/true);
  }

  void check(const Kernel &kernel) {
    isPassed_ = true;
    root_ = kernel.launchPlace;
    rootDescription_ = "in this kernel";
    const QualType object = kernel.entry->getParamDecl(0)->getType();
    if (const CXXRecordDecl *record = object->getAsCXXRecordDecl(); record && record->isLambda())
      checkCaptures(*record);
    checkType(object, root_, "the kernel", /*isCopyable=*/false, /*isKernel=*/true);
  }

private:
  void checkCaptures(const CXXRecordDecl &lambda) {
    for (const LambdaCapture &capture : lambda.captures())
      if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef)
        fail(capture.getLocation(), "the kernel captures " + nameOf(*capture.getCapturedVar()) +
                                        " by reference, which does not exist when it runs; "
                                        "capture it by value");
  }

  /// @param what names the object for messages
  /// @param isCopyable whether the object around it was declared device copyable, as tuples are
  void checkType(QualType given, SourceLocation place, const std::string &what,
                 bool isCopyable = false, bool isKernel = false) {
    const QualType type = context_.getBaseElementType(given).getCanonicalType();
    if (type->isReferenceType()) // a lambda's were reported with their names
      return fail(place, what + " is a reference, which does not exist when the kernel runs");
    if (type->isSpecificBuiltinType(BuiltinType::LongDouble))
      return fail(place, what + " has the type 'long double', which has another size on devices");
    if (isPassed_ && type->isIntegerType() && context_.getTypeSize(type) > 64)
      return fail(place, what + " has the type '" + given.getAsString() +
                             "', and integers of more than 64 bits cannot be passed to a device");
    if (isPassed_ && type->isFunctionPointerType())
      return fail(place, what + " is a pointer to a function; device code cannot call functions "
                                "through pointers");
    const CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition() || isSyclDeclaration(*record))
      return;
    if (record->isPolymorphic())
      return fail(place, what + " has the type " + nameOf(*record) +
                             " with virtual functions, which devices cannot call");
    // What the members of the kernel's object are decides, as in DPC++, whether it is a lambda or
    // not.
    if (!isCopyable && !isKernel && !record->isLambda() && !isTriviallyCopyable(type, *record)) {
      isCopyable = isDeviceCopyable(type.getUnqualifiedType(), place);
      if (!isCopyable)
        return fail(place, what + " has the type " + nameOf(*record) +
                               ", which is not device copyable: it is not trivially copyable, and "
                               "sycl::is_device_copyable is not specialized for it");
    }
    for (const CXXBaseSpecifier &base : record->bases())
      checkType(base.getType(), place, what, isCopyable, isKernel);
    for (const FieldDecl *field : record->fields()) {
      const bool isCapture = record->isLambda();
      if (isCapture && field->getType()->isReferenceType())
        continue;
      checkType(field->getType(), isCapture ? field->getLocation() : place,
                isCapture ? "a capture of the kernel"
                          : "the member '" + field->getNameAsString() + "' of " + nameOf(*record),
                isCopyable);
    }
  }

  /// The members are checked on their own. clang 22 says no to classes with const members of class
  /// type, whose implicit assignment is deleted, and which C++ does not count.
  bool isTriviallyCopyable(QualType type, const CXXRecordDecl &record) const {
    return type.isTriviallyCopyableType(context_) ||
           (record.hasTrivialDestructor() && !record.hasNonTrivialCopyConstructor() &&
            !record.hasNonTrivialMoveConstructor() && !record.hasUserDeclaredCopyAssignment() &&
            !record.hasUserDeclaredMoveAssignment() &&
            llvm::any_of(record.fields(), [](const FieldDecl *field) {
              return field->getType().isConstQualified();
            }));
  }

  /// The value of sycl::is_device_copyable<type>.
  bool isDeviceCopyable(QualType type, SourceLocation place) const {
    const ClassTemplateDecl *trait = deviceCopyableTrait();
    if (!trait)
      return false;
    TemplateArgumentListInfo arguments(place, place);
    arguments.addArgument(TemplateArgumentLoc(TemplateArgument(type),
                                              context_.getTrivialTypeSourceInfo(type, place)));
    const QualType instance = sema_.CheckTemplateIdType(
        ElaboratedTypeKeyword::None, TemplateName(const_cast<ClassTemplateDecl *>(trait)), place,
        arguments, /*Scope=*/nullptr, /*ForNestedNameSpecifier=*/false);
    if (instance.isNull() || !sema_.isCompleteType(place, instance))
      return false;
    LookupResult found(sema_, &context_.Idents.get("value"), place, Sema::LookupOrdinaryName);
    sema_.LookupQualifiedName(found, instance->getAsCXXRecordDecl());
    if (!found.isSingleResult())
      return false;
    const ExprResult value =
        sema_.BuildDeclarationNameExpr(CXXScopeSpec(), found, /*NeedsADL=*/false);
    bool result = false;
    return value.isUsable() && value.get()->EvaluateAsBooleanCondition(result, context_) && result;
  }

  const ClassTemplateDecl *deviceCopyableTrait() const {
    const IdentifierInfo &name = context_.Idents.get("sycl");
    for (const NamedDecl *space : context_.getTranslationUnitDecl()->lookup(&name))
      if (const auto *sycl = dyn_cast<NamespaceDecl>(space))
        for (const NamedDecl *found : sycl->lookup(&context_.Idents.get("is_device_copyable")))
          if (const auto *trait = dyn_cast<ClassTemplateDecl>(found))
            return trait;
    return nullptr;
  }

  void fail(SourceLocation place, const std::string &message) {
    if (reporter_.error(place, message) && place != root_)
      reporter_.note(root_, rootDescription_);
  }

  Sema &sema_;
  ASTContext &context_;
  Reporter &reporter_;
  bool isPassed_ = true; ///< with a launch; device_globals are memory of devices
  SourceLocation root_;
  const char *rootDescription_ = nullptr;
};

} // namespace

void checkKernelNames(ASTContext &context, const DeviceCode &code) {
  Reporter reporter(context);
  llvm::DenseMap<QualType, const Kernel *> kernels;
  for (const Kernel &kernel : code.kernels()) {
    const auto [known, isNew] =
        kernels.try_emplace(kernel.nameType.getCanonicalType().getUnqualifiedType(), &kernel);
    if (!isNew &&
        reporter.error(kernel.launchPlace,
                       "another kernel has the name '" +
                           kernel.nameType.getAsString(context.getPrintingPolicy()) + "'"))
      reporter.note(known->second->launchPlace, "the other kernel is here");
  }
}

std::map<std::string, FunctionAttributes>
checkDeviceCode(Sema &sema, const DeviceCode &code, llvm::SetVector<const VarDecl *> &variables) {
  Reporter reporter(sema.Context);
  ObjectCheck objects(sema, reporter);
  CallWalk calls(sema.Context, reporter, variables);
  std::map<std::string, FunctionAttributes> attributes;
  for (const SpecializationId &id : code.ids())
    objects.check(id);
  for (const DeviceGlobal &global : code.globals())
    objects.check(global);
  for (const DeclaratorDecl *declaration : code.misplacedGlobals())
    reporter.error(declaration->getLocation(),
                   nameOf(*declaration) + (isa<FieldDecl>(declaration)
                                               ? " is a device_global for each object; it must be "
                                                 "a static member of the class"
                                               : " is an array of device_globals; make it a "
                                                 "device_global of an array"));
  for (const Kernel &kernel : code.kernels()) {
    objects.check(kernel);
    attributes[kernel.name] = calls.walk(kernel);
  }
  for (const ExternalFunction &external : code.externalFunctions())
    attributes[external.name] = calls.walk(external);
  return attributes;
}

} // namespace ursa::compiler::frontend::sycl
