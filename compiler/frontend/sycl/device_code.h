// Finds what the run time must know of a SYCL source: its kernels and its specialization ids.
//
// Front ends call the functions as declarations appear, instead of visiting the whole tree, which
// would take longer than parsing a precompiled header.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include "llvm/ADT/DenseSet.h"

#include <string>
#include <vector>

namespace ursa::compiler::frontend::sycl {

/// Whether a declaration is in the namespace sycl.
bool isSyclDeclaration(const clang::Decl &declaration);

/// Whether a type is a class of the namespace sycl, named as in "accessor"; inline namespaces do
/// not count.
bool isSyclClass(clang::QualType type, llvm::StringRef name);

/// Whether a type is sycl::ext::oneapi::experimental::device_global.
bool isDeviceGlobal(clang::QualType type);

/// A member of a kernel object that a kernel gets as an argument.
struct KernelParameter {
  /// Specialized: a number that is a constant of the kernel.
  enum class Kind { Value, Pointer, Accessor, LocalAccessor, Specialized };
  Kind kind;
  uint64_t size;   ///< in bytes
  uint64_t offset; ///< in bytes from the begin of the object
};

/// A kernel: an instantiation of an entry point with the attribute `sycl_kernel_entry_point`. Its
/// function has the name of the type that names it. If other translation units may have another
/// type of that name, as in a static function or an unnamed namespace, "__unit_" and the id of the
/// translation unit follow.
struct Kernel {
  const clang::FunctionDecl *entry;
  clang::QualType nameType;                ///< the type that names it
  std::string stableName;                  ///< of that type, as both passes compute it
  std::string name;                        ///< of the function in device code
  clang::SourceLocation place;             ///< of the object's class, as __PRETTY_FUNCTION__ has it
  clang::SourceLocation launchPlace;       ///< where the program launches it first
  uint64_t objectSize;                     ///< of the first parameter, in bytes
  std::vector<KernelParameter> parameters; ///< of the first parameter; those of constants first
  std::vector<uint64_t> nullPointers;      ///< offsets of std::nullptr_t in the first parameter
};

/// A function that other translation units may call: SYCL_EXTERNAL, with a definition.
struct ExternalFunction {
  const clang::FunctionDecl *function;
  std::string name; ///< in device code
};

/// A variable of type sycl::specialization_id.
struct SpecializationId {
  const clang::VarDecl *variable;
  std::string id; ///< symbolic id: the mangled name; with internal linkage also the unit's id
};

/// A variable of type device_global.
struct DeviceGlobal {
  const clang::VarDecl *variable;
  std::string mangledName; ///< in device code
  std::string id;          ///< by which the program finds it, as of a specialization id
};

/// The kernels, functions for other units, and variables of one translation unit, in the order of
/// their appearance.
class DeviceCode {
public:
  /// @param unit identifies the translation unit in the ids of variables with internal linkage
  DeviceCode(clang::ASTContext &context, std::string unit);

  /// @{ Of the same functions of clang::ASTConsumer.
  /// @param launchPlace where the program calls the function of a header that launches the kernel
  void addTopLevel(const clang::Decl &declaration);
  void addInstantiation(const clang::FunctionDecl &function, clang::SourceLocation launchPlace);
  /// Also instances of templates that a precompiled header has, which is no top-level declaration.
  void addVariable(const clang::VarDecl &variable);
  /// @}
  /// Adds instantiations of templates of variables and classes. Call at the end of the unit.
  void addTemplateInstantiations();

  const std::vector<Kernel> &kernels() const { return kernels_; }
  const std::vector<ExternalFunction> &externalFunctions() const { return externalFunctions_; }
  const std::vector<SpecializationId> &ids() const { return ids_; }
  const std::vector<DeviceGlobal> &globals() const { return globals_; }
  /// Members and arrays of type device_global, which there cannot be.
  const std::vector<const clang::DeclaratorDecl *> &misplacedGlobals() const {
    return misplacedGlobals_;
  }

private:
  void visitContext(const clang::DeclContext &context);
  void visit(const clang::Decl &declaration);
  void addParameters(clang::QualType type, uint64_t offset, std::vector<KernelParameter> &all);
  void addArray(const clang::ConstantArrayType &array, uint64_t offset,
                std::vector<KernelParameter> &all);
  /// Adds the numbers of a type as constants, and all else as addParameters does.
  void addConstants(clang::QualType type, uint64_t offset, std::vector<KernelParameter> &all);
  /// Adds the offsets of std::nullptr_t in a type, also in unions.
  void addNullPointers(clang::QualType type, uint64_t offset, std::vector<uint64_t> &all);
  template <class Add> void visitMembers(const clang::CXXRecordDecl &record, const Add &add);

  clang::ASTContext &context_;
  const std::string unit_;
  std::vector<Kernel> kernels_;
  std::vector<ExternalFunction> externalFunctions_;
  std::vector<SpecializationId> ids_;
  std::vector<DeviceGlobal> globals_;
  std::vector<const clang::DeclaratorDecl *> misplacedGlobals_;
  std::vector<const clang::ClassTemplateDecl *> classTemplates_;
  std::vector<const clang::VarTemplateDecl *> variableTemplates_;
  llvm::DenseSet<const clang::Decl *> seen_;
};

} // namespace ursa::compiler::frontend::sycl
