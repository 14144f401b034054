#include "core/print/print.h"

#include <algorithm>
#include <cstring>

namespace ursa::core::print {
namespace {

using types::Base;
using types::Field;
using types::Role;
using types::Shape;
using types::Struct;

constexpr size_t kMaximumArrayLength =
    256; ///< limit in elements; the bytes of a whole program do not belong into a log
constexpr int kMaximumDepth = 16; ///< limit for nested structs; a pNext chain may be circular

template <class Value> Value load(const void *at) {
  Value value;
  std::memcpy(&value, at, sizeof(value));
  return value;
}

const void *advance(const void *at, size_t bytes) { return static_cast<const char *>(at) + bytes; }

/// The fields of a struct or the parameters of a call, with the addresses of their values.
class Scope {
public:
  Scope(std::span<const Field> fields, const void *base, bool indirect)
      : fields_(fields), base_(base), indirect_(indirect) {}

  std::span<const Field> fields() const { return fields_; }

  /// Returns null if a call's struct of pointers lacks the parameter.
  const void *at(const Field &field) const {
    const void *place = advance(base_, field.offset);
    return indirect_ ? load<const void *>(place) : place;
  }

  /// Returns the number in a field: a count, a size or an enumerator.
  uint64_t number(int index) const {
    const Field &field = fields_[static_cast<size_t>(index)];
    const void *value = at(field);
    if (!value || field.shape.pointers > 0)
      return 0;
    return field.shape.elementSize() == sizeof(uint32_t) ? load<uint32_t>(value)
                                                         : load<uint64_t>(value);
  }

private:
  std::span<const Field> fields_;
  const void *base_;
  bool indirect_;
};

class Printer {
public:
  explicit Printer(std::string &text) : text_(text) {}

  void fields(const Scope &scope) {
    const char *separator = "";
    for (const Field &field : scope.fields()) {
      text_ += std::exchange(separator, ", ");
      add(".{} = ", field.name);
      this->field(scope, field);
    }
  }

  /// Prints one value; for a pointer its address.
  void element(Shape shape, const void *at) {
    if (shape.pointers > 0)
      return address(load<const void *>(at));
    switch (shape.base) {
    case Base::Opaque:
      break;
    case Base::Char:
      text_ += load<char>(at);
      break;
    case Base::Bool:
      text_ += load<uint8_t>(at) ? "true" : "false";
      break;
    case Base::Int32:
      add("{}", load<int32_t>(at));
      break;
    case Base::Uint8:
      add("{}", load<uint8_t>(at));
      break;
    case Base::Uint32:
      add("{}", load<uint32_t>(at));
      break;
    case Base::Uint64:
    case Base::Size:
      add("{}", load<uint64_t>(at));
      break;
    case Base::Float:
      add("{}", load<float>(at));
      break;
    case Base::Address:
      address(load<const void *>(at));
      break;
    case Base::Enum:
    case Base::Flags:
      enumerator(types::enumAt(shape.index), load<uint32_t>(at));
      break;
    case Base::Struct:
      structure(types::structAt(shape.index), at);
      break;
    }
  }

  /// Prints the result of a query, after a space.
  void queryValue(const types::Enum &query, uint32_t enumerator, const void *value, size_t size) {
    const types::Enumerator *row = query.find(enumerator);
    if (!row)
      return;
    const Shape shape = row->query;
    const size_t elementSize = shape.elementSize();
    if (elementSize == 0)
      return;
    const size_t elements = size / elementSize;
    if (shape.base == Base::Char && shape.pointers == 0)
      string({static_cast<const char *>(value), strnlen(static_cast<const char *>(value), size)});
    else if (shape.length == Shape::kAnyLength)
      array(shape, value, elements);
    else if (shape.length > 0 && elements >= shape.length)
      array(shape, value, shape.length);
    else if (shape.length == 0 && elements > 0)
      single(shape, value);
  }

private:
  template <class... Args> void add(fmt::format_string<Args...> format, Args &&...args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
  }

  void address(const void *pointer) {
    if (pointer)
      add("{}", pointer);
    else
      text_ += "nullptr";
  }

