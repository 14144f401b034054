// Objects of a mock adapter that the layers know, without calls that create them.
#pragma once

#include "core/layers/handle_checks.h"
#include "unit/layers/bad_handles.h"

#include <array>

namespace ursa::core::layers {

/// One tracked object of each type.
class KnownObjects {
public:
  explicit KnownObjects(const ur_dditable_t &tables) {
#define URSA_ROW(name, type, code) add(HandleType::name, tables);
    URSA_HANDLE_TYPES(URSA_ROW)
#undef URSA_ROW
  }

  const Objects &get() const { return objects_; }

private:
  void add(HandleType type, const ur_dditable_t &tables) {
    const ur_dditable_t *&object = words_[objects_.size()];
    object = &tables;
    objects_[type] = &object;
    handleTracker().add(&object, {.type = type, .adapter = &tables, .references = 1});
  }

  std::array<const ur_dditable_t *, 32> words_{};
  Objects objects_;
};

} // namespace ursa::core::layers
