// Checks bitcode before LLVM reads it. LLVM trusts counts, widths and positions in a file, so that
// a few flipped bits make it allocate many gigabytes, which ends the process; that cannot be
// survived as its crashes can (llvm_recovery.h).
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace ursa::compiler::targets {

/// Returns an error if LLVM could allocate much more memory for reading @p bitcode than bitcode of
/// its size needs: above 32 MiB plus 128 times its size. Also refuses constants that contain
/// themselves, and forms that LLVM no longer writes and reads without checks. Takes a time linear
/// in the size, less than a third of LLVM's, and little memory. What is not bitcode at all, LLVM
/// refuses. Thread safe.
llvm::Error checkBitcode(llvm::MemoryBufferRef bitcode);

} // namespace ursa::compiler::targets
