// Reductions (SYCL 2020, 4.9.2). A kernel combines the values of each work-item, then those of each
// work-group; a second kernel with one work-group combines those of all groups. Results do not
// depend on the order in which groups run.
#pragma once

#include <sycl/detail/reducer.hpp>
#include <sycl/detail/reduction_launch.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/handler.hpp>
#include <sycl/property_list.hpp>
#include <sycl/span.hpp>

#include <cstddef>
#include <cstdint>
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
  RangeParts parts;
  unsigned char *partials;

  struct Run {
    const RangeReduction &self;
    const nd_item<1> &item;
    const kernel_handler &handler;
    void operator()(const R &...reductions) const {
      start(reductions..., Reducers::make(reductions)...);
    }
    void start(const R &...reductions, ReducerOf<R> &&...reducers) const {
      if constexpr (D == 1)
        overLine(reducers...);
      else if (!inPack() && self.parts.part == 0)
        overElements(reducers...);
      else
        overRows(reducers...);
      unsigned char *next = self.partials;
      const group<1> all = item.get_group();
      (finishGroup(reductions, reducers, all, kWholeGroup, self.groups,
                   takePartials<R>(next, self.groups)),
       ...);
    }

    void call(const id<D> &at, ReducerOf<R> &...reducers) const {
      callReduction(self.function, Builder::make<sycl::item<D, false>>(at, self.extent, id<D>()),
                    handler, reducers...);
    }
    static std::uint32_t upTo32Bits(std::size_t number) {
      constexpr std::uint32_t most = ~std::uint32_t(0);
      return number < most ? static_cast<std::uint32_t>(number) : most;
    }
    /// The work-items take consecutive elements, @p step further each time. All of them run the
    /// loops until the last one leaves them.
    template <class Call>
    void forEach(std::size_t begin, std::size_t end, std::size_t step, const Call &call) const {
      const std::size_t me = item.get_local_linear_id();
      std::size_t first = begin;
      if (!inPack()) {
        // Without a condition compilers unroll the loop.
        const std::size_t size = item.get_group().get_local_linear_range();
        const std::size_t rounds =
            begin < end && end - begin >= size ? (end - begin - size) / step + 1 : 0;
        std::size_t at = first + me;
        for (std::size_t i = 0; i < rounds; ++i, at += step)
          call(at);
        first = at - me;
      }
      for (; first < end; first += step)
        if (static_cast<std::uint32_t>(me) < upTo32Bits(end - first))
          call(first + me);
    }
    void overLine(ReducerOf<R> &...reducers) const {
      const std::size_t group = item.get_group_linear_id();
      const std::size_t size = item.get_group().get_local_linear_range();
      const bool isWhole = self.parts.part == 0;
      const std::size_t count = self.extent.size();
      const std::size_t begin = group * (isWhole ? size : self.parts.part);
      const std::size_t left = begin < count ? count - begin : 0;
      forEach(begin, begin + (isWhole || left < self.parts.part ? left : self.parts.part),
              isWhole ? self.groups * size : size,
              [&](std::size_t i) { call(id<D>(i), reducers...); });
    }
    void overElements(ReducerOf<R> &...reducers) const {
      const std::size_t size = item.get_group().get_local_linear_range();
      forEach(item.get_group_linear_id() * size, self.extent.size(), self.groups * size,
              [&](std::size_t i) { call(delinearize(i, self.extent), reducers...); });
    }
    void overRows(ReducerOf<R> &...reducers) const {
      const RangeParts &parts = self.parts;
      const std::size_t columns = self.extent[D - 1];
      const std::size_t rows = columns == 0 ? 0 : self.extent.size() / columns;
      const std::size_t count = rows * parts.perRow;
      const std::size_t begin = item.get_group_linear_id() * parts.perGroup;
      for (std::size_t i = begin; i < count && i < begin + parts.perGroup; ++i) {
        const std::size_t first = i % parts.perRow * parts.part;
        const std::size_t left = columns - first;
        id<D> at = delinearize(i / parts.perRow * columns, self.extent);
        forEach(first, first + (left < parts.part ? left : parts.part),
                item.get_group().get_local_linear_range(), [&](std::size_t column) {
                  at[D - 1] = column;
                  call(at, reducers...);
                });
      }
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
      (finishGroup(reductions, reducers, all, kWholeGroup, groups, takePartials<R>(next, groups)),
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
      const std::size_t size = item.get_group().get_local_linear_range();
      std::size_t i = me + size;
      // One work-group has to hide the latency of its loads.
      if constexpr (sizeof(S) <= 16 && std::is_default_constructible_v<S>) {
        constexpr std::size_t kLoads = 8;
        for (; i + (kLoads - 1) * size < self.groups; i += kLoads * size) {
          S next[kLoads];
          for (std::size_t k = 0; k < kLoads; ++k)
            next[k] = partials[(i + k * size) * step + element];
          for (const S &each : next)
            sum = S::combine(reduction.operation, sum, each);
        }
      }
      for (; i < self.groups; i += size)
        sum = S::combine(reduction.operation, sum, partials[i * step + element]);
      finishElement(reduction, element, sum, item.get_group(),
                    self.groups < size ? self.groups : size, 1, static_cast<S *>(nullptr));
    }
  };
  void operator()(nd_item<1> item) const { reductions.visit(Run{*this, item}); }
};

