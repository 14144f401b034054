// See spirv_target.h.
#include "compiler/targets/spirv/spirv_target.h"

#include "compiler/targets/spirv/spirv_image.h"

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

class SpirvTarget final : public targets::Target {
public:
  explicit SpirvTarget(SpirvOptions options) : options_(std::move(options)) {}

  std::string name() const override { return kSpirvTarget; }
  std::string triple() const override { return "spirv64-unknown-unknown"; }
  format::ImageKind kind() const override { return format::ImageKind::Spirv; }
  /// LLVM's backend keeps pointers into the previous module: a second one may be miscompiled.
  bool needsOwnProcess() const override { return true; }
  const char *extension() const override { return ".spv"; }

  Expected<targets::TargetCode> generateCode(Module &device, format::ConstantMode) const override {
    auto code = makeSpirvImage(device, options_);
    if (!code)
      return code.takeError();
    return targets::TargetCode{std::move(*code), {}};
  }

private:
  const SpirvOptions options_;
};

bool accepts(StringRef name) { return name == kSpirvTarget; }

Expected<std::unique_ptr<targets::Target>> make(StringRef, const targets::TargetOptions &options,
                                                const std::vector<std::string> &arguments) {
  SpirvOptions spirv;
  spirv.optimize = options.optimize;
  spirv.toggles = format::targetToggles(format::kSpirvTarget, options.toggles);
  for (StringRef argument : arguments) {
    if (!argument.consume_front("--spirv-version="))
      return targets::unknownTargetArgument(kSpirvTarget, argument, "it has --spirv-version=");
    spirv.version = argument.str();
  }
  return std::make_unique<SpirvTarget>(std::move(spirv));
}

} // namespace

const targets::TargetPlugin kSpirvTargetPlugin = {
    kSpirvTarget, accepts, make, "--spirv-version=N  SPIR-V version of the module, such as 1.4\n"};

} // namespace ursa::compiler::spirv
