// Passes that unroll a loop forbid to unroll it again, by the property that is also the source's
// own ban. Where another compiler comes later, such as the driver's, only the source's ban should
// hold.
#pragma once

namespace llvm {
class Module;
}

namespace ursa::compiler::passes {

/// Notes the loops that may not be unrolled, before passes unroll others. Does nothing in a module
/// for which that was done.
void noteUnrollBans(llvm::Module &module);

/// Removes the bans that were not noted from innermost loops that only compute. Loops with loads
/// and stores keep theirs: more copies of these need registers, and hide no more latency.
void liftUnrollBans(llvm::Module &module);

} // namespace ursa::compiler::passes
