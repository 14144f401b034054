// See nvptx_target.h.
#include "compiler/targets/nvptx/nvptx_target.h"

#include "compiler/targets/nvptx/nvptx_image.h"
#include "compiler/targets/nvptx/ptx_objects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

class NvptxTarget final : public targets::Target {
public:
  NvptxTarget(std::string name, NvptxOptions options, PtxObjectOptions objects)
      : name_(std::move(name)), options_(std::move(options)), objects_(std::move(objects)) {}

  std::string name() const override { return name_; }

  std::string fingerprint() const override {
    sys::fs::file_status status;
    if (!makesObjects() || sys::fs::status(objects_.assembler, status))
      return name_;
    return name_ + " " + objects_.assembler + " " + std::to_string(status.getSize()) + " " +
           std::to_string(status.getLastModificationTime().time_since_epoch().count());
  }

  std::string note() const override {
    if (objects_.capabilities.empty() || makesObjects())
      return "";
    return "The images for " + name_ +
           " contain PTX only: no ptxas was found for objects, neither by URSA_PTXAS nor in the "
           "PATH nor in /usr/local/cuda/bin.";
  }
  std::string triple() const override { return nvptxTriple(options_.driver); }
  format::ImageKind kind() const override {
    return isBitcode() ? format::ImageKind::Bitcode : format::ImageKind::Ptx;
  }
  const char *extension() const override { return isBitcode() ? ".bc" : ".ptx"; }

  /// PTX has no specialization constants. Bitcode is there for native ones: emulated, they are as
  /// fast in PTX, which needs no compiler.
  std::vector<format::ConstantMode> modes() const override {
    return {isBitcode() ? format::ConstantMode::Native : format::ConstantMode::Emulated};
  }

  Expected<targets::TargetCode> generateCode(Module &device, format::ConstantMode) const override {
    auto code =
        isBitcode() ? makeNvptxBitcode(device, options_) : compileNvptxImage(device, options_);
    if (code && makesObjects())
      code = addObjects(*code, objects_);
    if (!code)
      return code.takeError();
    return targets::TargetCode{std::move(*code), {}};
  }

private:
  bool isBitcode() const { return options_.processor.empty(); }
  bool makesObjects() const {
    return !objects_.capabilities.empty() && !objects_.assembler.empty();
  }

  const std::string name_;
  const NvptxOptions options_;
  const PtxObjectOptions objects_;
};

bool accepts(StringRef name) { return parseNvptxTargetName(name).has_value(); }

/// Reads a processor such as sm_90. Processors with other instructions than newer ones, such as
/// sm_90a, have no objects.
Expected<unsigned> capabilityOf(StringRef processor) {
  unsigned number = 0;
  StringRef digits = processor;
  if (!digits.consume_front("sm_") || digits.getAsInteger(10, number))
    return createStringError("'" + processor +
                             "' is no processor of which there are objects; they are named sm_90 "
                             "and the like.");
  return number;
}

/// Adds the processors of a list.
Error readProcessors(StringRef list, const NvptxOptions &nvptx, PtxObjectOptions &objects) {
  auto own = capabilityOf(nvptx.processor);
  if (!own)
    return own.takeError();
  SmallVector<StringRef, 4> names;
  list.split(names, ',');
  for (StringRef name : names) {
    auto capability = capabilityOf(name);
    if (!capability)
      return capability.takeError();
    if (*capability < *own)
      return createStringError("PTX for " + nvptx.processor + " has no object for " + name +
                               ", which is older.");
    if (!is_contained(objects.capabilities, *capability))
      objects.capabilities.push_back(*capability);
  }
  return Error::success();
}

Expected<PtxObjectOptions> readArguments(StringRef target, const NvptxOptions &nvptx,
                                         const std::vector<std::string> &arguments) {
  PtxObjectOptions objects;
  objects.optimize = nvptx.optimize;
  if (arguments.empty())
    return objects;
  if (nvptx.processor.empty() || nvptx.driver != NvptxDriver::Cuda)
    return targets::unknownTargetArgument(target, arguments.front(), "it has none");
  std::string assembler;
  std::string processors;
  for (StringRef argument : arguments) {
    if (argument.consume_front("--ptxas="))
      assembler = argument.str();
    else if (argument == "--cubin")
      processors = nvptx.processor;
    else if (argument.consume_front("--cubin="))
      processors = argument.str();
    else
      return targets::unknownTargetArgument(target, argument,
                                            "it has --cubin, --cubin= and --ptxas=");
  }
  if (Error error =
          readProcessors(processors.empty() ? nvptx.processor : processors, nvptx, objects))
    return error;
  if (!assembler.empty() && !sys::fs::can_execute(assembler))
    return createStringError("The assembler '" + assembler + "' is no program that can be run.");
  objects.assembler = assembler.empty() ? findPtxAssembler() : assembler;
  return objects;
}

Expected<std::unique_ptr<targets::Target>> make(StringRef name,
                                                const targets::TargetOptions &options,
                                                const std::vector<std::string> &arguments) {
  NvptxOptions nvptx = *parseNvptxTargetName(name);
  nvptx.builtinLibrary = options.builtinLibrary;
  nvptx.optimize = options.optimize;
  auto objects = readArguments(name, nvptx, arguments);
  if (!objects)
    return objects.takeError();
  return std::make_unique<NvptxTarget>(name.str(), std::move(nvptx), std::move(*objects));
}

} // namespace

const targets::TargetPlugin kNvptxTargetPlugin = {
    "nvptx64, nvptx64-sm_70, nvcl64-sm_70 and the like", accepts, make,
    "--cubin, --cubin=sm_90,...  nvptx64-sm_XX: objects beside the PTX, for the target's own\n"
    "                            processor or for those of the list\n"
    "--ptxas=PATH                CUDA's assembler, which makes the objects; without it "
    "URSA_PTXAS,\n"
    "                            the PATH, and /usr/local/cuda/bin are searched\n"};

} // namespace ursa::compiler::nvptx
