// See attributes.h.
#include "compiler/frontend/sycl/attributes.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>

using namespace clang;

namespace ursa::compiler::frontend::sycl {
namespace {

constexpr llvm::StringLiteral kScope = "sycl::";
constexpr llvm::StringLiteral kTrailing = "__sycl_";

constexpr llvm::StringLiteral kWorkGroupSize = "reqd_work_group_size";
constexpr llvm::StringLiteral kWorkGroupSizeHint = "work_group_size_hint";
constexpr llvm::StringLiteral kSubGroupSize = "reqd_sub_group_size";
constexpr llvm::StringLiteral kDpcppSubGroupSize = "intel_reqd_sub_group_size";
constexpr llvm::StringLiteral kDeviceHas = "device_has";
constexpr llvm::StringLiteral kTypeHint = "vec_type_hint";
// Of functions of the SYCL headers, and by a macro of theirs.
constexpr llvm::StringLiteral kHierarchical = "hierarchical";
constexpr llvm::StringLiteral kSubGroupSizeOrNone = "sub_group_size_or_none";

constexpr llvm::StringLiteral kExternal = "sycl_external"; // clang's

/// The name of an attribute of SYCL, or by which DPC++ had it before SYCL 2020, in the namespace
/// sycl; empty for others.
llvm::StringRef attributeName(llvm::StringRef scope, llvm::StringRef name) {
  if (scope == "sycl")
    return llvm::StringSwitch<llvm::StringRef>(name)
        .Cases({kWorkGroupSize, kWorkGroupSizeHint, kSubGroupSize, kDeviceHas, kTypeHint}, name)
        .Default("");
  if (scope == "intel" || scope == "cl")
    return llvm::StringSwitch<llvm::StringRef>(name)
        .Case(kWorkGroupSize, name)
        .Cases({kSubGroupSize, "sub_group_size", kDpcppSubGroupSize}, kDpcppSubGroupSize)
        .Default("");
  return "";
}

void error(DiagnosticsEngine &diagnostics, SourceLocation place, const std::string &message) {
  diagnostics.Report(place, diagnostics.getDiagnosticIDs()->getCustomDiagID(
                                static_cast<DiagnosticIDs::Level>(DiagnosticsEngine::Error), "%0"))
      << message;
}

/// Replaces tokens of attributes as the parser gets them. Tokens that the parser may read again are
/// in the preprocessor's cache, where they are replaced as well.
class TokenRewriter {
public:
  explicit TokenRewriter(Preprocessor &preprocessor) : preprocessor_(preprocessor) {}

  void operator()(const Token &token) {
    const tok::TokenKind before = previous_;
    previous_ = token.getKind();
    if (token.is(tok::l_paren)) {
      parentheses_.push_back(before);
    } else if (token.is(tok::r_paren) && !parentheses_.empty()) {
      const tok::TokenKind outside = parentheses_.pop_back_val();
      isLambda_ = outside == tok::r_square || outside == tok::greater;
    }
    const bool isSpecifier = isLambda_ && token.isOneOf(tok::kw_noexcept, tok::kw_mutable);
    if ((token.isNot(tok::l_square) && !isSpecifier) || isLooking_)
      return;
    isLooking_ = true;
    auto &own = const_cast<Token &>(token); // of the parser, which reads it afterwards
    isLookedAhead_ = isLookedAhead(own);
    const unsigned end = isSpecifier ? moveBehindAttributes(own) : 0;
    if (own.is(tok::l_square) &&
        (isSpecifier || endsDeclarator(before) || before == tok::kw_extern))
      rewrite(own, before == tok::kw_extern);
    rewriteRead(end);
    giveBack();
    isLooking_ = false;
  }

private:
  /// Whether what follows a token is behind the parameters of a function.
  static bool endsDeclarator(tok::TokenKind kind) {
    switch (kind) {
    case tok::r_paren:
    case tok::kw_const:
    case tok::kw_volatile:
    case tok::kw_noexcept:
    case tok::kw_mutable:
    case tok::amp:
    case tok::ampamp:
      return true;
    default:
      return false;
    }
  }

  /// Returns a token behind the given one, which may be replaced.
  Token &next(unsigned index) {
    if (!isLookedAhead_)
      return const_cast<Token &>(preprocessor_.LookAhead(index));
    while (ahead_.size() <= index)
      preprocessor_.Lex(ahead_.emplace_back());
    return ahead_[index];
  }

