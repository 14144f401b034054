// See compile.h.
#include "compiler/frontend/compile.h"

#include "compiler/image/container_writer.h"
#include "compiler/image/device_image.h"
#include "compiler/image/output_files.h"
#include "compiler/targets/host/host_image.h"
#include "compiler/targets/nvptx/nvptx_image.h"
#include "compiler/targets/spirv/spirv_image.h"

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

/// Makes images of @p bitcode with constants in either mode.
class ImageBuilder {
public:
  ImageBuilder(const CompileOptions &options, std::string bitcode)
      : options_(options), bitcode_(std::move(bitcode)) {}

  Expected<ContainerImage> build(StringRef target, SpecConstantMode mode,
                                 bool &hasConstants) const {
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
    ContainerImage image;
    if (Error error = makeCode(**device, target, image))
      return error;
    image.target = target;
    if (mode == SpecConstantMode::Emulation && hasConstants)
      image.target += "+emulated";
    image.properties = std::move(*properties);
    image.symbols = symbolText(*linked);
    return image;
  }

private:
  bool optimizes() const { return options_.source.optimization != '0'; }

  Error makeCode(Module &device, StringRef target, ContainerImage &image) const {
    Expected<std::string> code = "";
    if (target == kSpirvTarget) {
      image.kind = object::IMG_SPIRV;
      image.triple = "spirv64-unknown-unknown";
      code = makeSpirvImage(device, {"1.2", optimizes()});
    } else if (auto nvptx = nvptxTarget(target)) {
      image.kind = object::IMG_PTX;
      image.triple = nvptxTriple(nvptx->driver);
      nvptx->builtinLibrary = builtinLibrary();
      nvptx->optimize = optimizes();
      code = makeNvptxImage(device, *nvptx);
    } else {
      image.kind = object::IMG_Bitcode;
      image.triple = kHostTriple;
      code = hostCode(device);
    }
    if (!code)
      return code.takeError();
    image.code = std::move(*code);
    return Error::success();
  }

  Expected<std::string> hostCode(const Module &device) const {
    HostImageOptions target;
    target.builtinLibrary = builtinLibrary();
    target.optimize = optimizes();
    auto host = makeHostImage(device, target);
    if (!host)
      return host.takeError();
    std::string code;
    raw_string_ostream out(code);
    WriteBitcodeToFile(**host, out);
    return code;
  }

  const CompileOptions &options_;
  std::string bitcode_;
};

Error checkTargets(const std::vector<std::string> &targets) {
  for (const std::string &target : targets)
    if (target != kHostTarget && target != kSpirvTarget && !nvptxTarget(target))
      return createStringError("The target '" + target +
                               "' is not known; host-x86_64, spirv64, and nvptx64-sm_80 and the "
                               "like are.");
  return Error::success();
}

/// How a target's constants are set, the best way first; PTX has none of its own.
std::vector<SpecConstantMode> modesOf(StringRef target) {
  if (nvptxTarget(target))
    return {SpecConstantMode::Emulation};
  return {SpecConstantMode::Native, SpecConstantMode::Emulation};
}

const char *extensionOf(object::ImageKind kind) {
  return kind == object::IMG_SPIRV ? ".spv" : kind == object::IMG_PTX ? ".ptx" : ".bc";
}

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
  if (Error error = checkTargets(options.targets))
    return error;
  auto bitcode = runClang(options);
  if (!bitcode)
    return bitcode.takeError();
  if (options.dryRun)
    return Error::success();
  if (options.saveTemps)
    if (Error error = writeOutput(options.output + ".device.bc", *bitcode))
      return error;
  const ImageBuilder builder(options, std::move(*bitcode));
  std::vector<ContainerImage> images;
  for (const std::string &target : options.targets)
    for (SpecConstantMode mode : modesOf(target)) {
      bool hasConstants = false;
      auto image = builder.build(target, mode, hasConstants);
      if (!image)
        return image.takeError();
      images.push_back(std::move(*image));
      if (options.saveTemps)
        if (Error error = writeOutput(options.output + "." + images.back().target +
                                          extensionOf(images.back().kind),
                                      images.back().code))
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
