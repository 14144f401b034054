// One instantiation for each function: see any_call.h.
#include "unit/layers/any_call.h"

#include <cstring>
#include <tuple>

namespace ursa::core::layers {
namespace {

using api::Function;

template <Function F> constexpr auto kExportedFunction = nullptr;
#define URSA_FUNCTION(name, id, table, slot, params)                                               \
  template <> constexpr auto kExportedFunction<api::Function::name> = &::name;
#define URSA_LOADER_FUNCTION(name, id, params)                                                     \
  template <> constexpr auto kExportedFunction<api::Function::name> = &::name;
#include "core/api/generated/functions.inc"

template <Function F, class Signature = typename api::FunctionTraits<F>::Signature> struct CallWith;
template <Function F, class... Args> struct CallWith<F, ur_result_t(UR_APICALL *)(Args...)> {
  static ur_result_t call(void *handle, const AnyCall::Change &change) {
    alignas(64) static thread_local std::byte memory[4096];
    std::memset(memory, 0, sizeof(memory));
    void *handles[] = {handle};
    std::tuple<std::remove_cv_t<Args>...> arguments;
    [[maybe_unused]] size_t index = 0;
    std::apply(
        [&](auto &...argument) { (fill(argument, index++, handle, handles, memory, change), ...); },
        arguments);
    return std::apply(kExportedFunction<F>, arguments);
  }

  template <class Arg>
  static void fill(Arg &argument, size_t index, void *handle, void **handles, std::byte *memory,
                   const AnyCall::Change &change) {
    const api::Parameter &parameter = api::parameters(F)[index];
    if constexpr (std::is_pointer_v<Arg>) {
      void *value = memory;
      if (parameter.kind == api::ParameterKind::Handle)
        value = handle;
      else if (parameter.kind == api::ParameterKind::HandleArray)
        value = handles;
      std::memcpy(&argument, &value, sizeof(value));
    } else if constexpr (std::is_class_v<Arg>) {
      std::memset(&argument, 0, sizeof(argument));
    } else {
      argument = static_cast<Arg>(parameter.kind == api::ParameterKind::Flags ? 0 : 1);
    }
    change(index, &argument);
  }
};

} // namespace

std::vector<AnyCall> anyCalls() {
  std::vector<AnyCall> calls;
  api::forEachFunction([&]<Function F>() { calls.push_back({F, &CallWith<F>::call}); });
  return calls;
}

} // namespace ursa::core::layers
