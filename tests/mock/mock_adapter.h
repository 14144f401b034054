// A GoogleMock adapter, generated from the data of core/api, for unit tests of code that calls
// adapters: without a driver, a device or a shared object.
//
//   MockAdapter mock;                                        // an adapter that urAdapterGet finds
//   const auto context = mock.make<ur_context_handle_t>();   // objects of it
//   const auto program = mock.make<ur_program_handle_t>();
//   EXPECT_CALL(mock.on<Function::urProgramBuild>(), Call(context, program, StrEq("-w")))
//       .WillOnce(Return(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE));
//   urProgramBuild(context, program, "-w");                  // through the loader, into the mock
//
// on<F>() puts F into the adapter's table; the first call of on<F>() for an F must precede calls of
// the adapter by other threads. Other functions are null in the table, as in an adapter that does
// not implement them; after failPending() a call of them fails the test by name. A function without
// an expectation succeeds and does nothing.
//
// urAdapterGet returns mock.adapter() unless the test mocks it. For mocks as the only adapters,
// initialize the loader with a config that enables mocking (mock_loader.h).
//
// At most eight mock adapters exist at the same time. Any thread may call them. Objects live as
// long as their adapter.
#pragma once

#include "core/api/functions.h"
#include "ursa.h"

#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>

namespace ursa {

using core::api::Function;

class MockAdapter {
  template <core::api::Function F,
            class Signature = typename core::api::FunctionTraits<F>::Signature>
  struct Slot;

public:
  /// The result type of on<F>(): has Call(<parameters of F>) for expectations.
  template <core::api::Function F> using Mocked = typename Slot<F>::Mocked;

  explicit MockAdapter(const std::string &name = "mock") : instance_(claimInstance(this)) {
    table_.owner = this;
    table_.entries.Adapter.pfnGet = kAdapterGets[instance_];
    adapter_ = make<ur_adapter_handle_t>();
    if (ursaAdapterRegister(name.c_str(), &table_.entries) != UR_RESULT_SUCCESS) {
      instances_[instance_] = nullptr;
      throw std::invalid_argument("A mock adapter needs a name.");
    }
  }

  ~MockAdapter() {
    ursaAdapterUnregister(&table_.entries);
    instances_[instance_] = nullptr;
  }

  MockAdapter(const MockAdapter &) = delete;
  MockAdapter &operator=(const MockAdapter &) = delete;

  /// Returns the mock of a function; the same one until reset.
  template <core::api::Function F> Mocked<F> &on() {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<void> &mocked = mocked_[core::api::indexOf(F)];
    if (!mocked) {
      mocked = std::make_shared<Mocked<F>>();
      if constexpr (F != core::api::Function::urAdapterGet) {
        auto &slot = core::api::FunctionTraits<F>::slot(table_.entries);
        if (slot != &Slot<F>::call) // after reset other threads may be reading it
          slot = &Slot<F>::call;
      }
    }
    return *static_cast<Mocked<F> *>(mocked.get());
  }

  /// From now on, a call of a function without on<F>() fails the test.
  template <class Anything = void> void failPending() {
    core::api::forEachTableFunction([this]<core::api::Function F>() {
      auto &slot = core::api::FunctionTraits<F>::slot(table_.entries);
      if (!slot)
        slot = &Slot<F>::fail;
    });
  }

  /// Verifies and removes all expectations. Mocked functions return
  /// UR_RESULT_ERROR_UNSUPPORTED_FEATURE until on<F>() is called again. Other threads may call the
  /// adapter meanwhile.
  void reset() {
    decltype(mocked_) old;
    const std::lock_guard lock(mutex_);
    std::swap(mocked_, old);
  }

  /// Creates an object of this adapter that supports dispatch only.
  template <class Handle> Handle make() {
    const std::lock_guard lock(mutex_);
    return reinterpret_cast<Handle>(&objects_.emplace_back(Object{&table_.entries}));
  }

  /// Returns the handle that urAdapterGet returns.
  ur_adapter_handle_t adapter() const { return adapter_; }

