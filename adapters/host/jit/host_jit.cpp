#include "adapters/host/jit/host_jit.h"

#include "adapters/host/jit/build_options.h"
#include "adapters/host/jit/parallel_build.h"
#include "compiler/targets/common/diagnostics.h"
#include "compiler/targets/common/fold_constants.h"
#include "compiler/targets/common/llvm_recovery.h"
#include "compiler/targets/host/codegen/compile.h"
#include "compiler/targets/host/codegen/cpu_target.h"
#include "compiler/targets/host/codegen/intake.h"
#include "compiler/targets/host/codegen/shaping_arguments.h"
#include "compiler/targets/host/passes/kernel_entry.h"
#include "compiler/targets/host/vectorize/options.h"
#include "format/host/machine_image.h"
#include "support/environment.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Target/TargetMachine.h>

#include <array>
#include <functional>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace ursa::host::jit {
namespace {

// Reads the settings of vectorization from the environment. Words that are unknown are reported in
// the log.
// @param preferred the width of packs in the options of the build; 0 if there is none
compiler::host::VectorOptions vectorOptions(unsigned preferred, std::string &log) {
  compiler::host::VectorOptions options;
  options.preferred = preferred;
  if (const auto width = environmentVariable("URSA_HOST_VECTOR_WIDTH"); width && !width->empty()) {
    if (const auto known = parseWidth(*width))
      options.width = *known;
    else
      log += fmt::format("warning: URSA_HOST_VECTOR_WIDTH is '{}'; it is 1, 4, 8, 16, 32 or 64\n",
                         *width);
  }
  if (const auto names = environmentVariable("URSA_HOST_DISABLE")) {
    std::istringstream list(*names);
    for (std::string name; std::getline(list, name, ',');)
      if (!compiler::host::switchOff(options, name))
        log += fmt::format(
            "warning: URSA_HOST_DISABLE names '{}', which is no transformation; there are "
            "{}\n",
            name, compiler::host::kVectorSwitches);
  }
  return options;
}

// Target machines for this CPU that no compilation uses at the moment: to create one takes a
// twentieth of the time of a small program. Thread-safe.
class IdleMachines {
public:
  Result<std::unique_ptr<llvm::TargetMachine>> take(int level) {
    {
      const std::lock_guard lock(mutex_);
      if (auto &idle = idle_.at(level); !idle.empty()) {
        auto machine = std::move(idle.back());
        idle.pop_back();
        return machine;
      }
    }
    return compiler::host::makeTargetMachine(level);
  }
  void giveBack(int level, std::unique_ptr<llvm::TargetMachine> machine) {
    const std::lock_guard lock(mutex_);
    if (auto &idle = idle_.at(level); idle.size() < kMostIdle)
      idle.push_back(std::move(machine));
  }

private:
  static constexpr size_t kMostIdle = 4; ///< of each level
  std::mutex mutex_;                     // guards idle_
  std::array<std::vector<std::unique_ptr<llvm::TargetMachine>>, 4> idle_;
};

// Never destroyed: programs may be built until the process ends.
IdleMachines &idleMachines() {
  static IdleMachines &machines = *new IdleMachines;
  return machines;
}

// Objects of a compilation. Member order matters: a module must be destroyed before its context.
struct Compilation {
  Compilation() { compiler::targets::collectDiagnostics(context, log); }
  ~Compilation() {
    if (machine)
      idleMachines().giveBack(level, std::move(machine));
  }
  Compilation(const Compilation &) = delete;
  Compilation &operator=(const Compilation &) = delete;

  Result<void> takeMachine(int optimizationLevel) {
    level = optimizationLevel;
    URSA_TRY(machine, idleMachines().take(level));
    return {};
  }

