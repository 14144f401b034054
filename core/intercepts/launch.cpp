#include "core/intercepts/launch.h"

#include <algorithm>

namespace ursa::core::intercepts {
namespace {

// Returns the native kernel for the current values of a kernel; null if there is none.
const NativeKernel *nativeFor(const KernelState &kernel, const NativeKernels &natives) {
  const uint64_t id = kernel.currentValues();
  const auto found = std::find_if(natives.begin(), natives.end(),
                                  [id](const NativeKernel &native) { return native.values == id; });
  return found == natives.end() ? nullptr : &*found;
}

} // namespace

programs::SharedKernel specializedOf(const KernelState &kernel) {
  if (kernel.launchesItself.load(std::memory_order_acquire))
    return nullptr;
  if (const auto natives = kernel.natives.borrow())
    if (const NativeKernel *native = nativeFor(kernel, *natives))
      return native->kernel;
  const auto own = kernel.own.borrow();
  return own ? own->specialized : nullptr;
}

Result<void> Launch::prepare(ur_kernel_handle_t handle, const KernelState &state, uint32_t numArgs,
                             const ur_exp_kernel_arg_properties_t *given) {
  if (numArgs > 0 && !given)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_POINTER,
                     "The parameter 'pArgs' is null; kernel '{}' was to get {} arguments.",
                     state.name, numArgs);
  kernel_ = handle;
  args_ = {given, numArgs};
  if (state.launchesItself.load(std::memory_order_acquire)) {
    isNative_ = true;
    return {};
  }
  const NativeKernel *native = nullptr;
  if (state.isAsCreated()) {
    native = state.firstNative.load(std::memory_order_acquire);
    own_ = native ? nullptr : state.first.get();
  } else {
    natives_ = state.natives.borrow();
    native = natives_ ? nativeFor(state, *natives_) : nullptr;
    if (!native) {
      ownValues_ = state.own.borrow();
      own_ = ownValues_ ? &*ownValues_ : nullptr;
    }
  }
  std::optional<uint32_t> index = state.bufferIndex;
  const specialization::Values *values = nullptr;
  if (native) {
    isNative_ = true;
    specialized_ = &native->kernel;
    index = native->bufferIndex;
  } else if (own_) {
    values = own_->values.get();
    index = own_->bufferIndex;
    if (own_->specialized)
      specialized_ = &own_->specialized;
  } else {
    programValues_ = state.program->values.borrow();
    values = &*programValues_;
  }
  if (specialized_)
    kernel_ = specialized_->get();
  // The application does not know which form is launched, so the argument is refused in each.
  if (const std::optional<uint32_t> hidden = index ? index : state.bufferIndex)
    for (const ur_exp_kernel_arg_properties_t &arg : args_)
      if (arg.index == hidden)
        return makeError(UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
                         "Argument {} of kernel '{}' is its emulation buffer, which is passed "
                         "implicitly; the kernel has {} arguments.",
                         arg.index, state.name, *hidden);
  if (index)
    addBuffer(*index, values);
  return {};
}

void Launch::addBuffer(uint32_t index, const specialization::Values *values) {
  ur_exp_kernel_arg_properties_t *const all = memory_.reserve(args_.size() + 1);
  std::copy(args_.begin(), args_.end(), all);
  ur_exp_kernel_arg_properties_t &buffer = all[args_.size()];
  buffer = {};
  buffer.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  buffer.index = index;
  if (values && values->buffer) {
    buffer.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    buffer.size = sizeof(ur_mem_handle_t);
    buffer.value.memObjTuple = {values->buffer->memory(), UR_MEM_FLAG_READ_ONLY};
  } else { // native images of earlier versions
    buffer.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    buffer.size = sizeof(void *);
    buffer.value.pointer = nullptr;
  }
  args_ = {all, args_.size() + 1};
  hasBuffer_ = true;
}

specialization::SharedValues Launch::values() const {
  return own_ ? own_->values : programValues_.share();
}

void Launch::note(KernelState &state, uint32_t workDim, const size_t *global,
                  const size_t *local) const noexcept {
  tiers::ProgramTier *const tier = state.tier.get();
  if (!tier)
    return;
  if (isNative_) {
    tier->noteNativeLaunch(state);
    return;
  }
  const specialization::Values &current = own_ ? *own_->values : *programValues_;
  if (!tier->noteEmulatedLaunch(state, current)) [[likely]]
    return;
  try {
    if (tier->needsShapes()) {
      const auto given = args_.first(args_.size() - (hasBuffer_ ? 1 : 0));
      state.shape.store(std::make_shared<const tiers::LaunchShape>(
          tiers::LaunchShape::of(workDim, global, local, given)));
    }
    tier->request(state.shared_from_this(), values());
  } catch (const std::exception &) {
    // Out of memory: the kernel stays emulated.
  }
}

} // namespace ursa::core::intercepts
