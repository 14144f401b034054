// Names that the compiler writes into device images and the run time reads: the strings of a
// container's objects, property sets and their properties (docs/formats/container.md,
// docs/formats/properties.md).
#pragma once

#include <string_view>

namespace ursa::format {

/// Strings of an object in a container.
namespace container {
inline constexpr std::string_view kTriple = "triple";
inline constexpr std::string_view kArch = "arch";
inline constexpr std::string_view kTarget = "ursa-target";
inline constexpr std::string_view kProperties = "properties";
inline constexpr std::string_view kSymbols = "symbols"; ///< kernel names, one a line
inline constexpr std::string_view kChecksum = "xxh3";
} // namespace container

/// Names of targets. Versions, processors and options may follow.
namespace target {
inline constexpr std::string_view kSpirv = "spirv64";
inline constexpr std::string_view kHost = "host-"; ///< before the architecture
inline constexpr std::string_view kHostX86 = "host-x86_64";
inline constexpr std::string_view kMachineCode = "-aot"; ///< after the architecture of a host
inline constexpr std::string_view kHostX86MachineCode = "host-x86_64-aot";
inline constexpr std::string_view kNvptx = "nvptx64"; ///< CUDA
inline constexpr std::string_view kNvcl = "nvcl64";   ///< NVIDIA's OpenCL
inline constexpr std::string_view kVulkan = "vulkan1.2";
} // namespace target

/// The end of the name of a target whose kernels read constants from the emulation buffer.
inline constexpr std::string_view kEmulatedSuffix = "+emulated";

/// Property sets of DPC++.
/// @{
inline constexpr std::string_view kSpecConstants = "SYCL/specialization constants";
inline constexpr std::string_view kSpecDefaults = "SYCL/specialization constants default values";
inline constexpr std::string_view kSpecDefaultsBlob = "all"; ///< the property of kSpecDefaults
inline constexpr std::string_view kMiscProperties = "SYCL/misc properties";
inline constexpr std::string_view kDefaultsFolded = "specConstsReplacedWithDefault";
inline constexpr std::string_view kDeviceRequirements = "SYCL/device requirements";
inline constexpr std::string_view kAssertUsed = "SYCL/assert used";
inline constexpr std::string_view kExportedSymbols = "SYCL/exported symbols";
inline constexpr std::string_view kImportedSymbols = "SYCL/imported symbols";
inline constexpr std::string_view kKernelNames = "SYCL/kernel names";
inline constexpr std::string_view kDeviceGlobals = "SYCL/device globals";
inline constexpr std::string_view kOmittedParameters = "SYCL/kernel param opt";
inline constexpr std::string_view kProgramMetadata = "SYCL/program metadata";
/// @}

/// Property sets of Ursa.
/// @{
inline constexpr std::string_view kSpecTypes = "Ursa/specialization constant types";
inline constexpr std::string_view kSpecBuffer = "Ursa/specialization buffer";
inline constexpr std::string_view kKernels = "Ursa/kernels";
inline constexpr std::string_view kRequiredCapabilities = "Ursa/required capabilities";
inline constexpr std::string_view kRequiredCapabilitiesList = "all"; ///< its property
inline constexpr std::string_view kKernelRequirements = "Ursa/kernel requirements";
inline constexpr std::string_view kLeftOutKernels = "Ursa/left out kernels";
/// @}

} // namespace ursa::format
