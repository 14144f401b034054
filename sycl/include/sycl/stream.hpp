// The class stream: text of kernels, on standard output when their command is complete (SYCL 2020,
// 4.16). Text between two flushes of a work-item stays together; the order of work-items is that of
// their first output. Numbers look as those of std::ostream.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/detail/atomics.hpp>
#include <sycl/detail/stream_records.hpp>
#include <sycl/h_item.hpp>
#include <sycl/half.hpp>
#include <sycl/nd_item.hpp>
#include <sycl/vec.hpp>

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

enum class stream_manipulator {
  flush,
  dec,
  hex,
  oct,
  noshowbase,
  showbase,
  noshowpos,
  showpos,
  endl,
  fixed,
  scientific,
  hexfloat,
  defaultfloat
};
inline constexpr stream_manipulator flush = stream_manipulator::flush;
inline constexpr stream_manipulator dec = stream_manipulator::dec;
inline constexpr stream_manipulator hex = stream_manipulator::hex;
inline constexpr stream_manipulator oct = stream_manipulator::oct;
inline constexpr stream_manipulator noshowbase = stream_manipulator::noshowbase;
inline constexpr stream_manipulator showbase = stream_manipulator::showbase;
inline constexpr stream_manipulator noshowpos = stream_manipulator::noshowpos;
inline constexpr stream_manipulator showpos = stream_manipulator::showpos;
inline constexpr stream_manipulator endl = stream_manipulator::endl;
inline constexpr stream_manipulator fixed = stream_manipulator::fixed;
inline constexpr stream_manipulator scientific = stream_manipulator::scientific;
inline constexpr stream_manipulator hexfloat = stream_manipulator::hexfloat;
inline constexpr stream_manipulator defaultfloat = stream_manipulator::defaultfloat;

class __precision_manipulator__ {
public:
  constexpr explicit __precision_manipulator__(int value) : value_(value) {}
  constexpr int value() const { return value_; }

private:
  int value_;
};
class __width_manipulator__ {
public:
  constexpr explicit __width_manipulator__(int value) : value_(value) {}
  constexpr int value() const { return value_; }

private:
  int value_;
};
inline __precision_manipulator__ setprecision(int precision) {
  return __precision_manipulator__(precision);
}
inline __width_manipulator__ setw(int width) { return __width_manipulator__(width); }

namespace detail {

/// Memory for the records of a stream, printed when the command is complete.
/// @param words its size @param bytes that are printed at most
URSA_SYCL_EXPORT std::shared_ptr<Requirement> makeStream(size_t words, size_t bytes);

struct StreamWriter;

} // namespace detail

class stream {
public:
  /// @param totalBufferSize the bytes of text that are printed at most
  /// @param workItemBufferSize is not a limit
  stream(size_t totalBufferSize, size_t workItemBufferSize, [[maybe_unused]] handler &group,
         [[maybe_unused]] const property_list &properties = {})
      : size_(totalBufferSize), workItemSize_(workItemBufferSize),
        capacity_(static_cast<std::uint32_t>(detail::stream_records::capacity(totalBufferSize))) {
#ifndef __SYCL_DEVICE_ONLY__
    memory_.requirement = detail::makeStream(capacity_, size_);
    detail::require(group, memory_.requirement);
#endif
  }

  size_t size() const noexcept { return size_; }
  [[deprecated("use size()")]] size_t get_size() const { return size_; }
  size_t get_work_item_buffer_size() const { return workItemSize_; }
  [[deprecated("use get_work_item_buffer_size()")]] size_t get_max_statement_size() const {
    return workItemSize_;
  }
  template <typename Property> bool has_property() const noexcept { return false; }
  /// An order of objects and of references to them (sycl_ext_oneapi_weak_object).
  template <class Other> bool ext_oneapi_owner_before(const Other &other) const noexcept {
    return detail::OwnerOrder::isBefore(*this, other);
  }

  friend bool operator==(const stream &a, const stream &b) { return a.memory_ == b.memory_; }
  friend bool operator!=(const stream &a, const stream &b) { return !(a == b); }

private:
  friend struct detail::Access;
  friend struct detail::StreamWriter;
  friend struct std::hash<stream>;

  accessor<std::uint32_t> memory_;
  size_t size_;
  size_t workItemSize_;
  std::uint32_t capacity_; ///< in words
  [[maybe_unused]] mutable std::uint32_t format_ = 0;
  [[maybe_unused]] mutable std::uint32_t layout_ = 0; ///< precision, and width times 2^16
};

namespace detail {

#ifdef __SYCL_DEVICE_ONLY__
struct StreamWriter {
  using Words = __URSA_GLOBAL std::uint32_t *;

