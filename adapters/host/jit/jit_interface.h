// Interface between the host adapter and the kernel compiler. LLVM takes tens of milliseconds to
// load, and a program without kernels does not need it. So the kernel compiler is a separate
// library, libursa_host_jit.so.0 in the adapter's folder, which is opened on first use:
//
//   host adapter      host_facts    properties of the host that need no LLVM
//                     jit_client    defines the functions below; the first call opens the library
//   ----------------  JitInterface, the library's only export
//   libursa_host_jit  jit_library   exports the functions below
//                     everything else in this folder; passes and codegen of
//                     compiler/targets/host
//
// Both sides are built together and share their C++ types; the version detects a mismatch. To add a
// function, add a member here and a line in jit_client.cpp and in jit_library.cpp.
#pragma once

#include "adapters/host/jit/host_jit.h"
#include "adapters/host/jit/link_images.h"
#include "adapters/host/jit/spirv_intake.h"

namespace ursa::host::jit {

struct JitInterface {
  const char *version; ///< must stay the first member: on a mismatch, nothing else is read
  decltype(&jit::inspectModule) inspectModule;
  decltype(&jit::inspectSpirv) inspectSpirv;
  decltype(&jit::hostImageOfSpirv) hostImageOfSpirv;
  decltype(&jit::linkImages) linkImages;
  decltype(&jit::compileToMachineCode) compileToMachineCode;
};

inline constexpr const char *kJitVersion = URSA_VERSION;
inline constexpr const char *kJitFile = "libursa_host_jit.so.0";
inline constexpr const char *kJitEntry = "ursaHostJit";

} // namespace ursa::host::jit

/// Never null; the table is valid until the process ends.
extern "C" [[gnu::visibility("default")]] const ursa::host::jit::JitInterface *ursaHostJit();
