// Writes what binds the host pass of a SYCL source to its device pass: the integration header,
// which the host compiler reads before the source, and the footer, which it reads behind it.
//
// The header describes each kernel, in the order of their names in device code: the name that the
// host computes from the kernel's type, sometimes with "__unit_..." behind it (device_code.h). It
// has the place of the class of its object, as clang prints it in "(lambda at main.cpp:12:7)":
//
//   static constexpr KernelDescription kernelDescriptions[] = {
//       {"_ZTSZ4mainE9VectorAdd", "main.cpp", 12, 7, 24, kernelParameters0, 3}, ...
//   static constexpr KernelTable kernelTable(ThisUnit) { return {kernelDescriptions, 2}; }
//
// The footer tells the symbolic id of each specialization id:
//
//   namespace filters { constexpr const auto &ursa_id0() { return scale; } }
//   template struct DefineSymbolicId<::filters::ursa_id0(), SymbolicId0>;
//
// It also registers the address of each device_global that the unit defines, by which the program
// uses it:
//
//   namespace filters { constexpr const auto &ursa_global0() { return counter; } }
//   template struct DefineDeviceGlobal<::filters::ursa_global0(), DeviceGlobalId0>;
//
// The function is in the namespace of the variable, so that it finds a variable of an unnamed
// namespace that hides another one. Explicit instantiations may name private members.
#pragma once

#include "compiler/frontend/sycl/device_code.h"

#include "llvm/Support/raw_ostream.h"

namespace ursa::compiler::frontend::sycl {

void writeIntegrationHeader(llvm::raw_ostream &out, const clang::ASTContext &context,
                            const std::vector<Kernel> &kernels);

void writeIntegrationFooter(llvm::raw_ostream &out, const clang::ASTContext &context,
                            const std::vector<SpecializationId> &ids,
                            const std::vector<DeviceGlobal> &globals);

} // namespace ursa::compiler::frontend::sycl
