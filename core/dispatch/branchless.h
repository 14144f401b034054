// A call that is passed on without a branch.
//
// A function that consists of nothing but a jump passes its arguments on the stack on for free.
// With a branch before the jump, compilers load these arguments and store them again to the same
// place, which costs more than the rest of the call: `ursa-bench dispatch/branchless` compares the
// two.
#pragma once

#include "core/dispatch/dispatch.h"

#include <cstdint>

namespace ursa::core::dispatch {

/// Returns @p value, or @p other if @p condition. By arithmetic, because compilers may turn a
/// conditional expression into a branch.
template <class T>
[[gnu::always_inline]] inline T *unless(bool condition, T *value, std::type_identity_t<T> *other) {
  const auto from = reinterpret_cast<uintptr_t>(value);
  const auto to = reinterpret_cast<uintptr_t>(other);
  return reinterpret_cast<T *>(from ^ ((from ^ to) & -static_cast<uintptr_t>(condition)));
}

/// Calls F in the adapter that @p handle belongs to, or Missing if the adapter does not implement
/// it; calls SlowPath instead if @p isSlow, and then the handle may be anything.
template <api::Function F, auto *SlowPath, auto *Missing, class Handle, class... Args>
[[gnu::always_inline]] inline ur_result_t passBranchless(bool isSlow, Handle *handle,
                                                         const Args &...args) {
  using Traits = api::FunctionTraits<F>;
  static_assert(Traits::kDispatchIndex == 0 && !Traits::kDispatchIsArray);
  // A handle that looks like one of an adapter whose function is the slow path.
  static constexpr ur_dditable_t kTables = [] {
    ur_dditable_t tables{};
    Traits::slot(tables) = SlowPath;
    return tables;
  }();
  static constexpr const ur_dditable_t *kObject = &kTables;
  const auto to = unless<const Handle>(isSlow, handle, reinterpret_cast<const Handle *>(&kObject));
  const auto function = Traits::slot(tablesOf(to));
  return unless(function == nullptr, function, Missing)(handle, args...);
}

} // namespace ursa::core::dispatch
