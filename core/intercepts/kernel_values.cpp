// The values of kernels, and the kernels that are launched with them.
#include "core/intercepts/state.h"

#include "core/dispatch/adapter_calls.h"

#include <algorithm>

namespace ursa::core::intercepts {
namespace {

using cache::SharedProgram;
using programs::SharedKernel;

constexpr size_t kRecentKernels = specialization::RecentValues::kCapacity;

Result<void> applyExecInfo(const SharedKernel &kernel, const ExecInfo &execInfo) {
  for (const auto &[name, value] : execInfo)
    URSA_CHECK(dispatch::call<api::Function::urKernelSetExecInfo>(kernel.get(), name, value.size(),
                                                                  nullptr, value.data()));
  return {};
}

// Creates a kernel of a program that is launched instead of another one, with the same execution
// properties.
Result<SharedKernel> createInstead(const KernelState &kernel, const SharedProgram &program) {
  URSA_TRY(SharedKernel created,
           programs::createKernel(*kernel.binding, program.get(), kernel.name));
  URSA_CHECK(applyExecInfo(created, kernel.execInfo));
  return created;
}

Result<std::shared_ptr<const KernelValues>> createKernelValues(KernelState &kernel,
                                                               specialization::ValueBlob blob) {
  const selection::ImageBinding &binding = *kernel.binding;
  auto own = std::make_shared<KernelValues>();
  own->bufferIndex = kernel.bufferIndex;
  if (binding.mode == URSA_SPECIALIZATION_MODE_NATIVE) {
    URSA_TRY(const SharedProgram program,
             programs::cachedProgram(*kernel.cache, binding, blob, kernel.options));
    URSA_TRY(own->specialized, createInstead(kernel, program));
  } else if (kernel.isNative && kernel.tier) {
    if (!kernel.emulated) {
      URSA_TRY(const SharedProgram program, kernel.tier->emulatedProgram());
      URSA_TRY(kernel.emulated, createInstead(kernel, program));
    }
    own->specialized = kernel.emulated;
    own->bufferIndex = specialization::bufferIndexOf(*binding.image, kernel.name);
  }
  URSA_TRY(own->values,
           specialization::createValues(binding.context, binding.mode, std::move(blob)));
  return std::shared_ptr<const KernelValues>(std::move(own));
}

} // namespace

void ProgramState::setValues(specialization::SharedValues newValues) {
  const uint64_t id = newValues->id;
  values.store(std::move(newValues));
  valuesId.store(id, std::memory_order_release);
}

void KernelState::setFirst(std::shared_ptr<const KernelValues> values) {
  first = values;
  setOwn(std::move(values));
}

void KernelState::setOwn(std::shared_ptr<const KernelValues> values) {
  const auto known = std::find(recent.begin(), recent.end(), values);
  if (known != recent.end()) {
    std::rotate(recent.begin(), known, known + 1);
  } else if (isNative || tier) { // else there are no native kernels to be found again
    recent.insert(recent.begin(), values);
    recent.resize(std::min(recent.size(), kRecentKernels));
  }
  const uint64_t id = values->values->id;
  own.store(std::move(values));
  ownId.store(id, std::memory_order_release);
  updateLaunch();
}

void KernelState::updateLaunch() {
  const auto values = own.borrow();
  const bool isItself = values ? !values->specialized && !values->bufferIndex : !bufferIndex;
  launchesItself.store(isItself, std::memory_order_release);
}

uint64_t KernelState::currentValues() const {
  if (const uint64_t id = ownId.load(std::memory_order_acquire))
    return id;
  return program ? program->valuesId.load(std::memory_order_acquire) : 0;
}

// Called by the background worker, and so without the lock while the kernel is created, which may
// take long.
Result<void> KernelState::createNative(const SharedProgram &nativeProgram,
                                       const specialization::SharedValues &values) {
  const selection::ImageBinding &form = *binding->native;
  ExecInfo applied;
  uint64_t version = 0;
  {
    const std::lock_guard lock(mutex);
    applied = execInfo;
    version = execInfoVersion;
  }
  URSA_TRY(const SharedKernel created, programs::createKernel(form, nativeProgram.get(), name));
  URSA_CHECK(applyExecInfo(created, applied));
  if (const auto known = shape.load())
    known->compile(form.context, form.device, created.get());
  auto all = std::make_shared<NativeKernels>();
  all->push_back({values->id, created, specialization::bufferIndexOf(*form.image, name)});
  const std::lock_guard lock(mutex);
  if (execInfoVersion != version)
    URSA_CHECK(applyExecInfo(created, execInfo));
  if (const auto before = natives.load())
    for (const NativeKernel &native : *before)
      if (native.values != values->id && all->size() < kRecentKernels)
        all->push_back(native);
  if (first && !firstNativeOwner && first->values->id == values->id) {
    firstNativeOwner = std::make_unique<const NativeKernel>(all->front());
    firstNative.store(firstNativeOwner.get(), std::memory_order_release);
  }
  natives.store(std::move(all));
  return {};
}

specialization::SharedValues valuesOf(const KernelState &kernel) {
  if (const auto own = kernel.own.borrow())
    return own->values;
  return kernel.program->values.load();
}

Result<void> setKernelValues(KernelState &kernel,
                             std::span<const ur_specialization_constant_info_t> given) {
  kernel.isChanged.store(true, std::memory_order_relaxed);
  const std::lock_guard lock(kernel.mutex);
  URSA_TRY(specialization::ValueBlob blob,
           specialization::applyValues(kernel.binding->layout, valuesOf(kernel)->blob, given,
                                       fmt::format("kernel '{}'", kernel.name)));
  const auto same =
      std::find_if(kernel.recent.begin(), kernel.recent.end(),
                   [&blob](const auto &recent) { return recent->values->blob == blob; });
  if (same != kernel.recent.end()) {
    kernel.setOwn(std::shared_ptr<const KernelValues>(*same));
    return {};
  }
  URSA_TRY(auto own, createKernelValues(kernel, std::move(blob)));
  kernel.setOwn(std::move(own));
  return {};
}

Result<void> recordExecInfo(KernelState &kernel, ur_kernel_exec_info_t name,
                            std::span<const std::byte> value) {
  kernel.isChanged.store(true, std::memory_order_relaxed);
  const std::lock_guard lock(kernel.mutex);
  std::vector<SharedKernel> others;
  for (const auto &recent : kernel.recent)
    if (recent->specialized && recent->specialized != kernel.emulated)
      others.push_back(recent->specialized);
  if (kernel.emulated)
    others.push_back(kernel.emulated);
  if (const auto natives = kernel.natives.load())
    for (const NativeKernel &native : *natives)
      others.push_back(native.kernel);
  for (const SharedKernel &other : others)
    URSA_CHECK(dispatch::call<api::Function::urKernelSetExecInfo>(other.get(), name, value.size(),
                                                                  nullptr, value.data()));
  kernel.execInfo.insert_or_assign(name, std::vector<std::byte>(value.begin(), value.end()));
  ++kernel.execInfoVersion;
  return {};
}

} // namespace ursa::core::intercepts
