// Opens and checks the library of one adapter, and fills its tables.
//
// A library is closed only if it was rejected before any of its functions was called. Once an
// adapter has run, it stays open until the process ends, even after urLoaderTearDown: its objects
// point into the library, its threads may be running, and static destructors of the program may
// still call it.
#pragma once

#include "support/adapter_error.h"
#include "support/result.h"

#include "ur_ddi.h"

#include <memory>

namespace ursa::core::loader {

/// An adapter that can receive calls. Copies share the referenced objects.
struct Adapter {
  std::string name;
  std::string path; ///< of the library; "" for an adapter inside the program
  std::shared_ptr<const ur_dditable_t> tables;
  GetAdapterError *lastError = nullptr; ///< null for adapters that are not part of Ursa
};

/// Opens an adapter's library and fills the tables by calling its 26 getters. A getter of an
/// experimental table may be missing, or may fail with a warning; that table is then null.
///
/// @param place absolute path, or a bare file name for the system's search
/// @return the adapter; none if the system's search finds no such file; an Error with path and
/// reason: UR_RESULT_ERROR_INVALID_BINARY if the file is not an adapter, or the error code of a
/// getter.
Result<std::optional<Adapter>> openAdapter(const std::string &name, const std::string &place);

} // namespace ursa::core::loader
