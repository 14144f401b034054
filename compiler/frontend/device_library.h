// The device library: what <cmath>, <complex>, <cstring> and assert leave undefined in device IR of
// C++ sources. Its sources are in device_library/, which clang compiles when Ursa is built.
#pragma once

#include "compiler/frontend/inputs.h"

namespace ursa::compiler::frontend {

/// Returns the members of the library if a unit may need one: if it calls functions by names of C
/// that nothing in @p units defines.
llvm::Expected<std::vector<ArchiveMember>> deviceLibraryFor(const std::vector<DeviceUnit> &units,
                                                            llvm::LLVMContext &context);

/// Completes a linked module: functions that call what ends a program, such as __assert_fail, end
/// themselves after the call, and all calls of printf are of one function.
void finishDeviceLibrary(llvm::Module &module);

} // namespace ursa::compiler::frontend
