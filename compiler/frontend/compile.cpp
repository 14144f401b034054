// See compile.h.
#include "compiler/frontend/compile.h"

#include "compiler/image/container_writer.h"
#include "compiler/image/device_image.h"
#include "compiler/image/output_files.h"
#include "compiler/targets/target.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa {
namespace {

/// Makes images of @p bitcode with constants in either mode.
class ImageBuilder {
public:
  ImageBuilder(const CompileOptions &options, std::string bitcode)
      : options_(options), bitcode_(std::move(bitcode)) {}

  Expected<ContainerImage> build(const Target &target, SpecConstantMode mode,
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
    // Who sets constants by number sets them in a native image; the buffer has its layout
    // elsewhere.
    if (mode == SpecConstantMode::Emulation)
      if (NamedMDNode *constants = (*device)->getNamedMetadata("sycl.specialization-constants"))
        constants->eraseFromParent();
    auto code = target.makeCode(**device, mode);
    if (!code)
      return code.takeError();
    std::vector<PropertySet> sets = propertySets(*linked);
    sets.insert(sets.end(), code->properties.begin(), code->properties.end());
    auto properties = propertyText(sets);
    if (!properties)
      return properties.takeError();
    ContainerImage image;
    image.kind = target.kind();
    image.triple = target.triple();
    image.target = target.name();
    if (mode == SpecConstantMode::Emulation && hasConstants)
      image.target += "+emulated";
    image.code = std::move(code->code);
    image.properties = std::move(*properties);
    image.symbols = symbolText(*linked);
    return image;
  }

private:
  const CompileOptions &options_;
  std::string bitcode_;
};

Expected<std::vector<std::unique_ptr<Target>>> makeTargets(const CompileOptions &options) {
  std::vector<std::unique_ptr<Target>> targets;
  for (const auto &[name, words] : options.targetOptions)
    if (!is_contained(options.targets, name))
      return createStringError("-Xursa-target names '" + name +
                               "', which is no target of this call.");
  for (const std::string &name : options.targets) {
    const auto words = options.targetOptions.find(name);
    auto target = makeTarget(name, {builtinLibraryPath(), options.source.optimization != '0'},
                             words == options.targetOptions.end() ? std::vector<std::string>()
                                                                  : words->second);
    if (!target)
      return target.takeError();
    targets.push_back(std::move(*target));
  }
  return targets;
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
  auto targets = makeTargets(options);
  if (!targets)
    return targets.takeError();
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
  for (const auto &target : *targets)
    for (SpecConstantMode mode : target->modes()) {
      bool hasConstants = false;
      auto image = builder.build(*target, mode, hasConstants);
      if (!image)
        return image.takeError();
      images.push_back(std::move(*image));
      if (options.saveTemps)
        if (Error error =
                writeOutput(options.output + "." + images.back().target + target->extension(),
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
