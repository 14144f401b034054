// See host_target.h.
#include "compiler/targets/host/host_target.h"

#include "compiler/targets/host/host_image.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa {
namespace {

class HostTarget final : public Target {
public:
  explicit HostTarget(const TargetOptions &options) : options_(options) {}

  std::string name() const override { return kHostTarget; }
  std::string triple() const override { return kHostTriple; }
  object::ImageKind kind() const override { return object::IMG_Bitcode; }
  const char *extension() const override { return ".bc"; }

  Expected<TargetCode> makeCode(Module &device, SpecConstantMode) const override {
    HostImageOptions options;
    options.builtinLibrary = options_.builtinLibrary;
    options.optimize = options_.optimize;
    auto host = makeHostImage(device, options);
    if (!host)
      return host.takeError();
    TargetCode result;
    raw_string_ostream out(result.code);
    WriteBitcodeToFile(**host, out);
    return result;
  }

private:
  const TargetOptions options_;
};

bool accepts(StringRef name) { return name == kHostTarget; }

Expected<std::unique_ptr<Target>> make(StringRef, const TargetOptions &options,
                                       const std::vector<std::string> &arguments) {
  if (!arguments.empty())
    return unknownTargetArgument(kHostTarget, arguments.front(), "it has none");
  return std::make_unique<HostTarget>(options);
}

} // namespace

const TargetPlugin kHostTargetPlugin = {kHostTarget, accepts, make};

} // namespace ursa
