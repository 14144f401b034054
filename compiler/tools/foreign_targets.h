// Targets of device code by the names that other compilers of SYCL have for them.
#pragma once

#include "compiler/tools/foreign_options.h"

#include <optional>

namespace ursa::compiler::tools {

/// What a command line says about targets, in the order of its words.
class TargetChoice {
public:
  /// Takes the value of --targets=, names of Ursa. Replaces what earlier words chose.
  void setTargets(llvm::StringRef list);
  /// Takes that of -fsycl-targets=, names of DPC++ or Ursa. Likewise.
  void setForeignTargets(llvm::StringRef list);
  /// Takes that of --acpp-targets=: "omp;cuda:sm_90". Likewise.
  void setFlows(llvm::StringRef flows);
  /// Takes that of --acpp-platform=: cpu, cuda or rocm. Likewise.
  void setPlatform(llvm::StringRef platform);
  /// Takes that of --offload-arch=: processors, for which there is code beside other targets.
  void addProcessors(llvm::StringRef list);
  /// Takes options of -Xsycl-target-backend, for one target if it names one.
  void addBackendOptions(std::optional<llvm::StringRef> target, llvm::StringRef options);

  /// Adds --targets= and -Xursa-target, unless the default targets serve, and notes.
  void finish(TranslatedOptions &result);

private:
  void reset();
  void add(llvm::StringRef foreignName);
  void addName(llvm::StringRef name);
  void addNotBuilt(llvm::StringRef name);
  void addNvidia(llvm::StringRef processor);
  std::string onlyOwnName() const;

  std::optional<std::string> own_;           ///< the value of --targets= as it is
  bool hasDefault_ = false;                  ///< the default targets are among them
  bool hasNvidia_ = false;                   ///< NVIDIA's devices, of any processor
  std::vector<std::string> names_;           ///< other targets, by Ursa's names
  std::vector<std::string> notes_;           ///< about targets that are not built
  std::vector<std::string> unknown_;         ///< warnings about flows
  std::vector<std::string> listed_;          ///< processors that -fsycl-targets= and the like name
  std::vector<std::string> added_;           ///< those of --offload-arch=
  std::vector<std::string> refined_;         ///< those of -Xsycl-target-backend
  std::vector<std::string> otherProcessors_; ///< those of other vendors
  std::vector<std::string> targetWords_;     ///< -Xursa-target=TARGET OPTIONS
  std::vector<std::string> backendOptions_;  ///< those without a target that name no processor
  std::vector<std::string> unusedOptions_;   ///< those of other compilers
};

} // namespace ursa::compiler::tools
