// SYCL's attributes of kernels and device functions (SYCL 2020, sections 5.8.1 and 5.8.2), which
// stock clang does not know:
//
//   [[sycl::reqd_work_group_size(...)]]  [[sycl::work_group_size_hint(...)]]
//   [[sycl::reqd_sub_group_size(n)]]     [[sycl::device_has(aspects...)]]
//   [[sycl::vec_type_hint(type)]], which is ignored
//
// and the names that DPC++ had for some, as [[intel::reqd_sub_group_size(n)]]: that is often a hint
// for one kind of devices, so it counts only for kernels that use sub-groups.
//
// They belong to functions, also where they stand behind the parameters, as in
// "[=](sycl::item<1>) [[sycl::reqd_work_group_size(8)]] {}". There an attribute of C++ belongs to
// the type, and clang reports an error; but attributes of GNU belong to the function. So the
// tokens of such attributes are replaced when the parser gets them, one for one:
//
//   [             [ sycl :: reqd_work_group_size        ( 8 ) ] ]
//   __attribute__ ( (    ,  __sycl_reqd_work_group_size ( 8 ) ) )
//
// So is SYCL_EXTERNAL, [[clang::sycl_external]], behind "extern", where programs for DPC++ write
// it. Clang stores them as "annotate" with the attribute's name, which templates instantiate.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ursa::compiler::frontend::sycl {

/// The values of the attributes of a function, or of all functions that a kernel reaches.
struct FunctionAttributes {
  /// The numbers of an attribute, and where it is.
  struct Numbers {
    std::vector<uint64_t> values; ///< sizes in the order of the source; empty: no such attribute
    clang::SourceLocation place;
  };
  Numbers workGroupSize;
  Numbers workGroupSizeHint;
  Numbers subGroupSize;
  Numbers usedSubGroupSize; ///< required if the kernel uses sub-groups
  /// Those of device_has, and where it is: "device_has of function 'f' at a.cpp:7".
  std::map<uint32_t, std::string> aspects;
  bool isHierarchical = false; ///< a work-item runs a whole group of the source
};

/// Adds the callbacks that replace tokens. Call before parsing.
void rewriteTrailingAttributes(clang::Preprocessor &preprocessor);

/// Reads the attributes of a function. Reports malformed ones as errors.
FunctionAttributes attributesOf(const clang::FunctionDecl &function);

/// "4, 8" for messages.
std::string sizesText(const std::vector<uint64_t> &sizes);

} // namespace ursa::compiler::frontend::sycl
