// Descriptions of kernels, from the device pass of a source to its host pass. Integration headers,
// which the compiler writes, define the table `kernelDescriptions` and a function
// `kernelTable(ThisUnit)` that returns it.
#pragma once

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

/// The kind of a member of a kernel object that a kernel gets as an argument. Specialized: a number
/// that is a specialization constant of the kernel instead.
enum class KernelParameterKind { Value, Pointer, Accessor, LocalAccessor, Specialized };

/// A member of a kernel object.
struct KernelParameter {
  KernelParameterKind kind;
  unsigned long size;   ///< in bytes
  unsigned long offset; ///< in bytes from the begin of the object
};

/// A kernel. The last one of a table has no name.
struct KernelDescription {
  const char *name; ///< of the function in device code
  const char *file; ///< @{ where the type of the kernel object is defined
  unsigned line;
  unsigned column;                   ///< @}
  unsigned long objectSize;          ///< in bytes
  const KernelParameter *parameters; ///< those of constants come first
  unsigned parameterCount;
  unsigned long places; ///< of the types without a name in the object's type, see placesIn
};

/// The kernels of a translation unit, in the order of their names. None: it has no integration
/// header.
struct KernelTable {
  const KernelDescription *kernels;
  unsigned count; ///< with the last one, which has no name
};

/// Templates find the table of their translation unit by argument-dependent lookup, so that these
/// headers may be precompiled and the integration header read behind them.
struct ThisUnit {};
template <class> struct UnitOf { using type = ThisUnit; };

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
