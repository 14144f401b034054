// The driver of ursac, without its command line. Clang compiles sources to device IR. With -c, each
// becomes a fat object; otherwise all are linked with the device IR of other inputs, split into
// images, and compiled for every target:
//
//   a.cl ─── clang ─┐                                        ┌─ lower ─ code for target 1 ─┐
//   b.o ──── read ──┼─ link ─ check calls ─ split per kernel ┼─ lower ─ code for target 2 ─┼─ out.ursa
//   libk.a ─ read ──┘                                        └─ … ─────────────────────────┘
#pragma once

#include "compiler/frontend/clang_driver.h"
#include "compiler/frontend/dependency_file.h"
#include "compiler/frontend/image_builder.h"

#include <string>
#include <vector>

namespace ursa::compiler::frontend {

/// The kind of output.
enum class DriverOutput {
  Container,  ///< a file of device images
  LinkObject, ///< an object that registers the images when its program is loaded
  FatObjects, ///< a fat object for each source
};

struct DriverInput {
  std::string path;
  bool wholeArchive = false; ///< link every member of an archive
};

struct DriverOptions {
  std::vector<DriverInput> inputs;
  DriverOutput kind = DriverOutput::Container;
  std::string
      output; ///< empty: the first input's name with another extension, in the current directory
  SourceOptions source;
  DependencyOptions dependencies;
  ImageBuilderOptions images; ///< the driver sets name, tempPrefix and inputs
  bool warnings = true;       ///< print warnings of the driver itself
  bool saveTemps = false;     ///< keep intermediate files beside the output
  bool verbose = false;       ///< print versions, each step, and how many images were compiled
  bool dryRun = false;        ///< print the steps without running them
};

/// Returns the version text, such as "ursac of Ursa 0.1.0, LLVM 22.1.8".
std::string driverVersion();

/// Runs the driver. Outputs appear completely or not at all, and are reproducible: the same input
/// gives the same bytes. Clang's output passes through.
llvm::Error runDriver(DriverOptions options);

} // namespace ursa::compiler::frontend
