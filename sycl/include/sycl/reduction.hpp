// Reductions (SYCL 2020, 4.9.2). A kernel combines the values of each work-item, then those of each
// work-group; a second kernel with one work-group combines those of all groups. Results do not
// depend on the order in which groups run.
#pragma once

#include <sycl/detail/reduction_launch.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/handler.hpp>
#include <sycl/known_identity.hpp>
#include <sycl/property_list.hpp>
#include <sycl/span.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

inline namespace ursa_sycl {
namespace sycl {

namespace property {
namespace reduction {
/// The variable's value before does not count.
class initialize_to_identity {};
} // namespace reduction
} // namespace property

template <> struct is_property<property::reduction::initialize_to_identity> : std::true_type {};

namespace detail {

/// @{ A sum so far. Without an identity it may be empty.
template <class T, bool HasIdentity> struct Sum {
  T value;
  template <class Op> void add(const Op &op, const T &other) {
    value = static_cast<T>(op(value, other));
  }
  template <class Op> static Sum combine(const Op &op, Sum a, const Sum &b) {
    a.add(op, b.value);
    return a;
  }
  bool hasValue() const { return true; }
};
template <class T> struct Sum<T, false> {
  T value;
  bool has;
  template <class Op> void add(const Op &op, const T &other) {
    value = has ? static_cast<T>(op(value, other)) : other;
    has = true;
  }
  template <class Op> static Sum combine(const Op &op, Sum a, const Sum &b) {
    if (b.has)
      a.add(op, b.value);
    return a;
  }
  bool hasValue() const { return has; }
};
template <class S, class Op> struct CombineSums {
  Op op;
  S operator()(const S &a, const S &b) const { return S::combine(op, a, b); }
};
/// @}

/// The value that a reduction begins with; nothing if it has no identity.
template <class T, bool HasIdentity> struct Identity { T value; };
template <class T> struct Identity<T, false> {};

/// The result of sycl::reduction. @p Place is a pointer or an accessor.
/// @tparam Extent elements of an array of which each is reduced; 0: one variable
template <class T, class BinaryOperation, bool HasIdentity, class Place, std::size_t Extent = 0>
struct Reduction {
  using Value = T;
  using Operation = BinaryOperation;
  using SumType = Sum<T, HasIdentity>;
  static constexpr bool kHasIdentity = HasIdentity;
  static constexpr int kDimensions = Extent == 0 ? 0 : 1;
  static constexpr std::size_t kElements = Extent == 0 ? 1 : Extent;

  Place place;
  BinaryOperation operation;
  Identity<T, HasIdentity> identity;
  bool ignoresOld;

  SumType begin() const {
    if constexpr (HasIdentity)
      return SumType{identity.value};
    else
      return SumType{place[0], false};
  }
  void finish(std::size_t element, const SumType &sum) const {
    T &result = place[element];
    if (ignoresOld)
      result = sum.value;
    else if (sum.hasValue())
      result = static_cast<T>(operation(result, sum.value));
  }
};
template <class T, class Op, bool HasIdentity, class Place, std::size_t Extent>
struct IsReduction<Reduction<T, Op, HasIdentity, Place, Extent>> : std::true_type {};

/// Whether an operation is one for which a reducer has operators.
template <class Op, class T>
inline constexpr bool isPlus = knownOperation<Op, T> == KnownOperation::Plus;

struct Reducers;

} // namespace detail

/// Combines values of one work-item (SYCL 2020, 4.9.2.3).
template <class T, class BinaryOperation, int Dimensions = 0, std::size_t Extent = 1,
          bool HasIdentity = true>
class reducer {
public:
  using value_type = T;
  using binary_operation = BinaryOperation;
  static constexpr int dimensions = Dimensions;

  reducer(const reducer &) = delete;
  reducer(reducer &&) = delete;
  reducer &operator=(const reducer &) = delete;
  reducer &operator=(reducer &&) = delete;

  reducer &combine(const T &partial) {
    sum_.add(operation_, partial);
    return *this;
  }
  template <bool Has = HasIdentity, class = std::enable_if_t<Has>> T identity() const {
    return identity_.value;
  }

#define __URSA_REDUCER(op, Operation)                                                              \
  template <class Op = BinaryOperation,                                                            \
            std::enable_if_t<detail::knownOperation<Op, T> == detail::KnownOperation::Operation,   \
                             int> = 0>                                                             \
  reducer &operator op(const T &partial) {                                                         \
    return combine(partial);                                                                       \
  }
  __URSA_REDUCER(+=, Plus)
  __URSA_REDUCER(*=, Multiplies)
  __URSA_REDUCER(&=, BitAnd)
  __URSA_REDUCER(|=, BitOr)
  __URSA_REDUCER(^=, BitXor)
#undef __URSA_REDUCER
  template <class Op = BinaryOperation,
            std::enable_if_t<detail::isPlus<Op, T> && std::is_integral_v<T>, int> = 0>
  reducer &operator++() {
    return combine(static_cast<T>(1));
  }
  template <class Op = BinaryOperation,
            std::enable_if_t<detail::isPlus<Op, T> && std::is_integral_v<T>, int> = 0>
  void operator++(int) {
    combine(static_cast<T>(1));
  }

private:
  friend struct detail::Reducers;
  template <class Reduction>
  explicit reducer(const Reduction &reduction)
      : operation_(reduction.operation), identity_(reduction.identity), sum_(reduction.begin()) {}

  BinaryOperation operation_;
  detail::Identity<T, HasIdentity> identity_;
  detail::Sum<T, HasIdentity> sum_;
};

namespace detail {

template <class R>
using ElementReducerOf = reducer<typename R::Value, typename R::Operation, 0, 1, R::kHasIdentity>;
template <class R>
using ReducerOf = reducer<typename R::Value, typename R::Operation, R::kDimensions, R::kElements,
                          R::kHasIdentity>;

struct Reducers {
  template <class R> static ReducerOf<R> make(const R &reduction) {
    return ReducerOf<R>(reduction);
  }
  template <class R> static ElementReducerOf<R> makeElement(const R &reduction) {
    return ElementReducerOf<R>(reduction);
  }
  template <class T, class Op, std::size_t Extent, bool HasIdentity>
  static const auto &sum(const reducer<T, Op, 0, Extent, HasIdentity> &reducer, std::size_t) {
    return reducer.sum_;
  }
  template <class T, class Op, std::size_t Extent, bool HasIdentity>
  static const auto &sum(const reducer<T, Op, 1, Extent, HasIdentity> &reducer,
                         std::size_t element) {
    return reducer.elements_[element].sum_;
  }
};

} // namespace detail

/// Combines values for each element of an array.
template <class T, class BinaryOperation, std::size_t Extent, bool HasIdentity>
class reducer<T, BinaryOperation, 1, Extent, HasIdentity> {
  using Element = reducer<T, BinaryOperation, 0, 1, HasIdentity>;

public:
  using value_type = T;
  using binary_operation = BinaryOperation;
  static constexpr int dimensions = 1;

  reducer(const reducer &) = delete;
  reducer(reducer &&) = delete;
  reducer &operator=(const reducer &) = delete;
  reducer &operator=(reducer &&) = delete;

  Element &operator[](std::size_t index) { return elements_[index]; }
  template <bool Has = HasIdentity, class = std::enable_if_t<Has>> T identity() const {
    return elements_[0].identity();
  }

private:
  friend struct detail::Reducers;
  template <class Reduction>
  explicit reducer(const Reduction &reduction)
      : reducer(reduction, std::make_index_sequence<Extent>()) {}
  template <class Reduction, std::size_t... I>
  reducer(const Reduction &reduction, std::index_sequence<I...>)
      : elements_{((void)I, detail::Reducers::makeElement(reduction))...} {}

  Element elements_[Extent];
};

namespace detail {

/// The reductions of a kernel, with the same layout in both passes.
template <class... All> struct ReductionList {
  template <class Visitor, class... Before>
  void visit(const Visitor &visitor, const Before &...before) const {
    visitor(before...);
  }
};
template <class First, class... Rest> struct ReductionList<First, Rest...> {
  First first;
  ReductionList<Rest...> rest;
  /// Calls the visitor with all reductions.
  template <class Visitor, class... Before>
  void visit(const Visitor &visitor, const Before &...before) const {
    rest.visit(visitor, before..., first);
  }
};

inline constexpr std::size_t kReductionGroupSize = 128;
inline constexpr std::size_t kMaxReductionGroups = 512;
inline constexpr std::size_t kPartialAlignment = 64;

/// The bytes of the sums of all groups.
template <class R> constexpr std::size_t partialBytes(std::size_t groups) {
  const std::size_t bytes = groups * R::kElements * sizeof(typename R::SumType);
  return (bytes + kPartialAlignment - 1) / kPartialAlignment * kPartialAlignment;
}

/// Combines the sums of a group for an element, in the variable if there is one group.
template <class R, int D>
void finishElement(const R &reduction, std::size_t element, const typename R::SumType &mine,
                   const group<D> &group, std::size_t active, std::size_t groups,
                   typename R::SumType *partials) {
  using S = typename R::SumType;
  const S sum =
      reduceValues(group, mine, CombineSums<S, typename R::Operation>{reduction.operation}, active);
  if (!group.leader())
    return;
  if (groups == 1)
    reduction.finish(element, sum);
  else
    partials[group.get_group_linear_id() * R::kElements + element] = sum;
}
/// How often loops over elements are unrolled on devices, where indexed private memory is slow.
template <class R> inline constexpr unsigned kUnrolled = R::kElements <= 32 ? R::kElements : 1;
/// The same for all elements.
template <class R, int D>
void finishGroup(const R &reduction, const ReducerOf<R> &mine, const group<D> &group,
                 std::size_t active, std::size_t groups, typename R::SumType *partials) {
#ifdef __SYCL_DEVICE_ONLY__
#pragma unroll(kUnrolled <R>)
#endif
  for (std::size_t i = 0; i < R::kElements; ++i)
    finishElement(reduction, i, Reducers::sum(mine, i), group, active, groups, partials);
}

/// Where partials of the next reduction are.
template <class R> typename R::SumType *takePartials(unsigned char *&next, std::size_t groups) {
  auto *mine = reinterpret_cast<typename R::SumType *>(next);
  next += partialBytes<R>(groups);
  return mine;
}

template <class Function, class Item, class... Reducer>
void callReduction(const Function &function, const Item &item, kernel_handler handler,
                   Reducer &...reducers) {
  if constexpr (std::is_invocable_v<const Function &, const Item &, Reducer &..., kernel_handler>)
    function(item, reducers..., handler);
  else
    function(item, reducers...);
}

/// The first kernel over a range.
template <int D, class Function, class... R> struct RangeReduction {
  Function function;
  ReductionList<R...> reductions;
  range<D> extent;
  std::size_t groups;
  unsigned char *partials;

  struct Run {
    const RangeReduction &self;
    const nd_item<1> &item;
    const kernel_handler &handler;
    void operator()(const R &...reductions) const {
      start(reductions..., Reducers::make(reductions)...);
    }
    void start(const R &...reductions, ReducerOf<R> &&...reducers) const {
      const std::size_t count = self.extent.size();
      for (std::size_t i = item.get_global_linear_id(); i < count;
           i += self.groups * kReductionGroupSize)
        callReduction(
            self.function,
            Builder::make<sycl::item<D, false>>(delinearize(i, self.extent), self.extent, id<D>()),
            handler, reducers...);
      unsigned char *next = self.partials;
      const group<1> all = item.get_group();
      (finishGroup(reductions, reducers, all, kReductionGroupSize, self.groups,
                   takePartials<R>(next, self.groups)),
       ...);
    }
  };
  void operator()(nd_item<1> item, kernel_handler handler) const {
    reductions.visit(Run{*this, item, handler});
  }
};

/// The first kernel over an nd_range.
template <int D, class Function, class... R> struct NdRangeReduction {
  Function function;
  ReductionList<R...> reductions;
  unsigned char *partials;

  struct Run {
    const NdRangeReduction &self;
    const nd_item<D> &item;
    const kernel_handler &handler;
    void operator()(const R &...reductions) const {
      start(reductions..., Reducers::make(reductions)...);
    }
    void start(const R &...reductions, ReducerOf<R> &&...reducers) const {
      callReduction(self.function, item, handler, reducers...);
      unsigned char *next = self.partials;
      const group<D> all = item.get_group();
      const std::size_t groups = all.get_group_linear_range();
      (finishGroup(reductions, reducers, all, all.get_local_linear_range(), groups,
                   takePartials<R>(next, groups)),
       ...);
    }
  };
  void operator()(nd_item<D> item, kernel_handler handler) const {
    reductions.visit(Run{*this, item, handler});
  }
};

/// The second kernel: one work-group combines the sums of all groups.
template <class... R> struct FinishReduction {
  ReductionList<R...> reductions;
  std::size_t groups;
  unsigned char *partials;

  struct Run {
    const FinishReduction &self;
    const nd_item<1> &item;
    void operator()(const R &...reductions) const {
      unsigned char *next = self.partials;
      (finish(reductions, takePartials<R>(next, self.groups)), ...);
    }
    template <class One>
    void finish(const One &reduction, const typename One::SumType *partials) const {
      for (std::size_t i = 0; i < One::kElements; ++i)
        finish(reduction, partials, i);
    }
    template <class One>
    void finish(const One &reduction, const typename One::SumType *partials,
                std::size_t element) const {
      using S = typename One::SumType;
      constexpr std::size_t step = One::kElements;
      const std::size_t me = item.get_local_linear_id();
      S sum = partials[(me < self.groups ? me : 0) * step + element];
      for (std::size_t i = me + kReductionGroupSize; i < self.groups; i += kReductionGroupSize)
        sum = S::combine(reduction.operation, sum, partials[i * step + element]);
      finishElement(reduction, element, sum, item.get_group(),
                    self.groups < kReductionGroupSize ? self.groups : kReductionGroupSize, 1,
                    static_cast<S *>(nullptr));
    }
  };
  void operator()(nd_item<1> item) const { reductions.visit(Run{*this, item}); }
};

/// @{ Forms and names of these kernels.
template <int Dimensions> struct OverReducedRange {};
template <int Dimensions> struct OverReducedNdRange {};
template <class Name> struct FinishOf;
/// @}

struct ReductionLaunch {
  template <class Name, int D, class First, class Second>
  static void enqueue(handler &group, First first, Second second, const LaunchShape &shape,
                      std::size_t groups, std::size_t bytes) {
#ifdef __SYCL_DEVICE_ONLY__
    KernelEntry<Name, First, OverNdRange<D>>::define(first);
    KernelEntry<FinishOf<Name>, Second, OverNdRange<1>>::define(second);
    (void)group, (void)shape, (void)groups, (void)bytes;
#else
    std::shared_ptr<TakenBlock> memory;
    if (groups > 1) {
      void *pointer = nullptr;
      memory = group.reductionMemory(bytes, &pointer);
      first.partials = static_cast<unsigned char *>(pointer);
      second.partials = first.partials;
    }
    const ReductionStep steps[2] = {
        {describeKernel<Name, First>(), std::make_shared<const First>(first), shape},
        {describeKernel<FinishOf<Name>, Second>(), std::make_shared<const Second>(second),
         LaunchShape(nd_range<1>(kReductionGroupSize, kReductionGroupSize))}};
    group.setReduction(steps, groups > 1 ? 2 : 1, std::move(memory), URSA_SYCL_VERSION);
#endif
  }

  template <class Name, int D, class Function, class... R>
  static void run(handler &group, const range<D> &extent, const LaunchShape &,
                  const Function &function, const ReductionList<R...> &list) {
    static_assert(areHints<decltype(ownProperties(function))>,
                  "A function object over a range with reductions has no properties but hints: the "
                  "library chooses its work-groups.");
    const std::size_t perGroup = kReductionGroupSize * 4;
    const std::size_t wanted = (extent.size() + perGroup - 1) / perGroup;
    const std::size_t groups = wanted < 1                     ? 1
                               : wanted > kMaxReductionGroups ? kMaxReductionGroups
                                                              : wanted;
    enqueue<KernelName<Name, Function>, 1>(
        group, RangeReduction<D, Function, R...>{function, list, extent, groups, nullptr},
        FinishReduction<R...>{list, groups, nullptr},
        LaunchShape(nd_range<1>(groups * kReductionGroupSize, kReductionGroupSize)), groups,
        (partialBytes<R>(groups) + ...));
  }
  template <class Name, int D, class Function, class... R>
  static void run(handler &group, const nd_range<D> &space, const LaunchShape &shape,
                  const Function &function, const ReductionList<R...> &list) {
    const std::size_t groups = space.get_group_range().size();
    enqueue<KernelName<Name, Function>, D>(
        group, NdRangeReduction<D, Function, R...>{function, list, nullptr},
        FinishReduction<R...>{list, groups, nullptr}, shapeFor(function, shape), groups,
        (partialBytes<R>(groups) + ...));
  }

  /// The arguments are reductions and, at last, the kernel function.
  template <class Name, class Space, class Arguments, std::size_t... I>
  static void split(handler &group, const Space &space, const LaunchShape &shape,
                    const Arguments &arguments, std::index_sequence<I...>) {
    run<Name>(group, space, shape, std::get<sizeof...(I)>(arguments),
              list(std::get<I>(arguments)...));
  }

private:
  static ReductionList<> list() { return {}; }
  template <class First, class... Rest>
  static ReductionList<First, Rest...> list(const First &first, const Rest &...rest) {
    return {first, list(rest...)};
  }
};

template <class Name, int Dimensions, class... Arguments>
void reduce(handler &group, const range<Dimensions> &extent, const Arguments &...arguments) {
  ReductionLaunch::split<Name>(group, extent, LaunchShape(),
                               std::tuple<const Arguments &...>(arguments...),
                               std::make_index_sequence<sizeof...(Arguments) - 1>());
}
template <class Name, int Dimensions, class... Arguments>
void reduce(handler &group, const nd_range<Dimensions> &space, const Arguments &...arguments) {
  reduceWith<Name>(group, space, ext::oneapi::experimental::empty_properties_t(), arguments...);
}
template <class Name, int Dimensions, class Properties, class... Arguments>
void reduceWith(handler &group, const range<Dimensions> &extent, const Properties &,
                const Arguments &...arguments) {
  static_assert(areHints<Properties>,
                "Launches over a range with reductions have no properties but "
                "hints: the library chooses their work-groups.");
  reduce<Name>(group, extent, arguments...);
}
template <class Name, int Dimensions, class Properties, class... Arguments>
void reduceWith(handler &group, const nd_range<Dimensions> &space, const Properties &properties,
                const Arguments &...arguments) {
  ReductionLaunch::split<Name>(group, space, withProperties(LaunchShape(space), properties),
                               std::tuple<const Arguments &...>(arguments...),
                               std::make_index_sequence<sizeof...(Arguments) - 1>());
}

/// Calls parallel_for of a handler. The arguments live as long as the shortcut's call.
template <class Name, class Space, class First, class... Rest>
class URSA_SYCL_LOCAL SubmitReduction<Name, Space, First, Rest...> {
public:
  SubmitReduction(const Space &space, const std::vector<event> &dependencies, const First &first,
                  const Rest &...rest)
      : space_(space), dependencies_(dependencies), first_(first), rest_(rest...) {}

  void operator()(handler &group) const {
    group.depends_on(dependencies_);
    call(group, std::index_sequence_for<Rest...>());
  }

private:
  template <std::size_t... I> void call(handler &group, std::index_sequence<I...>) const {
    reduce<Name>(group, space_, first_, std::get<I>(rest_)...);
  }

  const Space &space_;
  const std::vector<event> &dependencies_;
  const First &first_;
  std::tuple<const Rest &...> rest_;
};

template <class T, std::size_t Extent, class Op, class Place>
auto makeReduction(const Place &place, const T &identity, const Op &op,
                   const property_list &properties) {
  return Reduction<T, Op, true, Place, Extent>{
      place,
      op,
      {identity},
      properties.has_property<property::reduction::initialize_to_identity>()};
}
template <class T, std::size_t Extent, class Op, class Place>
auto makeReduction(const Place &place, const Op &op, const property_list &properties) {
  if constexpr (hasKnownIdentity<Op, T>())
    return makeReduction<T, Extent>(place, knownIdentity<Op, T>(), op, properties);
  else
    return Reduction<T, Op, false, Place, Extent>{
        place, op, {}, properties.has_property<property::reduction::initialize_to_identity>()};
}

} // namespace detail

/// @{ A reduction to a variable in USM, to the one element of a buffer, or to each element of an
/// array in USM.
template <class T, class BinaryOperation>
auto reduction(T *var, BinaryOperation combiner, const property_list &properties = {}) {
  return detail::makeReduction<T, 0>(var, combiner, properties);
}
template <class T, class BinaryOperation>
auto reduction(T *var, const T &identity, BinaryOperation combiner,
               const property_list &properties = {}) {
  return detail::makeReduction<T, 0>(var, identity, combiner, properties);
}
template <class T, std::size_t Extent, class BinaryOperation>
auto reduction(span<T, Extent> vars, BinaryOperation combiner,
               const property_list &properties = {}) {
  static_assert(Extent != dynamic_extent && Extent > 0,
                "The number of elements that are reduced must be part of the span's type.");
  return detail::makeReduction<T, Extent>(vars.data(), combiner, properties);
}
template <class T, std::size_t Extent, class BinaryOperation>
auto reduction(span<T, Extent> vars, const detail::NotDeduced<T> &identity,
               BinaryOperation combiner, const property_list &properties = {}) {
  static_assert(Extent != dynamic_extent && Extent > 0,
                "The number of elements that are reduced must be part of the span's type.");
  return detail::makeReduction<T, Extent>(vars.data(), identity, combiner, properties);
}
template <class Buffer, class BinaryOperation, class T = typename Buffer::value_type>
auto reduction(Buffer vars, handler &cgh, BinaryOperation combiner,
               const property_list &properties = {}) {
  return detail::makeReduction<T, 0>(vars.get_access(cgh), combiner, properties);
}
template <class Buffer, class BinaryOperation, class T = typename Buffer::value_type>
auto reduction(Buffer vars, handler &cgh, const typename Buffer::value_type &identity,
               BinaryOperation combiner, const property_list &properties = {}) {
  return detail::makeReduction<T, 0>(vars.get_access(cgh), identity, combiner, properties);
}
/// @}

} // namespace sycl
} // namespace ursa_sycl
