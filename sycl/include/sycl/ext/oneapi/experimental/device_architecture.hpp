// Architectures of devices (sycl_ext_oneapi_device_architecture). Device code is not made for one
// architecture, so that if_architecture_is calls what is for others.
#pragma once

#include <sycl/device.hpp>

#include <cstdint>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {

namespace detail {
/// @{ The families of architectures, in the highest byte of their numbers.
inline constexpr std::uint64_t kIntelGpu = 1ull << 56;
inline constexpr std::uint64_t kNvidiaGpu = 2ull << 56; ///< + the compute capability's two digits
inline constexpr std::uint64_t kAmdGpu = 3ull << 56;
inline constexpr std::uint64_t kCpu = 4ull << 56;
/// @}
} // namespace detail

enum class architecture : std::uint64_t {
  unknown = 0,
  x86_64 = detail::kCpu,
  intel_cpu_spr,
  intel_cpu_gnr,
  intel_cpu_dmr,
  intel_gpu_bdw = detail::kIntelGpu,
  intel_gpu_skl,
  intel_gpu_kbl,
  intel_gpu_cfl,
  intel_gpu_apl,
  intel_gpu_glk,
  intel_gpu_whl,
  intel_gpu_aml,
  intel_gpu_cml,
  intel_gpu_icllp,
  intel_gpu_ehl,
  intel_gpu_tgllp,
  intel_gpu_rkl,
  intel_gpu_adl_s,
  intel_gpu_adl_p,
  intel_gpu_adl_n,
  intel_gpu_dg1,
  intel_gpu_acm_g10,
  intel_gpu_acm_g11,
  intel_gpu_acm_g12,
  intel_gpu_pvc,
  intel_gpu_pvc_vg,
  intel_gpu_mtl_u,
  intel_gpu_mtl_h,
  intel_gpu_arl_h,
  intel_gpu_bmg_g21,
  intel_gpu_bmg_g31,
  intel_gpu_lnl_m,
  intel_gpu_ptl_h,
  intel_gpu_ptl_u,
  intel_gpu_wcl,
  intel_gpu_nvl_s,
  intel_gpu_nvl_u,
  intel_gpu_nvl_p,
  // Other names of the same
  intel_gpu_bxt = intel_gpu_apl,
  intel_gpu_icl = intel_gpu_icllp,
  intel_gpu_jsl = intel_gpu_ehl,
  intel_gpu_tgl = intel_gpu_tgllp,
  intel_gpu_rpl_s = intel_gpu_adl_s,
  intel_gpu_dg2_g10 = intel_gpu_acm_g10,
  intel_gpu_dg2_g11 = intel_gpu_acm_g11,
  intel_gpu_dg2_g12 = intel_gpu_acm_g12,
  intel_gpu_mtl_s = intel_gpu_mtl_u,
  intel_gpu_arl_u = intel_gpu_mtl_u,
  intel_gpu_arl_s = intel_gpu_mtl_u,
  intel_gpu_nvl_hx = intel_gpu_nvl_s,
  intel_gpu_nvl_ul = intel_gpu_nvl_s,
  intel_gpu_nvl_h = intel_gpu_nvl_u,
  intel_gpu_8_0_0 = intel_gpu_bdw,
  intel_gpu_9_0_9 = intel_gpu_skl,
  intel_gpu_9_1_9 = intel_gpu_kbl,
  intel_gpu_9_2_9 = intel_gpu_cfl,
  intel_gpu_9_3_0 = intel_gpu_apl,
  intel_gpu_9_4_0 = intel_gpu_glk,
  intel_gpu_9_5_0 = intel_gpu_whl,
  intel_gpu_9_6_0 = intel_gpu_aml,
  intel_gpu_9_7_0 = intel_gpu_cml,
  intel_gpu_11_0_0 = intel_gpu_icllp,
  intel_gpu_11_2_0 = intel_gpu_ehl,
  intel_gpu_12_0_0 = intel_gpu_tgllp,
  intel_gpu_12_1_0 = intel_gpu_rkl,
  intel_gpu_12_2_0 = intel_gpu_adl_s,
  intel_gpu_12_3_0 = intel_gpu_adl_p,
  intel_gpu_12_4_0 = intel_gpu_adl_n,
  intel_gpu_12_10_0 = intel_gpu_dg1,
  intel_gpu_12_55_8 = intel_gpu_acm_g10,
  intel_gpu_12_56_5 = intel_gpu_acm_g11,
  intel_gpu_12_57_0 = intel_gpu_acm_g12,
  intel_gpu_12_60_7 = intel_gpu_pvc,
  intel_gpu_12_61_7 = intel_gpu_pvc_vg,
  intel_gpu_12_70_4 = intel_gpu_mtl_u,
  intel_gpu_12_71_4 = intel_gpu_mtl_h,
  intel_gpu_12_74_4 = intel_gpu_arl_h,
  intel_gpu_20_1_4 = intel_gpu_bmg_g21,
  intel_gpu_20_2_0 = intel_gpu_bmg_g31,
  intel_gpu_20_4_4 = intel_gpu_lnl_m,
  intel_gpu_30_0_4 = intel_gpu_ptl_h,
  intel_gpu_30_1_1 = intel_gpu_ptl_u,
  intel_gpu_30_3_0 = intel_gpu_wcl,
  intel_gpu_30_4_0 = intel_gpu_nvl_s,
  intel_gpu_30_5_0 = intel_gpu_nvl_u,
  intel_gpu_35_10_0 = intel_gpu_nvl_p,
  nvidia_gpu_sm_50 = detail::kNvidiaGpu + 50,
  nvidia_gpu_sm_52 = detail::kNvidiaGpu + 52,
  nvidia_gpu_sm_53 = detail::kNvidiaGpu + 53,
  nvidia_gpu_sm_60 = detail::kNvidiaGpu + 60,
  nvidia_gpu_sm_61 = detail::kNvidiaGpu + 61,
  nvidia_gpu_sm_62 = detail::kNvidiaGpu + 62,
  nvidia_gpu_sm_70 = detail::kNvidiaGpu + 70,
  nvidia_gpu_sm_72 = detail::kNvidiaGpu + 72,
  nvidia_gpu_sm_75 = detail::kNvidiaGpu + 75,
  nvidia_gpu_sm_80 = detail::kNvidiaGpu + 80,
  nvidia_gpu_sm_86 = detail::kNvidiaGpu + 86,
  nvidia_gpu_sm_87 = detail::kNvidiaGpu + 87,
  nvidia_gpu_sm_89 = detail::kNvidiaGpu + 89,
  nvidia_gpu_sm_90 = detail::kNvidiaGpu + 90,
  nvidia_gpu_sm_90a = detail::kNvidiaGpu + 90 + 0x8000,
  nvidia_gpu_sm_100 = detail::kNvidiaGpu + 100,
  nvidia_gpu_sm_100a = detail::kNvidiaGpu + 100 + 0x8000,
  nvidia_gpu_sm_101 = detail::kNvidiaGpu + 101,
  nvidia_gpu_sm_103 = detail::kNvidiaGpu + 103,
  nvidia_gpu_sm_120 = detail::kNvidiaGpu + 120,
  nvidia_gpu_sm_121 = detail::kNvidiaGpu + 121,
  amd_gpu_gfx700 = detail::kAmdGpu,
  amd_gpu_gfx701,
  amd_gpu_gfx702,
  amd_gpu_gfx703,
  amd_gpu_gfx704,
  amd_gpu_gfx705,
  amd_gpu_gfx801,
  amd_gpu_gfx802,
  amd_gpu_gfx803,
  amd_gpu_gfx805,
  amd_gpu_gfx810,
  amd_gpu_gfx900,
  amd_gpu_gfx902,
  amd_gpu_gfx904,
  amd_gpu_gfx906,
  amd_gpu_gfx908,
  amd_gpu_gfx909,
  amd_gpu_gfx90a,
  amd_gpu_gfx90c,
  amd_gpu_gfx940,
  amd_gpu_gfx941,
  amd_gpu_gfx942,
  amd_gpu_gfx950,
  amd_gpu_gfx1010,
  amd_gpu_gfx1011,
  amd_gpu_gfx1012,
  amd_gpu_gfx1013,
  amd_gpu_gfx1030,
  amd_gpu_gfx1031,
  amd_gpu_gfx1032,
  amd_gpu_gfx1033,
  amd_gpu_gfx1034,
  amd_gpu_gfx1035,
  amd_gpu_gfx1036,
  amd_gpu_gfx1100,
  amd_gpu_gfx1101,
  amd_gpu_gfx1102,
  amd_gpu_gfx1103,
  amd_gpu_gfx1150,
  amd_gpu_gfx1151,
  amd_gpu_gfx1152,
  amd_gpu_gfx1153,
  amd_gpu_gfx1200,
  amd_gpu_gfx1201,
};