  /// Returns the table that its objects point to.
  ur_dditable_t &tables() { return table_.entries; }

private:
  /// The first word is the same as in every object of every adapter.
  struct Object {
    const ur_dditable_t *tables;
  };

  /// The address of the table identifies its owner.
  struct Table {
    ur_dditable_t entries{};
    MockAdapter *owner = nullptr;
  };

  template <core::api::Function F, class... Args>
  struct Slot<F, ur_result_t(UR_APICALL *)(Args...)> {
    using Mocked = testing::NiceMock<testing::MockFunction<ur_result_t(Args...)>>;

    static ur_result_t UR_APICALL call(Args... args) {
      using Traits = core::api::FunctionTraits<F>;
      const auto parameter = std::get<Traits::kDispatchIndex>(std::tie(args...));
      if constexpr (Traits::kDispatchIsArray)
        return ownerOf(*parameter).template invoke<F>(args...);
      else
        return ownerOf(parameter).template invoke<F>(args...);
    }

    static ur_result_t UR_APICALL fail(Args...) {
      ADD_FAILURE() << core::api::FunctionTraits<F>::kName << " was called, but is not mocked.";
      return UR_RESULT_ERROR_UNSUPPORTED_FEATURE;
    }
  };

  template <class Handle> static MockAdapter &ownerOf(Handle handle) {
    const ur_dditable_t *entries = reinterpret_cast<const Object *>(handle)->tables;
    return *reinterpret_cast<const Table *>(entries)->owner;
  }

  template <core::api::Function F> std::shared_ptr<Mocked<F>> find() {
    const std::lock_guard lock(mutex_);
    return std::static_pointer_cast<Mocked<F>>(mocked_[core::api::indexOf(F)]);
  }

  template <core::api::Function F, class... Args> ur_result_t invoke(Args... args) {
    const auto mocked = find<F>(); // keeps the mock alive during the call, even if reset runs
    if (!mocked)
      return UR_RESULT_ERROR_UNSUPPORTED_FEATURE;
    // GoogleMock calls every function "Call", so the trace adds the real name.
    const testing::ScopedTrace trace(__FILE__, __LINE__,
                                     std::string("Call is ") + core::api::FunctionTraits<F>::kName);
    return mocked->Call(args...);
  }

  ur_result_t adapterGet(uint32_t capacity, ur_adapter_handle_t *out, uint32_t *count) {
    if (find<core::api::Function::urAdapterGet>())
      return invoke<core::api::Function::urAdapterGet>(capacity, out, count);
    if (out && capacity > 0)
      *out = adapter_;
    if (count)
      *count = 1;
    return UR_RESULT_SUCCESS;
  }

  // urAdapterGet has no handle that identifies the mock, so each mock has its own function.
  static constexpr size_t kMaxInstances = 8;

  template <size_t I>
  static ur_result_t UR_APICALL adapterGetOf(uint32_t capacity, ur_adapter_handle_t *out,
                                             uint32_t *count) {
    return instances_[I].load()->adapterGet(capacity, out, count);
  }

  static constexpr std::array<ur_pfnAdapterGet_t, kMaxInstances> kAdapterGets =
      []<size_t... I>(std::index_sequence<I...>) {
    return std::array<ur_pfnAdapterGet_t, kMaxInstances>{&adapterGetOf<I>...};
  }
  (std::make_index_sequence<kMaxInstances>());

  static size_t claimInstance(MockAdapter *mock) {
    for (size_t i = 0; i < kMaxInstances; ++i) {
      MockAdapter *free = nullptr;
      if (instances_[i].compare_exchange_strong(free, mock))
        return i;
    }
    throw std::length_error("At most eight mock adapters can exist at once.");
  }

  static inline std::array<std::atomic<MockAdapter *>, kMaxInstances> instances_{};

  const size_t instance_;
  Table table_;
  std::mutex mutex_; ///< guards the members below; no mock is called while it is held
  std::array<std::shared_ptr<void>, core::api::kFunctionCount> mocked_;
  std::deque<Object> objects_;
  ur_adapter_handle_t adapter_ = nullptr;
};

} // namespace ursa
