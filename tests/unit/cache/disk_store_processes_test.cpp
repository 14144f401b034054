// The store on disk between processes: several at once, one that is killed, a disk that is full.
#include "unit/cache/temporary_store.h"
#include "unit/scoped_variable.h"

#include <csignal>
#include <functional>

#include <sys/resource.h>
#include <sys/wait.h>

namespace ursa::core::cache {
namespace {

namespace fs = std::filesystem;
using testing::bytesOf;
using testing::keyOf;

class DiskStoreProcesses : public testing::DiskStoreTest {
protected:
  static pid_t start(const std::function<bool()> &run) {
    const pid_t child = fork();
    if (child == 0)
      _exit(run() ? 0 : 1);
    return child;
  }
  static int statusOf(pid_t child) {
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return status;
  }
  /// Returns a binary that tells which key it is of.
  static Binary codeOf(int key, int writer) {
    Binary code(static_cast<size_t>(1000 + 4000 * writer), std::byte(key));
    return code;
  }
};

TEST_F(DiskStoreProcesses, WriteAndReadAtOnce) {
  constexpr int kProcesses = 4, kKeys = 5, kRounds = 60;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process)
    children.push_back(start([&] {
      DiskStore store(folder_, 64 << 10); // so that they evict each other's entries
      for (int round = 0; round < kRounds; ++round) {
        const int key = (round + process) % kKeys;
        store.save(keyOf(std::to_string(key)), codeOf(key, process));
        for (int other = 0; other < kKeys; ++other)
          if (const auto code = store.load(keyOf(std::to_string(other))))
            if (code->empty() || code->front() != std::byte(other) ||
                code->back() != std::byte(other) || (code->size() - 1000) % 4000 != 0)
              return false;
      }
      return true;
    }));
  for (const pid_t child : children)
    EXPECT_EQ(statusOf(child), 0);
  for (const DiskStore::Entry &entry : store_.entries())
    EXPECT_TRUE(store_.inspect(entry.name));
}

// Kills a writer at many moments: every entry is whole or missing, and what it left is cleaned up.
TEST_F(DiskStoreProcesses, AKilledWriterLeavesNoDamage) {
  for (int round = 0; round < 40; ++round) {
    int started[2];
    ASSERT_EQ(pipe(started), 0);
    const pid_t child = start([&] {
      for (int key = 0;; ++key) {
        store_.save(keyOf(std::to_string(key % 4)), codeOf(key % 4, 20));
        if (key == round && write(started[1], "x", 1) != 1)
          return false;
      }
    });
    char byte = 0;
    EXPECT_EQ(read(started[0], &byte, 1), 1);
    kill(child, SIGKILL);
    EXPECT_TRUE(WIFSIGNALED(statusOf(child)));
    close(started[0]);
    close(started[1]);
    for (int key = 0; key < 4; ++key)
      EXPECT_EQ(store_.load(keyOf(std::to_string(key))).value_or(codeOf(key, 20)), codeOf(key, 20));
    for (const DiskStore::Entry &entry : store_.entries())
      EXPECT_TRUE(store_.inspect(entry.name));
  }
  // Files of writers that may still live are left alone.
  std::ofstream(folder_ / "new-1-1") << "begun";
  std::ofstream(folder_ / "new-1-2") << "begun and left";
  fs::last_write_time(folder_ / "new-1-2",
                      fs::file_time_type::clock::now() - std::chrono::hours(2));
  store_.prune(kLimit);
  EXPECT_TRUE(fs::exists(folder_ / "new-1-1"));
  EXPECT_FALSE(fs::exists(folder_ / "new-1-2"));
}

TEST_F(DiskStoreProcesses, AFullDiskIsNoError) {
  store_.save(keyOf("before"), bytesOf("code"));
  EXPECT_EQ(statusOf(start([&] {
              signal(SIGXFSZ, SIG_IGN);
              const rlimit limit{4096, 4096}; // writes beyond it fail, as on a full disk
              setrlimit(RLIMIT_FSIZE, &limit);
              store_.save(keyOf("1.0"), Binary(100 << 10));
              return !store_.load(keyOf("1.0")) && store_.load(keyOf("before")) == bytesOf("code");
            })),
            0);
  for (const auto &file : fs::directory_iterator(folder_))
    EXPECT_FALSE(file.path().filename().string().starts_with("new-")) << file.path();
}

TEST_F(DiskStoreProcesses, AReadOnlyFolderIsReadAndNotWritten) {
  store_.save(keyOf("1.0"), bytesOf("code"));
  ASSERT_EQ(chmod(folder_.c_str(), 0500), 0);
  const auto check = [&] {
    if (geteuid() == 0) { // whom modes do not stop
      constexpr auto kPass = fs::perms::group_exec | fs::perms::others_exec;
      fs::permissions(parent_.path(), kPass, fs::perm_options::add);
      fs::permissions(parent_.path() / "cache", kPass, fs::perm_options::add);
      constexpr uid_t kNobody = 65534;
      for (const fs::path &path : {folder_, fileOf(keyOf("1.0")), folder_ / "total"})
        if (chown(path.c_str(), kNobody, kNobody) != 0)
          return false;
      if (setuid(kNobody) != 0)
        return false;
    }
    store_.save(keyOf("1.1"), bytesOf("code"));
    return store_.load(keyOf("1.0")) == bytesOf("code") && !store_.load(keyOf("1.1"));
  };
  EXPECT_EQ(statusOf(start(check)), 0);
}

TEST_F(DiskStoreProcesses, OneProcessFindsWhatAnotherBuilt) {
  const ScopedVariable folder("URSA_CACHE_DIR", folder_.string()), on("URSA_CACHE", "1");
  const auto builds = [] {
    int count = 0;
    Binary result;
    loadOrBuild(
        keyOf("1.0"),
        [&](std::span<const std::byte> stored) {
          result.assign(stored.begin(), stored.end());
          return true;
        },
        [&]() -> std::optional<Binary> {
          ++count;
          return result = bytesOf("code");
        });
    EXPECT_EQ(result, bytesOf("code"));
    return count;
  };
  EXPECT_EQ(statusOf(start([&] { return builds() == 1; })), 0);
  EXPECT_EQ(builds(), 0);
  // An entry that its driver rejects is built and saved again.
  loadOrBuild(
      keyOf("1.0"), [](std::span<const std::byte>) { return false; },
      [] { return std::optional(bytesOf("newer")); });
  EXPECT_EQ(store_.load(keyOf("1.0")), bytesOf("newer"));
  // A build without a result, as after an error, saves nothing.
  loadOrBuild(
      keyOf("1.1"), [](std::span<const std::byte>) { return true; },
      []() -> std::optional<Binary> { return std::nullopt; });
  EXPECT_FALSE(store_.contains(keyOf("1.1").name()));
}

} // namespace
} // namespace ursa::core::cache
