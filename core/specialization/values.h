// Values of the specialization constants of a program or kernel: immutable value snapshots.
#pragma once

#include "core/specialization/emulation_buffer.h"
#include "core/specialization/layout.h"
#include "format/image_set.h"
#include "support/result.h"

#include "ursa.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ursa::core::specialization {

/// Values of a program or kernel: a blob and, if kernels may read it, its device copy. Immutable.
struct Values {
  ValueBlob blob;
  std::shared_ptr<const EmulationBuffer> buffer; ///< null in native mode
  uint64_t id = 0; ///< of this object; never 0, and never used again in the process
};
using SharedValues = std::shared_ptr<const Values>;

/// Checks values that are set by numeric id against a layout, and applies them to a copy of @p
/// blob. Returns UR_RESULT_ERROR_INVALID_SPEC_ID, or UR_RESULT_ERROR_INVALID_VALUE for a wrong size
/// or a null value; the message names @p object.
Result<ValueBlob> applyValues(const SpecLayout &layout, const ValueBlob &blob,
                              std::span<const ur_specialization_constant_info_t> values,
                              std::string_view object);

/// Returns the index of a kernel's implicit last argument; none if the kernel reads no constants.
std::optional<uint32_t> bufferIndexOf(const format::DeviceImage &image, std::string_view kernel);

/// Creates values, with their device copy if the mode needs one.
Result<SharedValues> createValues(ur_context_handle_t context, ursa_specialization_mode_t mode,
                                  ValueBlob blob);

/// The values that a program had lately. Values that return are the same object, so that their
/// device copy and what was built for them are found again. Not thread safe.
class RecentValues {
public:
  /// Returns the object for a blob, which becomes the newest one.
  Result<SharedValues> get(ur_context_handle_t context, ursa_specialization_mode_t mode,
                           ValueBlob blob);

  static constexpr size_t kCapacity = 8;

private:
  std::vector<SharedValues> recent_; ///< newest first
};

} // namespace ursa::core::specialization
