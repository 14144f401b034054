// See host_target.h.
#include "compiler/targets/host/host_target.h"

#include "compiler/targets/host/codegen/machine_code.h"
#include "compiler/targets/host/host_image.h"
#include "format/host/isa.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

using targets::TargetCode;
using targets::TargetOptions;

Expected<std::unique_ptr<Module>> hostImage(const Module &device, const TargetOptions &target) {
  HostImageOptions options;
  options.builtinLibrary = target.builtinLibrary;
  options.optimize = target.optimize;
  return makeHostImage(device, options);
}

/// Bitcode for the JIT.
class HostTarget final : public targets::Target {
public:
  explicit HostTarget(const TargetOptions &options) : options_(options) {}

  std::string name() const override { return kHostTarget; }
  std::string triple() const override { return kHostTriple; }
  format::ImageKind kind() const override { return format::ImageKind::Bitcode; }
  const char *extension() const override { return ".bc"; }

  Expected<TargetCode> generateCode(Module &device, format::ConstantMode) const override {
    auto host = hostImage(device, options_);
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

/// Machine code, in which constants cannot be folded at run time.
class MachineTarget final : public targets::Target {
public:
  MachineTarget(const TargetOptions &options, host::ChosenCpu cpu, bool foldsDefaults)
      : options_(options), cpu_(std::move(cpu)), foldsDefaults_(foldsDefaults) {}

  std::string name() const override { return format::host::machineTarget(cpu_.spelling); }
  std::string fingerprint() const override {
    return name() + " for " + (cpu_.tuneFor.empty() ? "any processor" : cpu_.tuneFor);
  }
  std::string triple() const override { return kHostTriple; }
  format::ImageKind kind() const override { return format::ImageKind::Object; }
  const char *extension() const override { return ".so"; }

  std::vector<format::ConstantMode> modes() const override {
    return {foldsDefaults_ ? format::ConstantMode::Folded : format::ConstantMode::Emulated};
  }

  Expected<TargetCode> generateCode(Module &device, format::ConstantMode) const override {
    auto host = hostImage(device, options_);
    if (!host)
      return host.takeError();
    constexpr int kBestLevel = 3;
    Result<std::string> code =
        host::makeMachineImage(**host, cpu_, options_.optimize ? kBestLevel : 0);
    if (!code)
      return createStringError(code.error().message);
    return TargetCode{*std::move(code), {}};
  }

private:
  const TargetOptions options_;
  const host::ChosenCpu cpu_;
  const bool foldsDefaults_;
};

bool accepts(StringRef name) { return name == kHostTarget; }
bool acceptsMachine(StringRef name) { return name == StringRef(format::host::kMachineTarget); }

Expected<std::unique_ptr<targets::Target>> make(StringRef name, const TargetOptions &options,
                                                const std::vector<std::string> &arguments) {
  bool isMachineCode = acceptsMachine(name);
  bool foldsDefaults = false;
  std::string cpu;
  for (StringRef argument : arguments) {
    if (argument == "--aot")
      isMachineCode = true;
    else if (argument == "--defaults")
      foldsDefaults = true;
    else if (argument.consume_front("--cpu="))
      cpu = argument.str();
    else
      return targets::unknownTargetArgument(name, argument, "it has --aot, --cpu= and --defaults");
  }
  if (!isMachineCode && (foldsDefaults || !cpu.empty()))
    return createStringError("The target '" + Twine(kHostTarget) + "' has --" +
                             (foldsDefaults ? "defaults" : "cpu") +
                             " only together with --aot; the JIT knows the processor and the "
                             "constants.");
  if (!isMachineCode)
    return std::make_unique<HostTarget>(options);
  Result<host::ChosenCpu> chosen = host::chooseCpu(cpu.empty() ? "x86-64" : cpu);
  if (!chosen)
    return createStringError(chosen.error().message);
  return std::make_unique<MachineTarget>(options, *std::move(chosen), foldsDefaults);
}

constexpr const char *kHelp =
    "--aot           machine code in place of bitcode for the JIT; constants are emulated\n"
    "--cpu=NAME      with --aot: the processor that it is for: x86-64 (default), x86-64-v2\n"
    "                to -v4, native, or a name as haswell and znver4\n"
    "--defaults      with --aot: fold the constants' defaults, which then cannot be set\n";

} // namespace

const targets::TargetPlugin kHostTargetPlugin = {kHostTarget, accepts, make, kHelp};
const targets::TargetPlugin kHostMachineTargetPlugin = {
    format::host::kMachineTarget.data(), acceptsMachine, make, "as host-x86_64 with --aot\n"};

} // namespace ursa::compiler::host
