// See nvptx_target.h.
#include "compiler/targets/nvptx/nvptx_target.h"

#include "compiler/targets/nvptx/nvptx_image.h"

using namespace llvm;

namespace ursa {
namespace {

class NvptxTarget final : public Target {
public:
  NvptxTarget(std::string name, NvptxOptions options)
      : name_(std::move(name)), options_(std::move(options)) {}

  std::string name() const override { return name_; }
  std::string triple() const override { return nvptxTriple(options_.driver); }
  object::ImageKind kind() const override {
    return isBitcode() ? object::IMG_Bitcode : object::IMG_PTX;
  }
  const char *extension() const override { return isBitcode() ? ".bc" : ".ptx"; }

  /// PTX has no specialization constants. Bitcode is there for native ones: emulated, they are as
  /// fast in PTX, which needs no compiler.
  std::vector<SpecConstantMode> modes() const override {
    return {isBitcode() ? SpecConstantMode::Native : SpecConstantMode::Emulation};
  }

  Expected<TargetCode> generateCode(Module &device, SpecConstantMode) const override {
    auto code =
        isBitcode() ? makeNvptxBitcode(device, options_) : compileNvptxImage(device, options_);
    if (!code)
      return code.takeError();
    return TargetCode{std::move(*code), {}};
  }

private:
  bool isBitcode() const { return options_.processor.empty(); }

  const std::string name_;
  const NvptxOptions options_;
};

bool accepts(StringRef name) { return parseNvptxTargetName(name).has_value(); }

Expected<std::unique_ptr<Target>> make(StringRef name, const TargetOptions &options,
                                       const std::vector<std::string> &arguments) {
  if (!arguments.empty())
    return unknownTargetArgument(name, arguments.front(), "it has none");
  NvptxOptions nvptx = *parseNvptxTargetName(name);
  nvptx.builtinLibrary = options.builtinLibrary;
  nvptx.optimize = options.optimize;
  return std::make_unique<NvptxTarget>(name.str(), std::move(nvptx));
}

} // namespace

const TargetPlugin kNvptxTargetPlugin = {"nvptx64, nvptx64-sm_70, nvcl64-sm_70 and the like",
                                         accepts, make};

} // namespace ursa