/// @{ Forms and names of these kernels.
template <int Dimensions> struct OverReducedRange {};
template <int Dimensions> struct OverReducedNdRange {};
template <class Name> struct FinishOf;
/// @}

/// A kernel function without a name may be launched with other reductions, too: the name is the
/// type of the kernel, of which the reductions are a part.
struct ReductionLaunch {
  /// @tparam Properties lists of properties of the first kernel
  template <class Name, int D, class... Properties, class First, class Second>
  static void enqueue(handler &group, First first, Second second, const LaunchShape &shape,
                      std::size_t groups, std::size_t finishSize, std::size_t bytes) {
#ifdef __SYCL_DEVICE_ONLY__
    KernelEntry<Name, First, OverNdRange<D>, Properties...>::define(first);
    KernelEntry<FinishOf<Name>, Second, OverNdRange<1>>::define(second);
    (void)group, (void)shape, (void)groups, (void)finishSize, (void)bytes;
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
         LaunchShape(nd_range<1>(finishSize, finishSize))}};
    group.setReduction(steps, groups > 1 ? 2 : 1, std::move(memory), URSA_SYCL_VERSION);
#endif
  }

  template <class Name, class Properties, int D, class Function, class... R>
  static void run(handler &group, const range<D> &extent, const LaunchShape &,
                  const Function &function, const ReductionList<R...> &list) {
    static_assert(areHints<decltype(ownProperties(function))>,
                  "A function object over a range with reductions has no properties but hints: the "
                  "library chooses its work-groups.");
    const std::size_t columns = extent[D - 1];
    const std::size_t rows = D == 1 || columns == 0 ? 1 : extent.size() / columns;
    const RangeGroups chosen = group.reductionGroups(rows, columns);
    using Kernel = RangeReduction<D, Function, R...>;
    enqueue<KernelName<Name, Kernel>, 1, Properties, OwnProperties<Function>>(
        group, Kernel{function, list, extent, chosen.groups, chosen.parts, nullptr},
        FinishReduction<R...>{list, chosen.groups, nullptr},
        LaunchShape(nd_range<1>(chosen.groups * chosen.size, chosen.size)), chosen.groups,
        chosen.finishSize, (partialBytes<R>(chosen.groups) + ...));
  }
  template <class Name, class Properties, int D, class Function, class... R>
  static void run(handler &group, const nd_range<D> &space, const LaunchShape &shape,
                  const Function &function, const ReductionList<R...> &list) {
    const std::size_t groups = space.get_group_range().size();
    using Kernel = NdRangeReduction<D, Function, R...>;
    enqueue<KernelName<Name, Kernel>, D, Properties, OwnProperties<Function>>(
        group, Kernel{function, list, nullptr}, FinishReduction<R...>{list, groups, nullptr},
        shapeFor(function, shape), groups, group.reductionGroups(1, groups).finishSize,
        (partialBytes<R>(groups) + ...));
  }

  /// The arguments are reductions and, at last, the kernel function.
  template <class Name, class Properties, class Space, class Arguments, std::size_t... I>
  static void split(handler &group, const Space &space, const LaunchShape &shape,
                    const Arguments &arguments, std::index_sequence<I...>) {
    run<Name, Properties>(group, space, shape, std::get<sizeof...(I)>(arguments),
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
  reduceWith<Name>(group, extent, ext::oneapi::experimental::empty_properties_t(), arguments...);
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
  ReductionLaunch::split<Name, Properties>(group, extent, LaunchShape(),
                                           std::tuple<const Arguments &...>(arguments...),
                                           std::make_index_sequence<sizeof...(Arguments) - 1>());
}
template <class Name, int Dimensions, class Properties, class... Arguments>
void reduceWith(handler &group, const nd_range<Dimensions> &space, const Properties &properties,
                const Arguments &...arguments) {
  ReductionLaunch::split<Name, Properties>(group, space,
                                           withProperties(LaunchShape(space), properties),
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
