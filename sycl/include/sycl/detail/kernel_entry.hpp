// The entry points of kernels, which exist in the device pass only, and how the host pass names
// and launches them. The compiler splits the object of a kernel into the kernel's arguments.
#pragma once

#include <sycl/detail/device_builtins.hpp>
#include <sycl/detail/kernel_name.hpp>
#include <sycl/item.hpp>
#include <sycl/kernel_handler.hpp>
#include <sycl/nd_range.hpp>

inline namespace ursa_sycl {
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

template <class... Lists> struct KernelAttributes; // ext/oneapi/experimental/kernel_properties.hpp

/// @tparam Properties lists of properties, of the launch and of the kernel function
template <class Name, class Function, class Form, class... Properties> struct KernelEntry;

template <class Name, class Function, class Attributes>
[[clang::sycl_kernel_entry_point(Name)]] void singleTaskEntry(Function function) {
  Attributes::require();
  callKernel(function);
}

/// What a kernel function over a range gets: item<Dimensions>, which is what programs write and
/// what a generic function takes, unless it only takes an item without an offset.
template <class Function, int Dimensions, bool WithOffset>
using ItemFor =
    item<Dimensions,
         WithOffset || std::is_invocable_v<const Function &, const item<Dimensions> &> ||
             std::is_invocable_v<const Function &, const item<Dimensions> &, kernel_handler>>;

template <class Name, class Function, int Dimensions, bool WithOffset, class Attributes>
[[clang::sycl_kernel_entry_point(Name)]] void rangeEntry(Function function) {
  Attributes::require();
  id<Dimensions> offset;
  if constexpr (WithOffset)
    offset = globalOffset<Dimensions>();
  callKernel(function, Builder::make<ItemFor<Function, Dimensions, WithOffset>>(
                           globalId<Dimensions>(), globalRange<Dimensions>(), offset));
}

template <class Name, class Function, int Dimensions, class Attributes>
[[clang::sycl_kernel_entry_point(Name)]] void ndRangeEntry(Function function) {
  Attributes::require();
  callKernel(function, makeNdItem<Dimensions>());
}

template <class Name, class Function, class... Properties>
struct KernelEntry<Name, Function, SingleTask, Properties...> {
  static void define(const Function &function) {
    singleTaskEntry<Name, Function, typename KernelAttributes<Properties...>::type>(function);
  }
};
template <class Name, class Function, int Dimensions, bool WithOffset, class... Properties>
struct KernelEntry<Name, Function, OverRange<Dimensions, WithOffset>, Properties...> {
  static void define(const Function &function) {
    rangeEntry<Name, Function, Dimensions, WithOffset,
               typename KernelAttributes<Properties...>::type>(function);
  }
};
template <class Name, class Function, int Dimensions, class... Properties>
struct KernelEntry<Name, Function, OverNdRange<Dimensions>, Properties...> {
  static void define(const Function &function) {
    ndRangeEntry<Name, Function, Dimensions, typename KernelAttributes<Properties...>::type>(
        function);
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

/// The index of a kernel in a table, by the name of the type that names it; -1 if it is not there.
constexpr int indexOfKernel(const KernelTable &table, const char *name) {
  if (table.count == 0)
    return -1;
  unsigned first = 0;
  unsigned last = table.count - 1;
  while (first < last) {
    const unsigned middle = (first + last) / 2;
    const char *a = table.kernels[middle].name;
    const char *b = name;
    while (*a && *a == *b)
      ++a, ++b;
    if (static_cast<unsigned char>(*a) < static_cast<unsigned char>(*b))
      first = middle + 1;
    else
      last = middle;
  }
  const char *found = table.kernels[first].name;
  return found && isNameOf(found, name) ? static_cast<int>(first) : -1;
}

/// Returns the name of the type that names a kernel.
template <class Name> URSA_SYCL_LOCAL std::string nameOfKernelType() {
#ifdef URSA_SYCL_CLANG
  return __builtin_sycl_unique_stable_name(Name);
#else
  return std::string("_ZTS") + (typeid(Name *).name() + 1);
#endif
}

/// Returns the description of a kernel by the name of its type; null if there is none.
inline const KernelDescription *findKernel(const KernelTable &table, const std::string &name,
                                           unsigned long objectSize) {
  const int index = indexOfKernel(table, name.c_str());
  return index >= 0 && table.kernels[index].objectSize == objectSize ? &table.kernels[index]
                                                                     : nullptr;
}

/// Returns the name of a kernel in device code, by the type that names it.
template <class Name> URSA_SYCL_LOCAL std::string nameOfKernel() {
  const KernelTable table = kernelTable(typename UnitOf<Name>::type());
  std::string name = nameOfKernelType<Name>();
  const int index = indexOfKernel(table, name.c_str());
  return index >= 0 ? table.kernels[index].name : name;
}

/// Returns the description of a kernel; null if the source was compiled without a device pass.
template <class Name, class Function> URSA_SYCL_LOCAL const KernelDescription *describeKernel() {
  constexpr KernelTable kTable = kernelTable(typename UnitOf<Name>::type());
#ifdef URSA_SYCL_CLANG
  if constexpr (kTable.count > 0) {
    constexpr int kIndex = indexOfKernel(kTable, __builtin_sycl_unique_stable_name(Name));
    static_assert(kIndex >= 0, "The device pass has not seen this kernel: the source is not the "
                               "same in the host pass. Compare what depends on "
                               "__SYCL_DEVICE_ONLY__.");
    if constexpr (kIndex >= 0) {
      static_assert(kTable.kernels[kIndex].objectSize == sizeof(Function),
                    "The kernel object has another size in the device pass.");
      static_assert(placesIn(printedType<Function>()) == kTable.kernels[kIndex].places,
                    "The name of this kernel is that of another lambda in the device pass: one of "
                    "the passes has more lambdas. Compare what depends on __SYCL_DEVICE_ONLY__.");
      return &kTable.kernels[kIndex];
    }
  }
  return nullptr;
#else
  static const KernelDescription *const found =
      findKernel(kTable, nameOfKernelType<Name>(), sizeof(Function));
  return found;
#endif
}

#endif

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
