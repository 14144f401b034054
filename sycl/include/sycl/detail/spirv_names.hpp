// Instructions of SPIR-V by the names that DPC++ declares them by. Programs that were made from
// CUDA's declare templates of these names themselves, which are then these here.
#pragma once

#include <sycl/detail/group_data.hpp>

#include <cstdint>

namespace __spv {
struct Scope {
  enum Flag : std::uint32_t { CrossDevice, Device, Workgroup, Subgroup, Invocation };
  constexpr Scope(Flag given) : FlagValue(given) {}
  constexpr operator std::uint32_t() const { return FlagValue; }
  Flag FlagValue;
};
} // namespace __spv

#ifdef __SYCL_DEVICE_ONLY__
/// @{ The scope is that of sub-groups. A work-item outside of the sub-group is any of its items.
#define __URSA_SPIRV_SHUFFLE(NAME, PARAMETER, FROM)                                                \
  template <typename T>                                                                            \
  SYCL_EXTERNAL T __spirv_GroupNonUniform##NAME(__spv::Scope::Flag, T value,                       \
                                                unsigned PARAMETER) noexcept {                     \
    return sycl::detail::exchangeValues(sycl::detail::KernelObjects::subGroup(), value, FROM);     \
  }
__URSA_SPIRV_SHUFFLE(Shuffle, lane, lane)
__URSA_SPIRV_SHUFFLE(ShuffleXor, mask, sycl::detail::oclSubGroupLocalId() ^ mask)
__URSA_SPIRV_SHUFFLE(ShuffleUp, delta, sycl::detail::oclSubGroupLocalId() - delta)
__URSA_SPIRV_SHUFFLE(ShuffleDown, delta, sycl::detail::oclSubGroupLocalId() + delta)
#undef __URSA_SPIRV_SHUFFLE
/// @}
#endif