  /// Begins a record. Returns the place of its payload; null if the memory is full.
  static Words begin(const stream &to, stream_records::Kind kind, std::uint32_t bytes) {
    using namespace stream_records;
    const std::uint32_t count = kHeader + wordsOf(bytes);
    const Words memory = (Words)to.memory_.data;
    const std::uint32_t at =
        1 + atomicAdd(memory, count, memory_order::relaxed, memory_scope::device);
    if (to.capacity_ < count || at > to.capacity_ - count)
      return nullptr;
    memory[at] = static_cast<std::uint32_t>(linearId(globalId<3>(), globalRange<3>()));
    memory[at + 1] = pack(kind, to.format_, bytes);
    memory[at + 2] = to.layout_;
    to.layout_ &= 0xffff; // a width is for one output
    return memory + at + kHeader;
  }

  static void text(const stream &to, const char *text, std::size_t length) {
    using namespace stream_records;
    const auto bytes = static_cast<std::uint32_t>(length < kLongestText ? length : kLongestText);
    const Words place = begin(to, Text, bytes);
    if (!place)
      return;
    for (std::uint32_t word = 0; word < wordsOf(bytes); ++word) {
      std::uint32_t packed = 0;
      for (std::uint32_t i = 0; i < 4 && word * 4 + i < bytes; ++i)
        packed |= std::uint32_t(static_cast<unsigned char>(text[word * 4 + i])) << (i * 8);
      place[word] = packed;
    }
  }
  static void text(const stream &to, const char *text) {
    StreamWriter::text(to, text, __builtin_strlen(text));
  }

  template <class T> static constexpr stream_records::Kind kindOf() {
    using namespace stream_records;
    if constexpr (std::is_same_v<T, char> || std::is_same_v<T, signed char> ||
                  std::is_same_v<T, unsigned char>)
      return Character;
    else if constexpr (std::is_same_v<T, half>)
      return Half;
    else if constexpr (std::is_same_v<T, float>)
      return Float;
    else if constexpr (std::is_same_v<T, double>)
      return Double;
    else if constexpr (std::is_signed_v<T>)
      return Signed;
    else
      return Unsigned;
  }
  template <class T> static std::uint64_t bits(const stream &to, T value) {
    if constexpr (std::is_same_v<T, half>)
      return __builtin_bit_cast(std::uint16_t, value);
    else if constexpr (std::is_same_v<T, float>)
      return __builtin_bit_cast(std::uint32_t, value);
    else if constexpr (std::is_same_v<T, double>)
      return __builtin_bit_cast(std::uint64_t, value);
    else if constexpr (std::is_signed_v<T>)
      return to.format_ & (stream_records::Hex | stream_records::Oct)
                 ? static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(value))
                 : static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    else
      return static_cast<std::uint64_t>(value);
  }
  static void set(Words place, std::uint64_t bits) {
    place[0] = static_cast<std::uint32_t>(bits);
    place[1] = static_cast<std::uint32_t>(bits >> 32);
  }
  template <class T> static void number(const stream &to, T value) {
    if (const Words place = begin(to, kindOf<T>(), 8))
      set(place, bits(to, value));
  }
  template <class T, int N> static void vector(const stream &to, const vec<T, N> &value) {
    if (const Words place = begin(to, kindOf<T>(), 8 * N))
      for (int i = 0; i < N; ++i)
        set(place + 2 * i, bits<T>(to, value[i]));
  }
  static void pointer(const stream &to, const void *pointer) {
    if (const Words place = begin(to, stream_records::Pointer, 8))
      set(place, reinterpret_cast<std::uint64_t>(pointer));
  }
  template <int D, class T> static void list(const stream &to, const T &all) {
    text(to, "{", 1);
    for (int i = 0; i < D; ++i) {
      if (i > 0)
        text(to, ", ", 2);
      number(to, all[i]);
    }
    text(to, "}", 1);
  }
  static void setBits(const stream &to, std::uint32_t cleared, std::uint32_t set) {
    to.format_ = (to.format_ & ~cleared) | set;
  }
  static void apply(const stream &to, stream_manipulator manipulator) {
    using namespace stream_records;
    switch (manipulator) {
    case stream_manipulator::endl:
      text(to, "\n", 1);
      (void)begin(to, Flush, 0);
      break;
    case stream_manipulator::flush:
      (void)begin(to, Flush, 0);
      break;
    case stream_manipulator::dec:
      return setBits(to, Hex | Oct, 0);
    case stream_manipulator::hex:
      return setBits(to, Hex | Oct, Hex);
    case stream_manipulator::oct:
      return setBits(to, Hex | Oct, Oct);
    case stream_manipulator::noshowbase:
      return setBits(to, ShowBase, 0);
    case stream_manipulator::showbase:
      return setBits(to, 0, ShowBase);
    case stream_manipulator::noshowpos:
      return setBits(to, ShowPos, 0);
    case stream_manipulator::showpos:
      return setBits(to, 0, ShowPos);
    case stream_manipulator::fixed:
      return setBits(to, Fixed | Scientific, Fixed);
    case stream_manipulator::scientific:
      return setBits(to, Fixed | Scientific, Scientific);
    case stream_manipulator::hexfloat:
      return setBits(to, 0, Fixed | Scientific);
    case stream_manipulator::defaultfloat:
      return setBits(to, Fixed | Scientific, 0);
    }
  }
  static void precision(const stream &to, int value) {
    to.format_ |= stream_records::HasPrecision;
    to.layout_ = (to.layout_ & 0xffff0000u) | (static_cast<std::uint32_t>(value) & 0xffff);
  }
  static void width(const stream &to, int value) {
    to.layout_ = (to.layout_ & 0xffff) | static_cast<std::uint32_t>(value) << 16;
  }
};
#else // Host code never runs kernels.
struct StreamWriter {
  template <class T> static void text(const stream &, const T &) {}
  template <class T> static void number(const stream &, const T &) {}
  template <class T> static void vector(const stream &, const T &) {}
  static void pointer(const stream &, const void *) {}
  template <int D, class T> static void list(const stream &, const T &) {}
  static void apply(const stream &, stream_manipulator) {}
  static void precision(const stream &, int) {}
  static void width(const stream &, int) {}
};
#endif

} // namespace detail