  std::string log;
  llvm::LLVMContext context;
  int level = 0; ///< of the machine
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> module;
};

// Reads the module with the kernels to compile; all if there are no names. The image was checked.
Result<void> readChecked(Compilation &compilation, std::span<const std::byte> bitcode, int level,
                         const KernelNames &kernels) {
  URSA_CHECK(compilation.takeMachine(level));
  URSA_TRY(compilation.module, compiler::targets::readRecoverably(bitcode.size(), [&] {
             return compiler::host::readModule(bitcode, compilation.context, *compilation.machine,
                                               kernels);
           }));
  return {};
}

Result<void> read(Compilation &compilation, std::span<const std::byte> bitcode, int level,
                  const KernelNames &kernels = {}) {
  URSA_CHECK(compiler::targets::readRecoverably(
      bitcode.size(), [&] { return compiler::host::checkImage(bitcode); }));
  return readChecked(compilation, bitcode, level, kernels);
}

Result<ModuleSummary> inspect(Compilation &compilation, std::span<const std::byte> bitcode) {
  URSA_CHECK(read(compilation, bitcode, kDefaultLevel));
  ModuleSummary summary;
  for (const llvm::Function *kernel : compiler::host::kernelsOf(*compilation.module))
    summary.kernels.push_back(kernel->getName().str());
  URSA_TRY(const std::vector<compiler::targets::ModuleConstant> constants,
           compiler::targets::listConstants(*compilation.module));
  for (const compiler::targets::ModuleConstant &constant : constants)
    summary.constants.push_back({constant.id, constant.size});
  return summary;
}

Result<compiler::host::Compiled> compile(Compilation &compilation,
                                         const format::host::ConstantValues &constants,
                                         const BuildOptions &options) {
  URSA_CHECK(
      compiler::host::setArguments(*compilation.module, *compilation.machine, options.arguments));
  URSA_TRY(compiler::host::Compiled compiled,
           compiler::host::compileModule(*compilation.module, *compilation.machine, constants,
                                         options.level, compiler::host::ObjectUse::Process, {},
                                         vectorOptions(options.width, compilation.log)));
  if (compilation.log.find("error: ") != std::string::npos)
    return makeError(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, "The program does not compile: {}",
                     compilation.log);
  compilation.log += compiled.notes;
  for (const std::string &remark : compiled.remarks)
    compilation.log += fmt::format("{}{}\n", kRemark, remark);
  return compiled;
}

// Returns how many groups of kernels to make: more than threads, since nobody knows before how long
// a kernel takes.
size_t groupsOf(size_t threads) { return threads == 1 ? 1 : 4 * threads; }

// The parts of a build that threads compile at the same time.
class ParallelBuild {
public:
  ParallelBuild(std::span<const std::byte> bitcode, const format::host::ConstantValues &constants,
                const BuildOptions &options, std::vector<KernelNames> groups)
      : bitcode_(bitcode), constants_(constants), options_(options), groups_(std::move(groups)),
        parts_(groups_.size()) {}

  /// Returns the objects, or the error of the first part that failed.
  Result<std::vector<compiler::host::Compiled>> run(std::string &log) {
    forEachOnThreads(groups_.size(), buildThreads(), [this](size_t i) {
      try {
        parts_[i].result = compilePart(i);
      } catch (const std::exception &) { // out of memory
      }
    });
    std::vector<compiler::host::Compiled> objects;
    for (Part &part : parts_) {
      log += part.log;
      if (!part.result)
        return part.result.error();
      objects.push_back(*std::move(part.result));
    }
    return objects;
  }

private:
  struct Part {
    Result<compiler::host::Compiled> result =
        makeError(UR_RESULT_ERROR_OUT_OF_HOST_MEMORY, "Out of memory.");
    std::string log;
  };

  Result<compiler::host::Compiled> compilePart(size_t i) {
    return compiler::targets::recovering<Compilation>(
        UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE,
        [&](Compilation &compilation) -> Result<compiler::host::Compiled> {
          URSA_CHECK(readChecked(compilation, bitcode_, options_.level, groups_[i]));
          auto result = compile(compilation, constants_, options_);
          parts_[i].log = compilation.log;
          return result;
        });
  }

  const std::span<const std::byte> bitcode_;
  const format::host::ConstantValues &constants_;
  const BuildOptions &options_;
  const std::vector<KernelNames> groups_;
  std::vector<Part> parts_;
};

// Returns the description of this CPU in the syntax of isa.h.
const std::string &cpuSpelling() {
  static const std::string &spelling = *new std::string([] {
    const auto cpu = compiler::host::chooseCpu("native");
    return cpu ? cpu->spelling : std::string();
  }());
  return spelling;
}

} // namespace

Result<ModuleSummary> inspectModule(std::span<const std::byte> bitcode) {
  return compiler::targets::recovering<Compilation>(
      UR_RESULT_ERROR_INVALID_BINARY,
      [&](Compilation &compilation) { return inspect(compilation, bitcode); });
}

Result<MachineImages> compileToMachineCode(std::span<const std::byte> bitcode,
                                           const format::host::ConstantValues &constants,
                                           std::string_view options, std::string &log) {
  URSA_TRY(const BuildOptions parsed, parseOptions(options, log));
  std::vector<KernelNames> groups;
  std::vector<compiler::host::Compiled> objects;
  auto compiled = compiler::targets::recovering<Compilation>(
      UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, [&](Compilation &compilation) -> Result<void> {
        URSA_CHECK(read(compilation, bitcode, parsed.level, parsed.kernels));
        groups = divideKernels(*compilation.module, groupsOf(buildThreads()));
        if (groups.size() > 1)
          return {};
        auto result = compile(compilation, constants, parsed);
        log += compilation.log;
        if (!result)
          return result.error();
        objects.push_back(*std::move(result));
        return {};
      });
  URSA_CHECK(std::move(compiled));
  if (groups.size() > 1) {
    URSA_TRY(objects, ParallelBuild(bitcode, constants, parsed, std::move(groups)).run(log));
  }
  MachineImages images;
  for (compiler::host::Compiled &part : objects) {
    const llvm::StringRef object = part.object->getBuffer();
    images.push_back(format::host::writeMachineImage(
        {reinterpret_cast<const std::byte *>(object.data()), object.size()},
        {cpuSpelling(), std::move(part.kernels), std::move(part.variables), {}}));
  }
  return images;
}

} // namespace ursa::host::jit