  void enumerator(const types::Enum &type, uint32_t value) {
    if (const types::Enumerator *row = type.find(value))
      text_ += row->name;
    else if (type.isFlags)
      flags(type, value);
    else
      add("unknown {} {:#x}", type.name, value);
  }

  void flags(const types::Enum &type, uint32_t value) {
    if (value == 0) {
      text_ += '0';
      return;
    }
    const char *separator = "";
    uint32_t rest = value;
    for (const types::Enumerator &row : type.enumerators()) {
      if ((value & row.value) != row.value || (rest & row.value) == 0)
        continue;
      rest &= ~row.value;
      text_ += std::exchange(separator, " | ");
      text_ += row.name;
    }
    if (rest != 0)
      add("{}{:#x}", separator, rest);
  }

  void structure(const Struct &type, const void *at) {
    ++depth_;
    add("(struct {}){{", type.name);
    fields(Scope(type.fields(), at, false));
    text_ += '}';
    --depth_;
  }

  /// Prints the active member.
  void unionValue(const Struct &type, const void *at, uint64_t selected) {
    add("(union {}){{", type.name);
    const auto all = type.fields();
    const auto field = std::find_if(all.begin(), all.end(),
                                    [selected](const Field &f) { return f.when == selected; });
    if (field != all.end())
      fields(Scope({&*field, 1}, at, false));
    text_ += '}';
  }

  void field(const Scope &scope, const Field &field) {
    const void *at = scope.at(field);
    const Shape shape = field.shape;
    if (!at)
      text_ += "nullptr";
    else if (shape.pointers > 0)
      pointer(scope, field, load<const void *>(at));
    else if (shape.length > 0)
      elements(shape, at, shape.length);
    else if (shape.base == Base::Struct && types::structAt(shape.index).isUnion)
      unionValue(types::structAt(shape.index), at, scope.number(field.selector));
    else
      element(shape, at);
  }

  /// Prints the address, followed by the pointed-to data if its type is known.
  void pointer(const Scope &scope, const Field &field, const void *target) {
    address(target);
    if (!target || depth_ >= kMaximumDepth)
      return;
    Shape shape = field.shape;
    --shape.pointers;
    if (field.role == Role::Chain)
      chained(target);
    else if (field.size >= 0)
      queryValue(types::enumAt(scope.fields()[static_cast<size_t>(field.selector)].shape.index),
                 static_cast<uint32_t>(scope.number(field.selector)), target,
                 scope.number(field.size));
    else if (shape.elementSize() == 0)
      return;
    else if (field.count >= 0)
      array(shape, target, scope.number(field.count));
    else if (shape.base == Base::Char && shape.pointers == 0)
      string(static_cast<const char *>(target));
    else
      single(shape, target);
  }

  void chained(const void *target) {
    if (const Struct *type = types::findStruct(load<ur_structure_type_t>(target))) {
      text_ += " (";
      structure(*type, target);
      text_ += ')';
    }
  }

  void single(Shape shape, const void *at) {
    text_ += " (";
    element(shape, at);
    text_ += ')';
  }

  void array(Shape shape, const void *at, uint64_t count) {
    text_ += ' ';
    elements(shape, at, count);
  }

  void elements(Shape shape, const void *at, uint64_t count) {
    text_ += '{';
    const uint64_t shown = std::min<uint64_t>(count, kMaximumArrayLength);
    for (uint64_t i = 0; i < shown; ++i) {
      text_ += i == 0 ? "" : ", ";
      element(shape, advance(at, i * shape.elementSize()));
    }
    if (count > shown)
      add(", and {} more", count - shown);
    text_ += '}';
  }

  void string(std::string_view characters) { add(" ({})", characters); }

  std::string &text_;
  int depth_ = 0;
};

} // namespace

void appendValue(std::string &text, Shape shape, const void *value) {
  Printer(text).element(shape, value);
}

void appendArguments(std::string &text, api::Function function, const void *params) {
  Printer(text).fields(Scope(types::parametersOf(function), params, true));
}

void appendQueryValue(std::string &text, Shape query, uint32_t enumerator, const void *value,
                      size_t size) {
  Printer(text).queryValue(types::enumAt(query.index), enumerator, value, size);
}

} // namespace ursa::core::print
