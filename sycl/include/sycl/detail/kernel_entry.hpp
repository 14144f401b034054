// The entry points of kernels, which exist in the device pass only, and how the host pass names
// and launches them. The compiler splits the object of a kernel into the kernel's arguments.
#pragma once

#include <sycl/detail/device_builtins.hpp>
#include <sycl/detail/kernel_name.hpp>
#include <sycl/item.hpp>
#include <sycl/kernel_handler.hpp>
#include <sycl/nd_range.hpp>

namespace sycl {

template <int Dimensions> class nd_item;
template <int Dimensions> class group;

namespace detail {

/// @{ Forms of kernels.
struct SingleTask {};
template <int Dimensions, bool WithOffset> struct OverRange {};
template <int Dimensions> struct OverNdRange {};
template <int Dimensions> struct OverWorkGroups {};
/// @}

/// Whether the headers define the class of a kernel object, so that its place says nothing.
template <class Function> inline constexpr bool isWrapper = false;

#ifdef __SYCL_DEVICE_ONLY__

/// Calls a kernel function with or without a kernel_handler.
template <class Function, class... Arguments>
__attribute__((always_inline)) void callKernel(const Function &function,
                                               const Arguments &...arguments) {
  if constexpr (std::is_invocable_v<const Function &, const Arguments &..., kernel_handler>)
    function(arguments..., KernelHandlers::make());
  else
    function(arguments...);
}

template <int Dimensions> nd_item<Dimensions> makeNdItem();

template <class Name, class Function, class Form> struct KernelEntry;

template <class Name, class Function>
[[clang::sycl_kernel_entry_point(Name)]] void singleTaskEntry(Function function) {
  callKernel(function);
}

template <class Name, class Function, int Dimensions, bool WithOffset>
[[clang::sycl_kernel_entry_point(Name)]] void rangeEntry(Function function) {
  id<Dimensions> offset;
  if constexpr (WithOffset)
    offset = globalOffset<Dimensions>();
  callKernel(function, Builder::make<item<Dimensions, WithOffset>>(
                           globalId<Dimensions>(), globalRange<Dimensions>(), offset));
}

template <class Name, class Function, int Dimensions>
[[clang::sycl_kernel_entry_point(Name)]] void ndRangeEntry(Function function) {
  callKernel(function, makeNdItem<Dimensions>());
}

template <class Name, class Function> struct KernelEntry<Name, Function, SingleTask> {
  static void define(const Function &function) { singleTaskEntry<Name, Function>(function); }
};
template <class Name, class Function, int Dimensions, bool WithOffset>
struct KernelEntry<Name, Function, OverRange<Dimensions, WithOffset>> {
  static void define(const Function &function) {
    rangeEntry<Name, Function, Dimensions, WithOffset>(function);
  }
};
template <class Name, class Function, int Dimensions>
struct KernelEntry<Name, Function, OverNdRange<Dimensions>> {
  static void define(const Function &function) {
    ndRangeEntry<Name, Function, Dimensions>(function);
  }
};

#else

/// Returns whether the name of a kernel is that of a type, of all units or with "__unit_..." of
/// this one (as the front end names kernels of static functions and unnamed namespaces).
constexpr bool isNameOf(const char *kernel, const char *type) {
  for (; *type; ++type, ++kernel)
    if (*kernel != *type)
      return false;
  if (!*kernel)
    return true;
  for (const char *unit = "__unit_"; *unit; ++unit, ++kernel)
    if (*kernel != *unit)
      return false;
  return true;
}

/// The index of a kernel in the table of the integration header, by the name of the type that names
/// it; -1 if it is not there. The table is in the order of names. Each unit has a table and a
/// function of its own.
static constexpr int indexOfKernel(const char *name) {
  int first = 0;
  int last = static_cast<int>(sizeof(kernelDescriptions) / sizeof(*kernelDescriptions)) - 1;
  while (first < last) {
    const int middle = (first + last) / 2;
    const char *a = kernelDescriptions[middle].name;
    const char *b = name;
    while (*a && *a == *b)
      ++a, ++b;
    if (static_cast<unsigned char>(*a) < static_cast<unsigned char>(*b))
      first = middle + 1;
    else
      last = middle;
  }
  const char *found = kernelDescriptions[first].name;
  return found && isNameOf(found, name) ? first : -1;
}

/// Returns the name of the type that names a kernel.
template <class Name> std::string nameOfKernelType() {
#ifdef URSA_SYCL_CLANG
  return __builtin_sycl_unique_stable_name(Name);
#else
  return std::string("_ZTS") + (typeid(Name *).name() + 1);
#endif
}

/// Returns the description of a kernel by the name of its type; null if there is none.
static inline const KernelDescription *findKernel(const std::string &name,
                                                  unsigned long objectSize) {
  const int index = indexOfKernel(name.c_str());
  return index >= 0 && kernelDescriptions[index].objectSize == objectSize
             ? &kernelDescriptions[index]
             : nullptr;
}

/// Returns the name of a kernel in device code, by the type that names it.
template <class Name> std::string nameOfKernel() {
  std::string name = nameOfKernelType<Name>();
  const int index = indexOfKernel(name.c_str());
  return index >= 0 ? kernelDescriptions[index].name : name;
}

/// Returns the description of a kernel; null if the source was compiled without a device pass.
template <class Name, class Function> const KernelDescription *describeKernel() {
#if defined(URSA_SYCL_CLANG) && defined(URSA_SYCL_INTEGRATION_HEADER)
  constexpr int kIndex = indexOfKernel(__builtin_sycl_unique_stable_name(Name));
  static_assert(kIndex >= 0, "The device pass has not seen this kernel: the source is not the same "
                             "in the host pass. Compare what depends on __SYCL_DEVICE_ONLY__.");
  if constexpr (kIndex >= 0) {
    static_assert(kernelDescriptions[kIndex].objectSize == sizeof(Function),
                  "The kernel object has another size in the device pass.");
    static_assert(isWrapper<Function> ||
                      hasPlace(printedType<Function>(), kernelDescriptions[kIndex]),
                  "The name of this kernel is that of another lambda in the device pass: one of "
                  "the passes has more lambdas. Compare what depends on __SYCL_DEVICE_ONLY__.");
    return &kernelDescriptions[kIndex];
  }
#else
  static const KernelDescription *const found =
      findKernel(nameOfKernelType<Name>(), sizeof(Function));
  return found;
#endif
}

#endif

} // namespace detail
} // namespace sycl
