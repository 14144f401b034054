// See integration_files.h.
#include "compiler/frontend/sycl/integration_files.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace ursa::compiler::frontend::sycl {
namespace {

// The namespace of the headers, as they open it.
constexpr llvm::StringLiteral kDetailBegin =
    "inline namespace ursa_sycl {\nnamespace sycl {\nnamespace detail {\n";
constexpr llvm::StringLiteral kDetailEnd =
    "} // namespace detail\n} // namespace sycl\n} // namespace ursa_sycl\n";

PrintingPolicy printing(const ASTContext &context) {
  PrintingPolicy policy(context.getLangOpts());
  policy.SuppressUnwrittenScope = true;
  policy.FullyQualifiedName = true;
  policy.PrintAsCanonical = true;
  return policy;
}

/// The namespaces around a declaration, outermost first.
std::vector<const NamespaceDecl *> namespacesOf(const Decl &declaration) {
  std::vector<const NamespaceDecl *> spaces;
  for (const DeclContext *context = declaration.getDeclContext(); context;
       context = context->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(context))
      spaces.insert(spaces.begin(), space);
  return spaces;
}

/// Opens namespaces again.
std::string opening(const std::vector<const NamespaceDecl *> &spaces) {
  std::string text;
  for (const NamespaceDecl *space : spaces) {
    text += space->isInline() ? "inline namespace " : "namespace ";
    text += space->isAnonymousNamespace() ? "{ " : space->getName().str() + " { ";
  }
  return text;
}

std::string closing(const std::vector<const NamespaceDecl *> &spaces) {
  std::string text;
  for (size_t i = 0; i < spaces.size(); ++i)
    text += " }";
  return text;
}

/// "::a::b::" of the namespaces that have names.
std::string qualifier(const std::vector<const NamespaceDecl *> &spaces) {
  std::string text = "::";
  for (const NamespaceDecl *space : spaces)
    if (!space->isAnonymousNamespace())
      text += space->getName().str() + "::";
  return text;
}

/// A string literal of C++.
std::string quoted(llvm::StringRef text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      literal += '\\';
    literal += c;
  }
  return literal + '"';
}

llvm::StringRef kindName(KernelParameter::Kind kind) {
  switch (kind) {
  case KernelParameter::Kind::Value:
    return "Value";
  case KernelParameter::Kind::Pointer:
    return "Pointer";
  case KernelParameter::Kind::Accessor:
    return "Accessor";
  case KernelParameter::Kind::LocalAccessor:
    return "LocalAccessor";
  case KernelParameter::Kind::Specialized:
    return "Specialized";
  }
  return {};
}

/// Returns a hash of the places of types without a name in the text of a type, as the host compiler
/// computes it (placesIn in sycl/detail/kernel_name.hpp).
uint64_t placesIn(llvm::StringRef text) {
  constexpr uint64_t kBasis = 0xcbf29ce484222325;
  constexpr uint64_t kPrime = 0x100000001b3;
  uint64_t hash = kBasis;
  for (size_t end = text.find(')'); end != llvm::StringRef::npos; end = text.find(')', end + 1)) {
    llvm::StringRef rest = text.take_front(end);
    const auto dropNumber = [&rest] {
      const llvm::StringRef before = rest.rtrim("0123456789");
      const bool isNumber = before.size() < rest.size() && before.ends_with(':');
      rest = before.drop_back(isNumber);
      return isNumber;
    };
    if (!dropNumber() || !dropNumber())
      continue;
    for (const char c : text.slice(rest.size(), end + 1))
      hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  }
  return hash == kBasis ? 0 : hash;
}

void writeParameters(llvm::raw_ostream &out, const Kernel &kernel, size_t number) {
  if (kernel.parameters.empty())
    return;
  out << "static constexpr KernelParameter kernelParameters" << number << "[] = {\n";
  for (const KernelParameter &parameter : kernel.parameters)
    out << "    {KernelParameterKind::" << kindName(parameter.kind) << ", " << parameter.size
        << ", " << parameter.offset << "},\n";
  out << "};\n";
}

void writeDescription(llvm::raw_ostream &out, const ASTContext &context, const Kernel &kernel,
                      size_t number) {
  const PresumedLoc place = context.getSourceManager().getPresumedLoc(kernel.place);
  out << "    {" << quoted(kernel.name) << ", "
      << quoted(place.isValid() ? place.getFilename() : "") << ", "
      << (place.isValid() ? place.getLine() : 0) << ", "
      << (place.isValid() ? place.getColumn() : 0) << ", " << kernel.objectSize << ", ";
  if (kernel.parameters.empty())
    out << "nullptr, 0, ";
  else
    out << "kernelParameters" << number << ", " << kernel.parameters.size() << ", ";
  const QualType object = kernel.entry->getParamDecl(0)->getType().getCanonicalType();
  const PrintingPolicy policy(context.getLangOpts()); // that of __PRETTY_FUNCTION__
  out << llvm::format_hex(placesIn(object.getUnqualifiedType().getAsString(policy)), 18) << "},\n";
}

