// See compile.h.
#include "compiler/frontend/compile.h"

#include "compiler/frontend/image_builder.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa {
namespace {

Error writeFile(const std::string &path, StringRef bytes) {
  Error error = writeToOutput(path, [&](raw_ostream &out) {
    out << bytes;
    return Error::success();
  });
  if (!error)
    return error;
  return createStringError("The file '" + path +
                           "' cannot be written: " + toString(std::move(error)) + ".");
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

/// The images of one target: one when there are no constants, else one for each way to set them.
Error appendImages(const ImageBuilder &builder, const std::string &target,
                   const CompileOptions &options, std::vector<ContainerImage> &images) {
  for (SpecConstantMode mode : {SpecConstantMode::Native, SpecConstantMode::Emulation}) {
    auto built = builder.build(target, mode);
    if (!built)
      return built.takeError();
    images.push_back(std::move(built->image));
    const ContainerImage &image = images.back();
    const char *suffix = image.kind == object::IMG_SPIRV ? ".spv" : ".bc";
    if (options.saveTemps)
      if (Error error = writeFile(options.output + "." + image.target + suffix, image.code))
        return error;
    if (!built->hasConstants)
      break;
  }
  return Error::success();
}

Error compile(const CompileOptions &options) {
  auto bitcode = runClang(options);
  if (!bitcode)
    return bitcode.takeError();
  if (options.dryRun)
    return Error::success();
  if (options.saveTemps)
    if (Error error = writeFile(options.output + ".device.bc", *bitcode))
      return error;
  const ImageBuilder builder(sys::path::filename(options.source.source).str(), std::move(*bitcode),
                             options.source.optimization != '0');
  std::vector<ContainerImage> images;
  for (const std::string &target : options.targets)
    if (Error error = appendImages(builder, target, options, images))
      return error;
  return writeFile(options.output, writeContainer(images));
}

} // namespace

std::string compileToContainer(const CompileOptions &options) {
  Error error = compile(options);
  return error ? toString(std::move(error)) : std::string();
}

} // namespace ursa
