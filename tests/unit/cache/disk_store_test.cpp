// The store of binaries on disk: what it returns, whom it trusts, and how large it grows.
#include "unit/cache/temporary_store.h"
#include "unit/scoped_variable.h"

#include <sys/stat.h>

namespace ursa::core::cache {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::bytesOf;
using testing::DiskStoreTest;
using testing::keyOf;

TEST_F(DiskStoreTest, LoadsWhatWasSaved) {
  EXPECT_FALSE(store_.load(keyOf("1.0")));
  store_.save(keyOf("1.0"), bytesOf("code"));
  EXPECT_EQ(store_.load(keyOf("1.0")), bytesOf("code"));
  EXPECT_EQ(DiskStore(folder_, kLimit).load(keyOf("1.0")), bytesOf("code"));
  EXPECT_FALSE(store_.load(keyOf("1.1"))) << "another version of the driver";
  store_.save(keyOf("1.0"), bytesOf("newer code"));
  EXPECT_EQ(store_.load(keyOf("1.0")), bytesOf("newer code"));
  store_.drop(keyOf("1.0"));
  EXPECT_FALSE(store_.load(keyOf("1.0")));
}

TEST_F(DiskStoreTest, IsForItsUserAlone) {
  store_.save(keyOf("1.0"), bytesOf("code"));
  struct stat status {};
  ASSERT_EQ(stat(folder_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700u);
  ASSERT_EQ(stat(fileOf(keyOf("1.0")).c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
}

TEST_F(DiskStoreTest, RefusesAFolderThatOthersMayWriteTo) {
  store_.save(keyOf("1.0"), bytesOf("code"));
  ASSERT_EQ(chmod(folder_.c_str(), 0770), 0);
  EXPECT_FALSE(store_.load(keyOf("1.0")));
  store_.save(keyOf("1.1"), bytesOf("code"));
  EXPECT_FALSE(fs::exists(fileOf(keyOf("1.1"))));
  EXPECT_EQ(store_.refusal(), "The cache '" + folder_.string() +
                                  "' is not used: others may write to it (mode 770); make it "
                                  "private with 'chmod 700'.");
  ASSERT_EQ(chmod(folder_.c_str(), 0700), 0);
  EXPECT_EQ(store_.refusal(), "");
  EXPECT_EQ(store_.load(keyOf("1.0")), bytesOf("code"));
}

TEST_F(DiskStoreTest, RefusesFilesThatOthersMayWriteTo) {
  for (const mode_t mode : {0666, 0660, 0602}) {
    store_.save(keyOf("1.0"), bytesOf("code"));
    ASSERT_EQ(chmod(fileOf(keyOf("1.0")).c_str(), mode), 0);
    EXPECT_FALSE(store_.load(keyOf("1.0"))) << mode;
    EXPECT_FALSE(store_.inspect(keyOf("1.0").name())) << mode;
    store_.save(keyOf("1.0"), bytesOf("newer code"));
    EXPECT_EQ(store_.load(keyOf("1.0")), bytesOf("newer code"));
  }
}

TEST_F(DiskStoreTest, RefusesFoldersAndFilesOfOthers) {
  if (geteuid() != 0)
    GTEST_SKIP() << "Only root can make a file of another user.";
  constexpr uid_t kNobody = 65534;
  store_.save(keyOf("1.0"), bytesOf("code"));
  ASSERT_EQ(chown(fileOf(keyOf("1.0")).c_str(), kNobody, kNobody), 0);
  EXPECT_FALSE(store_.load(keyOf("1.0")));
  store_.save(keyOf("1.0"), bytesOf("code"));
  EXPECT_EQ(store_.load(keyOf("1.0")), bytesOf("code"));
  ASSERT_EQ(chown(folder_.c_str(), kNobody, kNobody), 0);
  EXPECT_FALSE(store_.load(keyOf("1.0")));
  EXPECT_NE(store_.refusal().find("belongs to user 65534"), std::string::npos) << store_.refusal();
}

TEST_F(DiskStoreTest, FollowsNoLinks) {
  store_.save(keyOf("1.0"), bytesOf("code"));
  const fs::path elsewhere = parent_.path() / "elsewhere";
  fs::rename(fileOf(keyOf("1.0")), elsewhere);
  fs::create_symlink(elsewhere, fileOf(keyOf("1.0")));
  EXPECT_FALSE(store_.load(keyOf("1.0")));
  store_.save(keyOf("1.0"), bytesOf("newer code"));
  EXPECT_EQ(store_.load(keyOf("1.0")), bytesOf("newer code"));
  EXPECT_FALSE(fs::is_symlink(fileOf(keyOf("1.0"))));
}

TEST_F(DiskStoreTest, EveryFlippedByteIsAMiss) {
  store_.save(keyOf("1.0"), bytesOf("some code"));
  const Binary sealed = readFile(fileOf(keyOf("1.0")));
  for (size_t at = 0; at < sealed.size(); ++at) {
    Binary changed = sealed;
    changed[at] ^= std::byte{0x10};
    writeFile(fileOf(keyOf("1.0")), changed);
    EXPECT_FALSE(store_.load(keyOf("1.0"))) << at;
    EXPECT_FALSE(fs::exists(fileOf(keyOf("1.0")))) << "a damaged entry is removed";
  }
}

TEST_F(DiskStoreTest, EveryLengthIsAMiss) {
  store_.save(keyOf("1.0"), bytesOf("some code"));
  const Binary sealed = readFile(fileOf(keyOf("1.0")));
  for (size_t size = 0; size < sealed.size(); ++size) {
    writeFile(fileOf(keyOf("1.0")), std::span(sealed).first(size));
    EXPECT_FALSE(store_.load(keyOf("1.0"))) << size;
  }
  store_.save(keyOf("1.0"), bytesOf("some code"));
  EXPECT_EQ(store_.load(keyOf("1.0")), bytesOf("some code"));
}

TEST_F(DiskStoreTest, AnEntryOfAnotherKeyIsAMiss) {
  store_.save(keyOf("1.0"), bytesOf("code"));
  fs::rename(fileOf(keyOf("1.0")), fileOf(keyOf("1.1")));
  EXPECT_FALSE(store_.load(keyOf("1.1")));
}

TEST_F(DiskStoreTest, AFolderThatCannotBeMadeIsNoError) {
  writeFile(parent_.path() / "file", bytesOf("no folder"));
  for (const char *folder : {"file", "file/cache"}) {
    DiskStore store(parent_.path() / folder, kLimit);
    store.save(keyOf("1.0"), bytesOf("code"));
    EXPECT_FALSE(store.load(keyOf("1.0"))) << folder;
    EXPECT_EQ(store.prune(0), 0u);
    EXPECT_TRUE(store.entries().empty());
  }
}

TEST_F(DiskStoreTest, AFolderThatDisappearsIsMadeAnew) {
  store_.save(keyOf("1.0"), bytesOf("code"));
  fs::remove_all(parent_.path() / "cache");
  EXPECT_FALSE(store_.load(keyOf("1.0")));
  store_.save(keyOf("1.0"), bytesOf("code"));
  EXPECT_EQ(store_.load(keyOf("1.0")), bytesOf("code"));
}

TEST_F(DiskStoreTest, ListsEntriesByTheirLastUse) {
  EXPECT_TRUE(store_.entries().empty());
  for (const char *driver : {"1.0", "1.1", "1.2"})
    store_.save(keyOf(driver), bytesOf("code"));
  writeFile(folder_ / "README", bytesOf("no entry"));
  age(keyOf("1.0"), 1h);
  age(keyOf("1.1"), 3h);
  age(keyOf("1.2"), 2h);
  store_.load(keyOf("1.1")); // which is a use
  std::vector<std::string> names;
  for (const DiskStore::Entry &entry : store_.entries())
    names.push_back(entry.name);
  EXPECT_EQ(names, (std::vector{keyOf("1.1").name(), keyOf("1.0").name(), keyOf("1.2").name()}));
}

TEST_F(DiskStoreTest, InspectsEntries) {
  store_.save(keyOf("1.0"), bytesOf("code"));
  const auto contents = store_.inspect(keyOf("1.0").name());
  ASSERT_TRUE(contents);
  EXPECT_EQ(contents->key, "image=1\ndriver=1.0\n");
  EXPECT_EQ(contents->binary, bytesOf("code"));
  writeFile(fileOf(keyOf("1.0")), bytesOf("damaged"));
  EXPECT_FALSE(store_.inspect(keyOf("1.0").name()));
  EXPECT_TRUE(store_.contains(keyOf("1.0").name())) << "looking at it does not remove it";
  for (const char *name : {"", "total", "../binaries/total", "0123"}) {
    EXPECT_FALSE(store_.inspect(name)) << name;
    EXPECT_FALSE(store_.contains(name)) << name;
    EXPECT_FALSE(store_.remove(name)) << name;
  }
}

TEST_F(DiskStoreTest, EvictsTheLeastRecentlyUsedEntries) {
  const Binary large(100 << 10);
  for (int i = 0; i < 10; ++i) {
    store_.save(keyOf(std::to_string(i)), large);
    age(keyOf(std::to_string(i)), std::chrono::hours(10 - i));
  }
  store_.load(keyOf("0")); // the oldest is used again
  store_.save(keyOf("10"), large);
  uint64_t bytes = 0;
  for (const DiskStore::Entry &entry : store_.entries())
    bytes += entry.bytes;
  EXPECT_LE(bytes, kLimit);
  EXPECT_GT(bytes, kLimit / 2);
  EXPECT_TRUE(store_.contains(keyOf("0").name()));
  EXPECT_FALSE(store_.contains(keyOf("1").name()));
  EXPECT_TRUE(store_.contains(keyOf("10").name()));
}

TEST_F(DiskStoreTest, NeverExceedsItsLimit) {
  for (int i = 0; i < 60; ++i) {
    store_.save(keyOf(std::to_string(i)), Binary(static_cast<size_t>(1 + i % 7) << 14));
    uint64_t bytes = 0;
    for (const DiskStore::Entry &entry : store_.entries())
      bytes += entry.bytes;
    ASSERT_LE(bytes, kLimit) << i;
  }
}

TEST_F(DiskStoreTest, DoesNotSaveWhatExceedsTheLimit) {
  store_.save(keyOf("1.0"), bytesOf("code"));
  store_.save(keyOf("1.1"), Binary(kLimit));
  EXPECT_EQ(store_.entries().size(), 1u);
  DiskStore none(folder_, 0);
  none.save(keyOf("1.2"), bytesOf("code"));
  EXPECT_EQ(store_.entries().size(), 1u);
}

TEST_F(DiskStoreTest, CountsAnewWhenTheTotalIsDamaged) {
  for (const char *total : {"", "x", "99999999999999999999999 1\n", "5", "0 99999999999\n"}) {
    for (int i = 0; i < 10; ++i)
      store_.save(keyOf(std::to_string(i)), Binary(90 << 10));
    writeFile(folder_ / "total", bytesOf(total));
    store_.save(keyOf("last"), Binary(90 << 10));
    store_.save(keyOf("very last"), Binary(90 << 10));
    uint64_t bytes = 0;
    for (const DiskStore::Entry &entry : store_.entries())
      bytes += entry.bytes;
    EXPECT_LE(bytes, kLimit) << total;
    store_.prune(0);
  }
}

TEST_F(DiskStoreTest, PrunesBySizeAndAge) {
  for (int i = 0; i < 4; ++i) {
    store_.save(keyOf(std::to_string(i)), Binary(10 << 10));
    age(keyOf(std::to_string(i)), std::chrono::hours(i));
  }
  EXPECT_EQ(store_.prune(kLimit, std::chrono::system_clock::now() - 150min), 1u);
  EXPECT_FALSE(store_.contains(keyOf("3").name()));
  EXPECT_EQ(store_.prune(25 << 10), 1u);
  EXPECT_FALSE(store_.contains(keyOf("2").name()));
  EXPECT_EQ(store_.prune(0), 2u);
  EXPECT_TRUE(store_.entries().empty());
}

TEST(DiskStoreSettings, Sizes) {
  EXPECT_EQ(parseSize("0"), 0u);
  EXPECT_EQ(parseSize("17"), 17u);
  EXPECT_EQ(parseSize("3K"), 3u << 10);
  EXPECT_EQ(parseSize("3M"), 3u << 20);
  EXPECT_EQ(parseSize("2G"), uint64_t{2} << 30);
  for (const char *text : {"", "K", "-1", "1T", "1 K", "1KB", "1.5G", "99999999999999999999",
                           "9223372036854775808", "8589934592G", " 1"})
    EXPECT_FALSE(parseSize(text)) << text;
}

TEST(DiskStoreSettings, AreInTheEnvironment) {
  const ScopedVariable cache("XDG_CACHE_HOME", "/caches"), home("HOME", "/home/user");
  const ScopedVariable on("URSA_CACHE", ""), folder("URSA_CACHE_DIR", "");
  const ScopedVariable size("URSA_CACHE_SIZE", "");
  EXPECT_EQ(diskStoreSettings(), (DiskStoreSettings{"/caches/ursa/binaries", 1 << 30, ""}));
  {
    const ScopedVariable relative("XDG_CACHE_HOME", "caches"); // the specification ignores it
    EXPECT_EQ(diskStoreSettings().folder, "/home/user/.cache/ursa/binaries");
    const ScopedVariable noHome("HOME", "");
    EXPECT_EQ(diskStoreSettings().folder, "");
    EXPECT_EQ(diskStore(), nullptr);
  }
  const ScopedVariable own("URSA_CACHE_DIR", "/own");
  const ScopedVariable small("URSA_CACHE_SIZE", "5M");
  EXPECT_EQ(diskStoreSettings(), (DiskStoreSettings{"/own", 5 << 20, ""}));
  const ScopedVariable bad("URSA_CACHE_SIZE", "much");
  EXPECT_EQ(diskStoreSettings().limit, uint64_t{1} << 30);
  EXPECT_EQ(diskStoreSettings().problem,
            "URSA_CACHE_SIZE is 'much'; it is a number of bytes, or one with K, M or G, as 512M. "
            "The cache has its default size of 1G.");
  const ScopedVariable off("URSA_CACHE", "0");
  EXPECT_EQ(diskStore(), nullptr);
}

} // namespace
} // namespace ursa::core::cache
