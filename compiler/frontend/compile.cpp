// See compile.h.
#include "compiler/frontend/compile.h"

#include "compiler/image/container_writer.h"
#include "compiler/image/device_image.h"
#include "compiler/image/output_files.h"
#include "compiler/targets/host/host_image.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;

namespace ursa {
namespace {

std::string builtinLibrary() {
  const char *path = std::getenv("URSA_LIBCLC");
  return path ? path : URSA_LIBCLC;
}

/// Makes the host image of @p bitcode with constants in @p mode.
class HostImageBuilder {
public:
  HostImageBuilder(const CompileOptions &options, std::string bitcode)
      : options_(options), bitcode_(std::move(bitcode)) {}

  Expected<ContainerImage> build(SpecConstantMode mode, bool &hasConstants) const {
    LLVMContext context;
    auto device = parseBitcodeFile(
        MemoryBufferRef(bitcode_, sys::path::filename(options_.source.source)), context);
    if (!device)
      return device.takeError();
    // The path of the source is no part of the image: the same source gives the same bytes
    // anywhere.
    (*device)->setSourceFileName(sys::path::filename(options_.source.source));
    auto linked = postLink(**device, mode);
    if (!linked)
      return linked.takeError();
    hasConstants = !linked->constants.constants.empty();
    auto properties = propertyText(propertySets(*linked));
    if (!properties)
      return properties.takeError();
    // Who sets constants by number sets them in a native image; the buffer has its layout
    // elsewhere.
    if (mode == SpecConstantMode::Emulation)
      if (NamedMDNode *constants = (*device)->getNamedMetadata("sycl.specialization-constants"))
        constants->eraseFromParent();
    HostImageOptions target;
    target.builtinLibrary = builtinLibrary();
    target.optimize = options_.source.optimization != '0';
    auto host = makeHostImage(**device, target);
    if (!host)
      return host.takeError();
    ContainerImage image;
    image.kind = object::IMG_Bitcode;
    raw_string_ostream out(image.code);
    WriteBitcodeToFile(**host, out);
    image.triple = kHostTriple;
    image.target = kHostTarget;
    if (mode == SpecConstantMode::Emulation)
      image.target += "+emulated";
    image.properties = std::move(*properties);
    image.symbols = symbolText(*linked);
    return image;
  }

private:
  const CompileOptions &options_;
  std::string bitcode_;
};

Expected<std::string> runClang(const CompileOptions &options) {
  if (!sys::fs::exists(options.source.source))
    return createStringError("The kernel source '" + options.source.source + "' does not exist.");
  auto clang = findClang();
  if (!clang)
    return clang.takeError();
  SmallString<128> path;
  if (std::error_code code = sys::fs::createTemporaryFile("ursac", "bc", path))
    return createStringError("No temporary file can be made: " + code.message() + ".");
  FileRemover remover(path);
  auto command =
      clangCommand(options.source, *clang, options.deviceInclude, std::string(path.str()));
  if (!command)
    return command.takeError();
  if (options.verbose || options.dryRun)
    errs() << commandText(*command) << "\n";
  if (options.dryRun)
    return std::string();
  if (Error error = runCommand(*command))
    return error;
  auto bytes = MemoryBuffer::getFile(path);
  if (!bytes)
    return createStringError("clang's output cannot be read: " + bytes.getError().message() + ".");
  return (*bytes)->getBuffer().str();
}

Error compile(const CompileOptions &options) {
  auto bitcode = runClang(options);
  if (!bitcode)
    return bitcode.takeError();
  if (options.dryRun)
    return Error::success();
  if (options.saveTemps)
    if (Error error = writeOutput(options.output + ".device.bc", *bitcode))
      return error;
  HostImageBuilder builder(options, std::move(*bitcode));
  std::vector<ContainerImage> images;
  for (SpecConstantMode mode : {SpecConstantMode::Native, SpecConstantMode::Emulation}) {
    bool hasConstants = false;
    auto image = builder.build(mode, hasConstants);
    if (!image)
      return image.takeError();
    images.push_back(std::move(*image));
    if (options.saveTemps)
      if (Error error =
              writeOutput(options.output + "." + images.back().target + ".bc", images.back().code))
        return error;
    if (!hasConstants)
      break;
  }
  return writeOutput(options.output, writeContainer(images));
}

} // namespace

std::string compileToContainer(const CompileOptions &options) {
  Error error = compile(options);
  return error ? toString(std::move(error)) : std::string();
}

} // namespace ursa
