// See image_builder.h.
#include "compiler/frontend/image_builder.h"

#include "compiler/image/device_image.h"
#include "compiler/targets/host/host_image.h"
#include "compiler/targets/spirv/spirv_image.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;

namespace ursa {
namespace {

std::string builtinLibrary() {
  const char *path = std::getenv("URSA_LIBCLC");
  return path ? path : URSA_LIBCLC;
}

Error makeHostCode(std::unique_ptr<Module> device, bool optimize, ContainerImage &image) {
  HostImageOptions options;
  options.builtinLibrary = builtinLibrary();
  options.optimize = optimize;
  auto host = makeHostImage(*device, options);
  if (!host)
    return host.takeError();
  image.kind = object::IMG_Bitcode;
  image.triple = kHostTriple;
  raw_string_ostream out(image.code);
  WriteBitcodeToFile(**host, out);
  return Error::success();
}

Error makeSpirvCode(std::unique_ptr<Module> device, bool, ContainerImage &image) {
  auto words = makeSpirvImage(std::move(device));
  if (!words)
    return words.takeError();
  image.kind = object::IMG_SPIRV;
  image.triple = kSpirvTriple;
  image.code = std::move(*words);
  return Error::success();
}

struct TargetMaker {
  const char *name;
  Error (*make)(std::unique_ptr<Module>, bool optimize, ContainerImage &);
};

constexpr TargetMaker kTargets[] = {{kHostTarget, makeHostCode}, {kSpirvTarget, makeSpirvCode}};

} // namespace

const std::vector<std::string> &imageTargetNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const TargetMaker &target : kTargets)
      list.emplace_back(target.name);
    return list;
  }();
  return names;
}

Expected<BuiltImage> ImageBuilder::build(StringRef target, SpecConstantMode mode) const {
  LLVMContext context;
  auto device = parseBitcodeFile(MemoryBufferRef(bitcode_, name_), context);
  if (!device)
    return device.takeError();
  // The path of the source is no part of the image: the same source gives the same bytes anywhere.
  (*device)->setSourceFileName(name_);
  auto linked = postLink(**device, mode);
  if (!linked)
    return linked.takeError();
  auto properties = propertyText(propertySets(*linked));
  if (!properties)
    return properties.takeError();
  // Who sets constants by number sets them in a native image; the buffer has its layout elsewhere.
  if (mode == SpecConstantMode::Emulation)
    if (NamedMDNode *constants = (*device)->getNamedMetadata("sycl.specialization-constants"))
      constants->eraseFromParent();
  BuiltImage built;
  built.hasConstants = !linked->constants.constants.empty();
  built.image.target = target.str() + (mode == SpecConstantMode::Emulation ? "+emulated" : "");
  built.image.properties = std::move(*properties);
  built.image.symbols = symbolText(*linked);
  for (const TargetMaker &maker : kTargets)
    if (target == maker.name) {
      if (Error error = maker.make(std::move(*device), optimize_, built.image))
        return createStringError("For target '" + target + "': " + toString(std::move(error)));
      return built;
    }
  return createStringError("There is no target '" + target + "'.");
}

} // namespace ursa