/// The outermost class around a member; null for variables at the scope of a namespace.
const CXXRecordDecl *outermostClass(const VarDecl &variable) {
  const CXXRecordDecl *outermost = nullptr;
  for (const DeclContext *context = variable.getDeclContext(); context;
       context = context->getParent())
    if (const auto *record = dyn_cast<CXXRecordDecl>(context))
      outermost = record;
  return outermost;
}

/// Returns the name, to be written in its namespaces, qualified as far as a name can be: a
/// qualified name is not that of a variable in an unnamed namespace inside.
std::string unambiguous(const std::string &name, const std::vector<const NamespaceDecl *> &spaces) {
  std::string path = "::";
  for (const NamespaceDecl *space : spaces)
    if (space->isAnonymousNamespace())
      path.clear();
    else
      path.append(space->getName()).append("::");
  return path + name;
}

/// Returns a name as it reads inside its namespaces: "Outer<int>::Inner::id", "id<int>".
std::string nameInNamespaces(const NamedDecl &declaration, const ASTContext &context,
                             const std::vector<const NamespaceDecl *> &spaces) {
  std::string text;
  llvm::raw_string_ostream out(text);
  declaration.getNameForDiagnostic(out, printing(context), /*Qualified=*/true);
  llvm::StringRef name = text;
  for (const NamespaceDecl *space : spaces)
    if (!space->isAnonymousNamespace())
      (void)name.consume_front((space->getName() + "::").str());
  return name.str();
}

/// How the footer tells the host of a kind of variables.
struct Definition {
  const char *function; ///< begins the name of the function that returns the variable
  const char *text;     ///< begins the name of the class that has the id
  const char *define;   ///< the class template that is instantiated with both
};
constexpr Definition kSymbolicId{"ursa_id", "SymbolicId", "DefineSymbolicId"};
constexpr Definition kDeviceGlobal{"ursa_global", "DeviceGlobalId", "DefineDeviceGlobal"};

void writeDefinition(llvm::raw_ostream &out, const ASTContext &context, const Definition &kind,
                     const VarDecl &variable, const std::string &id, size_t number) {
  const std::string index = std::to_string(number);
  const auto spaces = namespacesOf(variable);
  const std::string name = nameInNamespaces(variable, context, spaces);
  std::string argument;
  if (const CXXRecordDecl *outermost = outermostClass(variable)) {
    // The alias may name a class of an unnamed namespace; the instantiation a private member.
    const std::string whole = nameInNamespaces(*outermost, context, spaces);
    const std::string alias = std::string(kind.function) + "_class" + index;
    out << opening(spaces) << "using " << alias << " = " << unambiguous(whole, spaces) << ';'
        << closing(spaces) << '\n';
    argument = qualifier(spaces) + alias + name.substr(whole.size());
  } else {
    const std::string function = kind.function + index + "()";
    out << opening(spaces) << "constexpr const auto &" << function << " { return "
        << unambiguous(name, spaces) << "; }" << closing(spaces) << '\n';
    argument = qualifier(spaces) + function;
  }
  out << kDetailBegin << "struct " << kind.text << index
      << " { static constexpr const char *value = " << quoted(id) << "; };\n"
      << "template struct " << kind.define << '<' << argument << ", " << kind.text << index
      << ">;\n"
      << kDetailEnd;
}

} // namespace

void writeIntegrationHeader(llvm::raw_ostream &out, const ASTContext &context,
                            const std::vector<Kernel> &all) {
  std::vector<Kernel> kernels = all;
  llvm::sort(kernels, [](const Kernel &a, const Kernel &b) { return a.name < b.name; });
  out << "// Integration header, generated.\n#include <sycl/detail/kernel_description.hpp>\n"
      << kDetailBegin;
  for (size_t i = 0; i < kernels.size(); ++i)
    writeParameters(out, kernels[i], i);
  out << "static constexpr KernelDescription kernelDescriptions[] = {\n";
  for (size_t i = 0; i < kernels.size(); ++i)
    writeDescription(out, context, kernels[i], i);
  out << "    {nullptr, nullptr, 0, 0, 0, nullptr, 0, 0}, // the end\n};\n"
      << "static constexpr KernelTable kernelTable(ThisUnit) { return {kernelDescriptions, "
      << kernels.size() + 1 << "}; }\n"
      << kDetailEnd;
}

void writeIntegrationFooter(llvm::raw_ostream &out, const ASTContext &context,
                            const std::vector<SpecializationId> &ids,
                            const std::vector<DeviceGlobal> &globals) {
  out << "// Integration footer, generated.\n";
  for (size_t i = 0; i < ids.size(); ++i)
    writeDefinition(out, context, kSymbolicId, *ids[i].variable, ids[i].id, i);
  for (size_t i = 0; i < globals.size(); ++i)
    if (const VarDecl *definition = const_cast<VarDecl *>(globals[i].variable)->getDefinition())
      writeDefinition(out, context, kDeviceGlobal, *definition, globals[i].id, i);
}

} // namespace ursa::compiler::frontend::sycl