  /// Whether the parser itself looks ahead at a token. Then the token is the last one in the
  /// preprocessor's cache, to which nothing may be added: the tokens behind it are read, and given
  /// back as a stream of tokens.
  bool isLookedAhead(const Token &token) {
    const auto place = reinterpret_cast<uintptr_t>(&token);
    const auto first = reinterpret_cast<uintptr_t>(&preprocessor_.LookAhead(0));
    constexpr uintptr_t kMost = 64;
    return place >= first && place < first + kMost * sizeof(Token);
  }

  void giveBack() {
    if (ahead_.empty())
      return;
    auto tokens = std::make_unique<Token[]>(ahead_.size());
    std::copy(ahead_.begin(), ahead_.end(), tokens.get());
    preprocessor_.EnterTokenStream(std::move(tokens), static_cast<unsigned>(ahead_.size()),
                                   /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
    ahead_.clear();
  }

  /// Attributes of GNU are before other specifiers of a lambda. Returns the number of tokens behind
  /// the given one that are of attributes then.
  unsigned moveBehindAttributes(Token &specifier) {
    unsigned end = 0;
    while (next(end).is(tok::l_square) && next(end + 1).is(tok::l_square) &&
           isScope(next(end + 2))) {
      const std::optional<unsigned> last = findEnd(end + 2);
      if (!last)
        return 0;
      end = *last + 2;
    }
    if (end == 0)
      return 0;
    const Token moved = specifier;
    replace(specifier, next(0));
    for (unsigned i = 0; i + 1 < end; ++i)
      next(i) = next(i + 1);
    next(end - 1) = moved;
    return end - 1;
  }

  /// Rewrites attributes among the first tokens that were read ahead: they do not come again.
  void rewriteRead(unsigned end) {
    for (unsigned i = 0; i + 1 < end; ++i)
      if (next(i).is(tok::l_square) && next(i + 1).is(tok::l_square))
        if (const std::optional<unsigned> last = findEnd(i + 2)) {
          Token keyword = next(i);
          toGnu(keyword, i + 1, *last);
          next(i) = keyword;
        }
  }

  /// Replaces the token that the parser reads.
  void replace(Token &token, const Token &by) {
    if (preprocessor_.isBacktrackEnabled() && preprocessor_.IsPreviousCachedToken(token))
      preprocessor_.ReplacePreviousCachedToken(by);
    token = by;
  }

  void rewrite(Token &opening, bool isExternal) {
    if (next(0).isNot(tok::l_square) || next(2).isNot(tok::coloncolon) ||
        !(isExternal ? isName(next(1), "clang") && isName(next(3), kExternal) : isScope(next(1))))
      return;
    if (const std::optional<unsigned> end = findEnd(1))
      replaceByGnu(opening, *end);
  }

  static bool isName(const Token &token, llvm::StringRef name) {
    return token.is(tok::identifier) && token.getIdentifierInfo()->getName() == name;
  }

  /// Whether a token is the namespace of attributes of SYCL or of DPC++.
  static bool isScope(const Token &token) {
    return isName(token, "sycl") || isName(token, "intel") || isName(token, "cl");
  }

  /// The index of the last but one bracket of the attribute that has @p first inside.
  std::optional<unsigned> findEnd(unsigned first) {
    constexpr unsigned kMost = 10000;
    unsigned depth = 0;
    for (unsigned i = first; i < kMost; ++i) {
      const Token &token = next(i);
      if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
        ++depth;
      else if (depth == 0 && token.is(tok::r_square))
        return next(i + 1).is(tok::r_square) ? std::optional(i) : std::nullopt;
      else if (depth > 0 && token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
        --depth;
      else if (token.isOneOf(tok::eof, tok::annot_module_end, tok::semi))
        return std::nullopt;
    }
    return std::nullopt;
  }

  /// Replaces a type in parentheses by an expression, which is what clang takes as the argument:
  /// "true", "!true", "true+true". Returns the index of the closing parenthesis.
  unsigned replaceType(unsigned first) {
    unsigned end = first;
    for (unsigned depth = 0; depth > 0 || next(end).isNot(tok::r_paren); ++end)
      depth += next(end).is(tok::l_paren) ? 1U : next(end).is(tok::r_paren) ? -1U : 0U;
    for (unsigned i = first; i < end; ++i) {
      const bool isOperator = (end - i) % 2 == 0;
      set(next(i),
          !isOperator  ? tok::kw_true
          : i == first ? tok::exclaim
                       : tok::plus,
          isOperator ? nullptr : preprocessor_.getIdentifierInfo("true"));
    }
    return end;
  }

  void replaceByGnu(Token &opening, unsigned end) {
    Token keyword = opening;
    toGnu(keyword, 0, end);
    replace(opening, keyword);
    previous_ = tok::r_paren; // another attribute may follow
  }

  /// @param keyword gets the place of the first bracket
  /// @param begin the index of the second bracket
  /// @param end the index of the last but one
  void toGnu(Token &keyword, unsigned begin, unsigned end) {
    for (unsigned i = begin + 1; i < end; ++i)
      if (next(i).is(tok::identifier) && next(i - 1).is(tok::coloncolon) &&
          isName(next(i), kTypeHint) && next(i + 1).is(tok::l_paren))
        i = replaceType(i + 2);
    set(keyword, tok::kw___attribute, preprocessor_.getIdentifierInfo("__attribute__"));
    set(next(begin), tok::l_paren);
    unsigned depth = 0;
    for (unsigned i = begin + 1; i < end; ++i) {
      Token &token = next(i);
      if (token.is(tok::l_paren))
        ++depth;
      else if (token.is(tok::r_paren))
        --depth;
      else if (depth == 0 && token.is(tok::coloncolon)) {
        Token &name = next(i + 1);
        llvm::StringRef attribute;
        if (isName(next(i - 1), "clang") && isName(name, kExternal))
          attribute = kExternal;
        else if (next(i - 1).is(tok::identifier) && name.is(tok::identifier))
          attribute = attributeName(next(i - 1).getIdentifierInfo()->getName(),
                                    name.getIdentifierInfo()->getName());
        set(next(i - 1), i == begin + 2 ? tok::l_paren : tok::comma);
        set(token, tok::comma);
        if (!attribute.empty())
          set(name, tok::identifier,
              preprocessor_.getIdentifierInfo((kTrailing + attribute).str()));
      }
    }
    set(next(end), tok::r_paren);
    set(next(end + 1), tok::r_paren);
  }

  static void set(Token &token, tok::TokenKind kind, IdentifierInfo *name = nullptr) {
    token.setKind(kind);
    token.setIdentifierInfo(name);
  }

  Preprocessor &preprocessor_;
  tok::TokenKind previous_ = tok::unknown;
  llvm::SmallVector<tok::TokenKind, 32> parentheses_; ///< before each one that is open
  bool isLambda_ = false; ///< whether the last parentheses are those of a lambda's parameters
  bool isLooking_ = false;
  bool isLookedAhead_ = false;
  std::deque<Token> ahead_; ///< read and not given back; references stay valid
};

/// An attribute for clang's parser.
class SyclAttribute : public ParsedAttrInfo {
public:
  /// @param name with the scope
  /// @param others names of DPC++ with their scopes. Clang reads arguments of attributes with a
  /// known name without the scope.
  SyclAttribute(const char *name, const char *trailing,
                std::initializer_list<const char *> others = {})
      : name_(name), spellings_{{ParsedAttr::AS_GNU, trailing}} {
    addCxx11(name);
    for (const char *other : others)
      addCxx11(other);
    Spellings = spellings_;
    OptArgs = 15;
  }

  bool diagAppertainsToDecl(Sema &sema, const ParsedAttr &attribute,
                            const Decl *declaration) const override {
    if (declaration->getAsFunction())
      return true;
    error(sema.getDiagnostics(), attribute.getLoc(),
          "'" + name_.str() + "' is an attribute of functions");
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration,
                                   const ParsedAttr &attribute) const override {
    if (!attribute.hasScope() && attribute.getSyntax() != ParsedAttr::AS_GNU)
      return NotHandled;
    const llvm::StringRef name = name_;
    if (name == (kScope + kTypeHint).str())
      return AttributeApplied;
    if (!diagAppertainsToDecl(sema, attribute, declaration))
      return AttributeNotApplied;
    const EnterExpressionEvaluationContext constant(
        sema, Sema::ExpressionEvaluationContext::ConstantEvaluated);
    llvm::SmallVector<Expr *, 4> arguments;
    for (unsigned i = 0; i < attribute.getNumArgs(); ++i) {
      Expr *argument = attribute.isArgIdent(i) ? valueOf(sema, *attribute.getArgAsIdent(i))
                                               : attribute.getArgAsExpr(i);
      if (!argument)
        return AttributeNotApplied;
      arguments.push_back(argument);
    }
    IdentifierTable &names = sema.Context.Idents;
    const AttributeCommonInfo info(&names.get(name.drop_front(kScope.size())),
                                   AttributeScopeInfo(&names.get("sycl"), attribute.getLoc()),
                                   attribute.getRange(), AttributeCommonInfo::AT_Annotate,
                                   AttributeCommonInfo::Form::CXX11());
    Attr *made = sema.CreateAnnotationAttr(info, name, arguments);
    if (!made)
      return AttributeNotApplied;
    declaration->addAttr(made);
    return AttributeApplied;
  }

private:
  void addCxx11(const char *name) {
    spellings_.push_back({ParsedAttr::AS_CXX11, name});
    spellings_.push_back({ParsedAttr::AS_CXX11, name + llvm::StringRef(name).find("::") + 2});
  }

  /// A first argument of one name is not an expression yet.
  static Expr *valueOf(Sema &sema, const IdentifierLoc &name) {
    LookupResult found(sema, name.getIdentifierInfo(), name.getLoc(), Sema::LookupOrdinaryName);
    sema.LookupName(found, sema.getCurScope());
    if (found.empty()) {
      error(sema.getDiagnostics(), name.getLoc(),
            "use of undeclared identifier '" + name.getIdentifierInfo()->getName().str() + "'");
      return nullptr;
    }
    return sema.BuildDeclarationNameExpr(CXXScopeSpec(), found, /*NeedsADL=*/false).get();
  }

  llvm::StringRef name_; ///< with the scope "sycl::"
  llvm::SmallVector<Spelling, 9> spellings_;
};

struct WorkGroupSize final : SyclAttribute {
  WorkGroupSize()
      : SyclAttribute("sycl::reqd_work_group_size", "__sycl_reqd_work_group_size",
                      {"cl::reqd_work_group_size", "intel::reqd_work_group_size"}) {}
};
struct WorkGroupSizeHint final : SyclAttribute {
  WorkGroupSizeHint()
      : SyclAttribute("sycl::work_group_size_hint", "__sycl_work_group_size_hint") {}
};
struct SubGroupSize final : SyclAttribute {
  SubGroupSize() : SyclAttribute("sycl::reqd_sub_group_size", "__sycl_reqd_sub_group_size") {}
};
struct DpcppSubGroupSize final : SyclAttribute {
  DpcppSubGroupSize()
      : SyclAttribute("sycl::intel_reqd_sub_group_size", "__sycl_intel_reqd_sub_group_size",
                      {"intel::reqd_sub_group_size", "intel::sub_group_size",
                       "cl::intel_reqd_sub_group_size"}) {}
};
struct DeviceHas final : SyclAttribute {
  DeviceHas() : SyclAttribute("sycl::device_has", "__sycl_device_has") {}
};
struct TypeHint final : SyclAttribute {
  TypeHint() : SyclAttribute("sycl::vec_type_hint", "__sycl_vec_type_hint") {}
};

/// SYCL_EXTERNAL behind "extern", and DPC++'s name of it.
struct External final : ParsedAttrInfo {
  External() {
    static constexpr Spelling kSpellings[] = {{ParsedAttr::AS_GNU, "__sycl_sycl_external"},
                                              {ParsedAttr::AS_GNU, "sycl_device"}};
    Spellings = kSpellings;
  }
  AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration,
                                   const ParsedAttr &attribute) const override {
    FunctionDecl *function = declaration->getAsFunction();
    if (!function)
      return AttributeNotApplied;
    function->addAttr(SYCLExternalAttr::CreateImplicit(sema.Context, attribute.getRange()));
    return AttributeApplied;
  }
};

const ParsedAttrInfoRegistry::Add<External> gnuExternal("sycl_external_gnu", "");
const ParsedAttrInfoRegistry::Add<WorkGroupSize> workGroupSize("sycl_reqd_work_group_size", "");
const ParsedAttrInfoRegistry::Add<WorkGroupSizeHint> sizeHint("sycl_work_group_size_hint", "");
const ParsedAttrInfoRegistry::Add<SubGroupSize> subGroupSize("sycl_reqd_sub_group_size", "");
const ParsedAttrInfoRegistry::Add<DpcppSubGroupSize> dpcppSize("sycl_intel_sub_group_size", "");
const ParsedAttrInfoRegistry::Add<DeviceHas> deviceHas("sycl_device_has", "");
const ParsedAttrInfoRegistry::Add<TypeHint> typeHint("sycl_vec_type_hint", "");

/// Reads the numbers of an attribute, from @p first to @p most. Reports others and returns nothing.
std::vector<uint64_t> numbersOf(const ASTContext &context, const AnnotateAttr &attribute,
                                uint64_t first, uint64_t most) {
  std::vector<uint64_t> numbers;
  for (const Expr *argument : attribute.args()) {
    Expr::EvalResult result;
    if (!argument->EvaluateAsConstantExpr(result, context) || !result.Val.isInt()) {
      error(context.getDiagnostics(), argument->getExprLoc(),
            "an argument of '" + attribute.getAnnotation().str() + "' is not a whole number");
      return {};
    }
    const llvm::APSInt &number = result.Val.getInt();
    if (llvm::APSInt::compareValues(number, llvm::APSInt::getUnsigned(first)) < 0 ||
        llvm::APSInt::compareValues(number, llvm::APSInt::getUnsigned(most)) > 0) {
      error(context.getDiagnostics(), argument->getExprLoc(),
            "an argument of '" + attribute.getAnnotation().str() + "' is " +
                llvm::toString(number, 10) + "; it must be from " + std::to_string(first) + " to " +
                std::to_string(most));
      return {};
    }
    numbers.push_back(number.getZExtValue());
  }
  return numbers;
}

/// Reads sizes, of which there are 1 to @p most.
void readSizes(const ASTContext &context, const AnnotateAttr &attribute, size_t most,
               FunctionAttributes::Numbers &sizes) {
  if (attribute.args_size() < 1 || attribute.args_size() > most) {
    error(context.getDiagnostics(), attribute.getLocation(),
          "'" + attribute.getAnnotation().str() + "' has " + std::to_string(attribute.args_size()) +
              " arguments; it takes " + (most == 1 ? "one" : "one to three"));
    return;
  }
  std::vector<uint64_t> values =
      numbersOf(context, attribute, 1, most == 1 ? INT32_MAX : UINT64_MAX);
  if (!values.empty() && !sizes.values.empty() && values != sizes.values)
    error(context.getDiagnostics(), attribute.getLocation(),
          "the function has '" + attribute.getAnnotation().str() + "' with (" +
              sizesText(sizes.values) + ") and with (" + sizesText(values) + ")");
  sizes = {std::move(values), attribute.getLocation()};
}

/// Where a function declares that it uses aspects.
std::string placeOf(const FunctionDecl &function, const AnnotateAttr &attribute) {
  const ASTContext &context = function.getASTContext();
  std::string text = "device_has of function '";
  llvm::raw_string_ostream out(text);
  function.getNameForDiagnostic(out, context.getPrintingPolicy(), /*Qualified=*/true);
  out << '\'';
  const PresumedLoc place = context.getSourceManager().getPresumedLoc(attribute.getLocation());
  if (place.isValid())
    out << " at " << llvm::sys::path::filename(place.getFilename()) << ':' << place.getLine();
  return text;
}

} // namespace

void rewriteTrailingAttributes(Preprocessor &preprocessor) {
  preprocessor.setTokenWatcher(TokenRewriter(preprocessor));
}

FunctionAttributes attributesOf(const FunctionDecl &function) {
  const ASTContext &context = function.getASTContext();
  FunctionAttributes all;
  for (const auto *attribute : function.specific_attrs<AnnotateAttr>()) {
    llvm::StringRef name = attribute->getAnnotation();
    if (!name.consume_front(kScope))
      continue;
    if (name == kWorkGroupSize) {
      readSizes(context, *attribute, 3, all.workGroupSize);
    } else if (name == kWorkGroupSizeHint) {
      readSizes(context, *attribute, 3, all.workGroupSizeHint);
    } else if (name == kSubGroupSize) {
      readSizes(context, *attribute, 1, all.subGroupSize);
    } else if (name == kDpcppSubGroupSize) {
      readSizes(context, *attribute, 1, all.usedSubGroupSize);
    } else if (name == kSubGroupSizeOrNone) {
      const std::vector<uint64_t> size = numbersOf(context, *attribute, 0, INT32_MAX);
      if (!size.empty() && size.front() != 0)
        all.subGroupSize = {size, attribute->getLocation()};
    } else if (name == kDeviceHas) {
      for (const uint64_t number : numbersOf(context, *attribute, 0, INT32_MAX))
        all.aspects.try_emplace(static_cast<uint32_t>(number), placeOf(function, *attribute));
    } else if (name == kHierarchical) {
      all.isHierarchical = true;
    }
  }
  return all;
}

std::string sizesText(const std::vector<uint64_t> &sizes) {
  std::string text;
  for (const uint64_t size : sizes)
    text += (text.empty() ? "" : ", ") + std::to_string(size);
  return text;
}

} // namespace ursa::compiler::frontend::sycl