enum class arch_category { intel_gpu, nvidia_gpu, amd_gpu };

namespace info::device {
/// architecture::unknown for devices that do not tell.
struct architecture {
  using return_type = ext::oneapi::experimental::architecture;
};
} // namespace info::device

namespace detail {
constexpr bool isInCategory(architecture which, arch_category category) {
  const std::uint64_t family = static_cast<std::uint64_t>(which) >> 56 << 56;
  return family == (category == arch_category::intel_gpu    ? kIntelGpu
                    : category == arch_category::nvidia_gpu ? kNvidiaGpu
                                                            : kAmdGpu);
}

/// What if_architecture_is returns: nothing was called so far.
class NoArchitecture {
public:
  template <architecture... Archs, typename Function, typename... Arguments>
  constexpr NoArchitecture else_if_architecture_is(Function, Arguments...) const {
    return {};
  }
  template <arch_category... Categories, typename Function, typename... Arguments>
  constexpr NoArchitecture else_if_architecture_is(Function, Arguments...) const {
    return {};
  }
  template <typename Function, typename... Arguments>
  constexpr void otherwise(Function function, Arguments... arguments) const {
    function(std::forward<Arguments>(arguments)...);
  }
};
} // namespace detail

/// @{ Calls a function in device code that is made for one of these architectures: none is.
template <architecture... Archs, typename Function, typename... Arguments>
constexpr detail::NoArchitecture if_architecture_is(Function, Arguments...) {
  return {};
}
template <arch_category... Categories, typename Function, typename... Arguments>
constexpr detail::NoArchitecture if_architecture_is(Function, Arguments...) {
  return {};
}
/// @}

} // namespace ext::oneapi::experimental

template <>
URSA_SYCL_EXPORT ext::oneapi::experimental::architecture
device::get_info<ext::oneapi::experimental::info::device::architecture>() const;

inline bool
device::ext_oneapi_architecture_is(ext::oneapi::experimental::architecture which) const {
  return get_info<ext::oneapi::experimental::info::device::architecture>() == which;
}
inline bool
device::ext_oneapi_architecture_is(ext::oneapi::experimental::arch_category category) const {
  return ext::oneapi::experimental::detail::isInCategory(
      get_info<ext::oneapi::experimental::info::device::architecture>(), category);
}

} // namespace sycl
} // namespace ursa_sycl
