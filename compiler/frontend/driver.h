// ursac without its command line. Sources are compiled to device IR by clang; then either each
// becomes a fat object, or all are linked with what other inputs hold, split into images, and
// compiled for every target:
//
//   a.cl ── clang ──┐                                        ┌─ lower ─ code for target 1 ─┐
//   b.o  ── read ───┼─ link ─ check calls ─ split per kernel ┼─ lower ─ code for target 2 ─┼─
//   out.ursa libk.a ─ read ──┘                                        └─ … ─┘
#pragma once

#include "compiler/frontend/clang_driver.h"
#include "compiler/frontend/dependency_file.h"
#include "compiler/frontend/image_builder.h"

#include <string>
#include <vector>

namespace ursa {

/// What the driver writes.
enum class DriverOutput {
  Container,  ///< device images in a file
  LinkObject, ///< an object that registers them with the program that it is linked into
  FatObjects, ///< an object with device IR for each source
};

struct DriverInput {
  std::string path;
  bool wholeArchive = false; ///< every member of an archive is linked
};

struct DriverOptions {
  std::vector<DriverInput> inputs;
  DriverOutput kind = DriverOutput::Container;
  std::string output; ///< empty: the first input's name with another extension, in this folder
  SourceOptions source;
  DependencyOptions dependencies;
  ImageBuilderOptions images; ///< the driver sets name and temps
  bool warnings = true;       ///< print those of the driver itself
  bool saveTemps = false;     ///< keep intermediate files beside the output
  bool verbose = false;       ///< print versions, each step, and how many images were compiled
  bool dryRun = false;        ///< print the steps and do none
};

/// "ursac of Ursa 0.1.0, LLVM 22.1.8".
std::string driverVersion();

/// Does what @p options ask for. Outputs appear whole or not at all; the same input gives the same
/// bytes. What clang prints passes through. Fails with a sentence.
llvm::Error runDriver(DriverOptions options);

} // namespace ursa
