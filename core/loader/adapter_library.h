// The library of one adapter: opened, checked, and its tables taken.
//
// A library is closed again only when it was refused before any of its functions was called. Once
// an adapter has run, it stays open until the process ends, after urLoaderTearDown too: its objects
// point into it, its threads may run, and static destructors of the program may still call in.
#pragma once

#include "core/support/adapter_error.h"
#include "core/support/result.h"

#include "ur_ddi.h"

#include <memory>

namespace ursa {

/// An adapter that calls can go to. Copies share what they refer to.
struct Adapter {
  std::string name;
  std::string path; ///< of the library; "" for an adapter inside the program
  std::shared_ptr<const ur_dditable_t> tables;
  GetAdapterError *lastError = nullptr; ///< null in adapters that are not Ursa's
};

/// Opens an adapter's library and fills the tables by calling its 26 getters. A getter of an
/// experimental table may be missing, or fail with a warning: that table is null then.
///
/// @param place absolute path, or a bare file name for the system's search
/// @return the adapter; none when the system's search finds no such file; an Error whose sentence
///         has path and reason, with UR_RESULT_ERROR_INVALID_BINARY when the file is no adapter, or
///         the code that a getter gave.
Result<std::optional<Adapter>> openAdapter(const std::string &name, const std::string &place);

} // namespace ursa
