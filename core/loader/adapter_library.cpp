#include "core/loader/adapter_library.h"

#include "core/api/names.h"
#include "core/loader/library_file.h"
#include "support/log.h"
#include "support/shared_library.h"

#include <exception>

#include <dlfcn.h>
#include <link.h>

namespace ursa::core::loader {
namespace {

/// A library while it is checked. The destructor closes it unless the library is retained.
class Library {
public:
  explicit Library(void *handle) : handle_(handle) {}
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;
  ~Library() {
    if (!keptOpen_)
      dlclose(handle_);
  }

  void keepOpen() { keptOpen_ = true; }
  void *symbol(const char *name) const { return dlsym(handle_, name); }

  /// Returns the entry in the dynamic linker's list of loaded objects, or null if there is none.
  const link_map *entry() const {
    link_map *map = nullptr;
    return dlinfo(handle_, RTLD_DI_LINKMAP, &map) == 0 ? map : nullptr;
  }

private:
  void *handle_;
  bool keptOpen_ = false;
};

/// Returns whether a library contains this code.
bool isThisLoader(const Library &library) {
  Dl_info info{};
  void *own = nullptr;
  return dladdr1(reinterpret_cast<const void *>(&isThisLoader), &info, &own, RTLD_DL_LINKMAP) &&
         library.entry() == own;
}

/// One of the 26 getters: its symbol name, and how to call it for its part of the tables.
struct TableGetter {
  const char *name;
  bool experimental;
  ur_result_t (*fill)(void *getter, ur_dditable_t &tables);
};

template <class Table> ur_result_t fillTable(void *getter, Table &table) {
  using Getter = ur_result_t(UR_APICALL *)(ur_api_version_t, Table *);
  Table filled{};
  const ur_result_t result = reinterpret_cast<Getter>(getter)(UR_API_VERSION_CURRENT, &filled);
  if (result == UR_RESULT_SUCCESS) // on failure it may be partly filled
    table = filled;
  return result;
}

constexpr TableGetter kTableGetters[] = {
#define URSA_TABLE(member, type, getter)                                                           \
  {#getter, std::string_view(#member).ends_with("Exp"),                                            \
   [](void *function, ur_dditable_t &tables) { return fillTable(function, tables.member); }},
#include "core/api/generated/tables.inc"
};

/// Calls one getter. Catches exceptions, which no function may throw across the C ABI.
Result<void> callGetter(const std::string &path, const TableGetter &getter, void *function,
                        ur_dditable_t &tables) {
  const auto threw = [&](const char *what) {
    return makeError(UR_RESULT_ERROR_UNKNOWN, "{}: its {} threw an exception: {}.", path,
                     getter.name, what);
  };
  try {
    const ur_result_t result = getter.fill(function, tables);
    if (result == UR_RESULT_SUCCESS)
      return {};
    return makeError(result, "{}: its {} answered {} ({}) for API version {}.", path, getter.name,
                     api::resultName(result), static_cast<int>(result),
                     static_cast<int>(UR_API_VERSION_CURRENT));
  } catch (const std::exception &exception) {
    return threw(exception.what());
  } catch (...) {
    return threw("one of unknown type");
  }
}

/// Calls all getters.
Result<std::shared_ptr<const ur_dditable_t>> readTables(const std::string &path,
                                                        const Library &library) {
  auto tables = std::make_shared<ur_dditable_t>();
  for (const TableGetter &getter : kTableGetters) {
    void *function = library.symbol(getter.name);
    if (!function)
      continue;
    const Result<void> filled = callGetter(path, getter, function, *tables);
    if (filled)
      continue;
    if (!getter.experimental)
      return filled.error();
    loaderLog().write(UR_LOGGER_LEVEL_WARN, "{} The adapter goes without that table.",
                      filled.error().message);
  }
  if (!tables->Adapter.pfnGet)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "{}: its urGetAdapterProcAddrTable gives no urAdapterGet.", path);
  return std::shared_ptr<const ur_dditable_t>(std::move(tables));
}

/// Returns why dlopen failed. Returns none if a bare name was not found by the system's search:
/// only then does the dlopen message refer to the bare name instead of a file that was found.
std::optional<std::string> openFailure(const std::string &place) {
  const char *text = dlerror();
  std::string reason = text ? text : "The reason is unknown";
  if (!reason.starts_with(place + ": "))
    return reason;
  if (place.find('/') == place.npos)
    return std::nullopt;
  return reason.substr(place.size() + 2); // the message already contains the path
}

} // namespace

Result<std::optional<Adapter>> openAdapter(const std::string &name, const std::string &place) {
  if (place.find('/') != place.npos)
    URSA_CHECK(checkLibraryIsWhole(place));
  void *handle = dlopen(place.c_str(), libraryOpenMode());
  if (!handle) {
    const std::optional<std::string> reason = openFailure(place);
    if (!reason)
      return std::optional<Adapter>();
    return makeError(UR_RESULT_ERROR_INVALID_BINARY, "{}: {}.", place, *reason);
  }
  Library library(handle);
  const link_map *entry = library.entry();
  const std::string path = entry && *entry->l_name ? entry->l_name : place;
  if (isThisLoader(library))
    return makeError(UR_RESULT_ERROR_INVALID_BINARY, "{}: it is the loader itself.", path);
  for (const TableGetter &getter : kTableGetters)
    if (!getter.experimental && !library.symbol(getter.name))
      return makeError(UR_RESULT_ERROR_INVALID_BINARY, "{}: it does not export {}.", path,
                       getter.name);

  library.keepOpen();
  Result<std::shared_ptr<const ur_dditable_t>> tables = readTables(path, library);
  if (!tables)
    return tables.error();
  return std::optional(
      Adapter{name, path, *std::move(tables),
              reinterpret_cast<GetAdapterError *>(library.symbol(kGetAdapterError))});
}

} // namespace ursa::core::loader
