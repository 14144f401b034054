// Where the kernel compiler is, and the way into it. LLVM takes tens of milliseconds to load, and a
// program that makes no kernels has no use for it; so the kernel compiler is a library of its own,
// libursa_host_jit.so.0 beside the host adapter, which is opened when it is first needed:
//
//   host adapter      host_facts    what is known without LLVM
//                     jit_client    defines the functions below; the first call opens the library
//   ----------------  JitInterface, the library's only export
//   libursa_host_jit  jit_library   gives the functions below
//                     everything else in this folder; passes and codegen of
//                     compiler/targets/host
//
// Both sides are built together and share their C++ types; the version tells when they were not.
// A function that the adapter newly needs becomes a member here, and a line in jit_client.cpp and
// in jit_library.cpp.
#pragma once

#include "adapters/host/jit/host_jit.h"
#include "adapters/host/jit/link_images.h"
#include "adapters/host/jit/spirv_intake.h"

namespace ursa::jit {

struct JitInterface {
  const char *version; ///< stays the first member: nothing else is read when it is another one
  decltype(&jit::inspectModule) inspectModule;
  decltype(&jit::inspectSpirv) inspectSpirv;
  decltype(&jit::hostImageOfSpirv) hostImageOfSpirv;
  decltype(&jit::linkImages) linkImages;
  decltype(&Program::build) buildProgram;
};

inline constexpr const char *kJitVersion = URSA_VERSION;
inline constexpr const char *kJitFile = "libursa_host_jit.so.0";
inline constexpr const char *kJitEntry = "ursaHostJit";

} // namespace ursa::jit

/// Never null; what it points to stays in place until the process ends.
extern "C" [[gnu::visibility("default")]] const ursa::jit::JitInterface *ursaHostJit();
