// Machine code of one kernel that is built again in the background, with other options, while the
// kernel is launched: with constant arguments, or with packs of another width.
#pragma once

#include "adapters/host/driver/adapter.h"
#include "adapters/host/jit/host_jit.h"
#include "support/background_worker.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ursa::host {

/// What a program was built from.
struct BuildSource {
  std::shared_ptr<const std::vector<std::byte>> image; ///< bitcode or machine code
  format::host::ConstantValues constants;
  std::string options;
};

/// Code of one kernel.
struct KernelCode {
  std::unique_ptr<jit::Program> program;
  const format::host::KernelInfo *info = nullptr; ///< owned by the program
};

/// Returns whether the kernel can be built alone: its name can be a word among options.
bool canHaveVariants(const format::host::KernelInfo &kernel);

/// Returns the source of the kernel alone, with one more option.
BuildSource variantOf(const BuildSource &source, const format::host::KernelInfo &kernel,
                      const std::string &option);

/// Builds a variant, or loads it from the store on disk. Its code takes the same arguments as the
/// kernel, and no more local memory.
Result<KernelCode> buildVariant(const BuildSource &variant, const format::host::KernelInfo &kernel);

/// Returns a variant that is stored on disk; none if it would have to be compiled.
std::optional<KernelCode> storedVariant(const BuildSource &variant,
                                        const format::host::KernelInfo &kernel);

/// Runs @p run in the background, with the owner, unless that is gone by then: a program that ends
/// needs no code any more.
/// @param drop is called in its place if the worker drops the task
template <class Owner, class Run, class Drop>
void runInBackground(const std::shared_ptr<Owner> &owner, Run run, Drop drop) {
  class Task final : public BackgroundTask {
  public:
    Task(const std::shared_ptr<Owner> &taskOwner, Run taskRun, Drop taskDrop)
        : owner_(taskOwner), run_(std::move(taskRun)), drop_(std::move(taskDrop)) {}
    ~Task() override {
      if (const auto alive = hasRun_ ? nullptr : owner_.lock())
        drop_(*alive);
    }
    void run() override {
      hasRun_ = true;
      if (const auto alive = owner_.lock())
        run_(*alive);
    }

  private:
    const std::weak_ptr<Owner> owner_;
    Run run_;
    Drop drop_;
    bool hasRun_ = false;
  };
  endBackgroundWorkerBefore(adapterHandle());
  backgroundWorker().post(std::make_unique<Task>(owner, std::move(run), std::move(drop)));
}

} // namespace ursa::host