template <class T, std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, half>, int> = 0>
const stream &operator<<(const stream &to, const T &value) {
  detail::StreamWriter::number(to, value);
  return to;
}
inline const stream &operator<<(const stream &to, std::byte value) {
  return to << static_cast<unsigned>(value);
}
inline const stream &operator<<(const stream &to, const char *text) {
  detail::StreamWriter::text(to, text);
  return to;
}
template <class T> const stream &operator<<(const stream &to, T *pointer) {
  detail::StreamWriter::pointer(to, pointer);
  return to;
}
template <class T, access::address_space Space, access::decorated Decorated>
const stream &operator<<(const stream &to, const multi_ptr<T, Space, Decorated> &pointer) {
  return to << pointer.get_raw();
}
inline const stream &operator<<(const stream &to, stream_manipulator manipulator) {
  detail::StreamWriter::apply(to, manipulator);
  return to;
}
inline const stream &operator<<(const stream &to, __precision_manipulator__ precision) {
  detail::StreamWriter::precision(to, precision.value());
  return to;
}
inline const stream &operator<<(const stream &to, __width_manipulator__ width) {
  detail::StreamWriter::width(to, width.value());
  return to;
}
template <class T, int N> const stream &operator<<(const stream &to, const vec<T, N> &value) {
  detail::StreamWriter::vector(to, value);
  return to;
}
template <int D> const stream &operator<<(const stream &to, const id<D> &value) {
  detail::StreamWriter::list<D>(to, value);
  return to;
}
template <int D> const stream &operator<<(const stream &to, const range<D> &value) {
  detail::StreamWriter::list<D>(to, value);
  return to;
}
template <int D> const stream &operator<<(const stream &to, const nd_range<D> &value) {
  return to << "nd_range(global_range: " << value.get_global_range()
            << ", local_range: " << value.get_local_range() << ", offset: " << value.get_offset()
            << ")";
}
template <int D, bool WithOffset>
const stream &operator<<(const stream &to, const item<D, WithOffset> &value) {
  to << "item(range: " << value.get_range() << ", id: " << value.get_id();
  if constexpr (WithOffset)
    to << ", offset: " << value.get_offset();
  return to << ")";
}
template <int D> const stream &operator<<(const stream &to, const nd_item<D> &value) {
  return to << "nd_item(global_id: " << value.get_global_id()
            << ", local_id: " << value.get_local_id() << ")";
}
template <int D> const stream &operator<<(const stream &to, const group<D> &value) {
  return to << "group(id: " << value.get_group_id() << ", local_range: " << value.get_local_range()
            << ")";
}
template <int D> const stream &operator<<(const stream &to, const h_item<D> &value) {
  return to << "h_item(global_id: " << value.get_global_id()
            << ", logical_local_id: " << value.get_logical_local_id()
            << ", physical_local_id: " << value.get_physical_local_id() << ")";
}

} // namespace sycl
} // namespace ursa_sycl

template <> struct std::hash<sycl::stream> {
  std::size_t operator()(const sycl::stream &object) const {
    return std::hash<sycl::accessor<std::uint32_t>>()(object.memory_);
  }
};
