// Declarations that integration headers use.
#pragma once

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

enum class KernelParameterKind { Value, Pointer, Accessor, LocalAccessor };
struct KernelParameter {
  KernelParameterKind kind;
  unsigned long size, offset;
};
struct KernelDescription {
  const char *name, *file;
  unsigned line, column;
  unsigned long objectSize;
  const KernelParameter *parameters;
  unsigned parameterCount;
  unsigned long places;
};
struct KernelTable {
  const KernelDescription *kernels;
  unsigned count;
};
struct ThisUnit {};

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
