#include "core/cache/disk_store.h"

#include "support/environment.h"
#include "support/log.h"
#include "support/private_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ursa::core::cache {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::system_clock;

constexpr uint64_t kDefaultLimit = uint64_t{1} << 30;
constexpr size_t kNameLength = 32;
constexpr const char *kTotalName = "total";
constexpr std::string_view kNewPrefix = "new-";
constexpr auto kWriterLifetime = std::chrono::hours(1); ///< of a file that is being written
constexpr auto kCountLifetime = std::chrono::hours(24); ///< of the total
/// An entry's time of last use is updated at most this often.
constexpr auto kUseResolution = std::chrono::minutes(1);

/// A file descriptor that is closed at the end.
class File {
public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() { close(); }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  explicit operator bool() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  /// @return whether all that was written has reached the file system
  bool close() {
    const int descriptor = std::exchange(descriptor_, -1);
    return descriptor < 0 || ::close(descriptor) == 0;
  }

private:
  int descriptor_;
};

// Returns the descriptor, or -1.
int openFile(const fs::path &path, int flags) {
  constexpr mode_t kMode = S_IRUSR | S_IWUSR;
  return open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, kMode);
}

bool writeBytes(const File &file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return true;
}

bool isEntryName(std::string_view name) {
  return name.size() == kNameLength &&
         name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Clock::time_point timeOf(const struct stat &status) {
  return Clock::from_time_t(status.st_mtim.tv_sec) +
         std::chrono::duration_cast<Clock::duration>(
             std::chrono::nanoseconds(status.st_mtim.tv_nsec));
}

/// Calls @p function with the name and status of each regular file of a folder.
template <class Function> void forEachFile(const fs::path &folder, Function &&function) {
  const std::unique_ptr<DIR, int (*)(DIR *)> directory(opendir(folder.c_str()), closedir);
  if (!directory)
    return;
  while (const dirent *entry = readdir(directory.get())) {
    struct stat status {};
    if (fstatat(dirfd(directory.get()), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(status.st_mode))
      function(std::string(entry->d_name), status);
  }
}

/// Returns why the code in a folder must not be trusted; empty if it may, or if it does not exist.
std::string refusalOf(const fs::path &folder) {
  const std::string reason = whyNotPrivate(folder);
  return reason.empty() ? ""
                        : fmt::format("The cache '{}' is not used: {}.", folder.string(), reason);
}

} // namespace

/// Excludes other processes and threads from counting and pruning. Counting goes on without it
/// where the file system has no locks.
class DiskStore::Lock {
public:
  explicit Lock(const fs::path &folder) : file_(openFile(folder / kTotalName, O_RDWR | O_CREAT)) {
    while (file_ >= 0 && flock(file_, LOCK_EX) != 0 && errno == EINTR)
      continue;
  }
  ~Lock() {
    if (file_ >= 0)
      close(file_);
  }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;

  struct Total {
    uint64_t bytes = 0;
    int64_t counted = 0; ///< time of the last count, seconds since 1970
  };
  std::optional<Total> read() const {
    char text[64];
    const ssize_t size = file_ < 0 ? -1 : pread(file_, text, sizeof(text) - 1, 0);
    if (size <= 0)
      return std::nullopt;
    text[size] = '\0';
    unsigned long long bytes = 0;
    long long seconds = 0;
    if (std::sscanf(text, "%llu %lld\n", &bytes, &seconds) != 2 || text[size - 1] != '\n')
      return std::nullopt;
    return Total{bytes, seconds};
  }
  void write(const Total &total) const {
    const std::string text = fmt::format("{} {}\n", total.bytes, total.counted);
    if (file_ < 0 || pwrite(file_, text.data(), text.size(), 0) < 0)
      return;
    [[maybe_unused]] const int ignored = ftruncate(file_, static_cast<off_t>(text.size()));
  }

private:
  const int file_;
};

std::optional<uint64_t> parseSize(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  if (error != std::errc() || unit.size() > 1)
    return std::nullopt;
  unsigned shift = 0;
  if (!unit.empty()) {
    const size_t place = std::string_view("KMG").find(unit.front());
    if (place == std::string_view::npos)
      return std::nullopt;
    shift = 10 * (static_cast<unsigned>(place) + 1);
  }
  if (number >= (uint64_t{1} << (63 - shift)))
    return std::nullopt;
  return number << shift;
}

DiskStoreSettings diskStoreSettings() {
  DiskStoreSettings settings;
  if (getauxval(AT_SECURE) != 0 || environmentVariable("URSA_CACHE") == "0")
    return settings;
  settings.limit = kDefaultLimit;
  if (const auto size = environmentVariable("URSA_CACHE_SIZE")) {
    if (const auto bytes = parseSize(*size))
      settings.limit = *bytes;
    else
      settings.problem =
          fmt::format("URSA_CACHE_SIZE is '{}'; it is a number of bytes, or one with K, M or G, "
                      "as 512M. The cache has its default size of 1G.",
                      *size);
  }
  if (const auto folder = environmentVariable("URSA_CACHE_DIR"))
    settings.folder = *folder;
  else if (const fs::path caches = userCacheFolder(); !caches.empty())
    settings.folder = caches / "ursa" / "binaries";
  return settings;
}

DiskStore::DiskStore(fs::path folder, uint64_t limit) : folder_(std::move(folder)), limit_(limit) {}

std::string DiskStore::refusal() const { return refusalOf(folder_); }

std::optional<Binary> DiskStore::read(const std::string &name) const {
  const PrivateFile file(folder_ / name);
  std::optional<Binary> bytes = file.read(limit_);
  if (bytes && Clock::now() - timeOf(file.status()) > kUseResolution)
    futimens(file.descriptor(), nullptr); // fails on a read-only file system
  return bytes;
}

std::optional<Binary> DiskStore::load(const BinaryKey &key) {
  if (!refusal().empty())
    return std::nullopt;
  const std::string name = key.name();
  const std::optional<Binary> sealed = read(name);
  if (!sealed)
    return std::nullopt;
  const auto contents = unsealBinary(*sealed);
  if (contents && contents->key == key.text())
    return Binary(contents->binary.begin(), contents->binary.end());
  remove(name);
  return std::nullopt;
}

bool DiskStore::write(const std::string &name, std::span<const std::byte> bytes) {
  static std::atomic<uint64_t> count = 0;
  const fs::path temporary = folder_ / fmt::format("{}{}-{}", kNewPrefix, getpid(), ++count);
  File file(openFile(temporary, O_WRONLY | O_CREAT | O_EXCL));
  if (!file)
    return false;
  const bool isWritten = writeBytes(file, bytes);
  if (file.close() && isWritten && rename(temporary.c_str(), (folder_ / name).c_str()) == 0)
    return true;
  unlink(temporary.c_str());
  return false;
}

void DiskStore::save(const BinaryKey &key, std::span<const std::byte> binary) {
  const Binary sealed = sealBinary(key, binary);
  if (sealed.size() > limit_ || !makePrivateFolder(folder_) || !refusal().empty())
    return;
  if (write(key.name(), sealed))
    account(sealed.size());
}

void DiskStore::drop(const BinaryKey &key) { remove(key.name()); }

// Adds to the total. Counts anew if it is unknown, old, or above the limit. Replaced and removed
// entries are not subtracted, so the total is an upper bound between counts.
void DiskStore::account(uint64_t added) {
  const Lock lock(folder_);
  const auto total = lock.read();
  const int64_t now = Clock::to_time_t(Clock::now());
  constexpr int64_t kLifetime = std::chrono::seconds(kCountLifetime).count();
  if (total && total->bytes <= limit_ - added && total->counted <= now &&
      total->counted > now - kLifetime) {
    lock.write({total->bytes + added, total->counted});
    return;
  }
  constexpr uint64_t kKeptOfLimit = 8; // an eighth stays free, so that not every save prunes
  pruneLocked(total && total->bytes > limit_ - added ? limit_ - limit_ / kKeptOfLimit : limit_, {},
              lock);
}

std::vector<DiskStore::Entry> DiskStore::entries() const {
  std::vector<Entry> all;
  forEachFile(folder_, [&](std::string name, const struct stat &status) {
    if (isEntryName(name))
      all.push_back({std::move(name), static_cast<uint64_t>(status.st_size), timeOf(status)});
  });
  std::ranges::sort(all, [](const Entry &a, const Entry &b) {
    return a.lastUse != b.lastUse ? a.lastUse > b.lastUse : a.name < b.name;
  });
  return all;
}

std::optional<DiskStore::Contents> DiskStore::inspect(const std::string &name) const {
  if (!isEntryName(name))
    return std::nullopt;
  const auto sealed = PrivateFile(folder_ / name).read(limit_);
  const auto contents = sealed ? unsealBinary(*sealed) : std::nullopt;
  if (!contents)
    return std::nullopt;
  Contents copy{std::string(contents->key), {contents->binary.begin(), contents->binary.end()}};
  return copy;
}

bool DiskStore::contains(const std::string &name) const {
  struct stat status {};
  return isEntryName(name) && lstat((folder_ / name).c_str(), &status) == 0;
}

bool DiskStore::remove(const std::string &name) {
  return isEntryName(name) && unlink((folder_ / name).c_str()) == 0;
}

size_t DiskStore::prune(uint64_t limit, Clock::time_point usedBefore) {
  std::error_code ignored;
  if (!refusal().empty() || !fs::is_directory(folder_, ignored))
    return 0;
  const Lock lock(folder_);
  return pruneLocked(limit, usedBefore, lock);
}

size_t DiskStore::pruneLocked(uint64_t limit, Clock::time_point usedBefore, const Lock &lock) {
  const auto now = Clock::now();
  forEachFile(folder_, [&](const std::string &name, const struct stat &status) {
    if (name.starts_with(kNewPrefix) && now - timeOf(status) > kWriterLifetime)
      unlink((folder_ / name).c_str());
  });
  size_t removed = 0;
  uint64_t bytes = 0;
  for (const Entry &entry : entries()) {
    if (entry.lastUse >= usedBefore && entry.bytes <= limit - bytes) {
      bytes += entry.bytes;
    } else {
      usedBefore = Clock::time_point::max(); // older entries go, too, even if they are smaller
      removed += remove(entry.name);
    }
  }
  lock.write({bytes, Clock::to_time_t(now)});
  return removed;
}

std::shared_ptr<DiskStore> diskStore() {
  struct Current {
    std::mutex mutex;
    DiskStoreSettings settings;
    std::shared_ptr<DiskStore> store;
  };
  static Current &current = *new Current; // static destructors may build programs
  static Log &log = *new Log("CACHE");
  const DiskStoreSettings settings = diskStoreSettings();
  const std::lock_guard lock(current.mutex);
  if (settings != current.settings) {
    if (!settings.problem.empty())
      log.write(UR_LOGGER_LEVEL_WARN, "{}", settings.problem);
    if (const std::string refusal = settings.folder.empty() ? "" : refusalOf(settings.folder);
        !refusal.empty())
      log.write(UR_LOGGER_LEVEL_WARN, "{}", refusal);
    current.settings = settings;
    current.store = settings.folder.empty()
                        ? nullptr
                        : std::make_shared<DiskStore>(settings.folder, settings.limit);
  }
  return current.store;
}

void loadOrBuild(const BinaryKey &key,
                 const std::function<bool(std::span<const std::byte>)> &accept,
                 const std::function<std::optional<Binary>()> &build) {
  const std::shared_ptr<DiskStore> store = diskStore();
  if (store)
    if (const auto stored = store->load(key)) {
      if (accept(*stored))
        return;
      store->drop(key);
    }
  const std::optional<Binary> built = build();
  if (store && built)
    store->save(key, *built);
}

} // namespace ursa::core::cache
