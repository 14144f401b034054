// Command group functions, which a queue passes to the library without their types.
#pragma once

inline namespace ursa_sycl {
namespace sycl {

class handler;

namespace detail {

/// A command group function, called with the handler.
class GroupFunction {
public:
  template <class Function>
  explicit GroupFunction(Function &function)
      : function_(&function), call_(&callFunction<Function>) {}
  void operator()(handler &handler) const { call_(function_, handler); }

private:
  template <class Function> static void callFunction(const void *function, handler &handler) {
    (*const_cast<Function *>(static_cast<const Function *>(function)))(handler);
  }
  const void *function_;
  void (*call_)(const void *, handler &);
};

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
