// A store on disk in a folder of its own.
#pragma once

#include "core/cache/disk_store.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include <unistd.h>

namespace ursa::testing {

inline core::cache::Binary bytesOf(std::string_view text) {
  const auto *first = reinterpret_cast<const std::byte *>(text.data());
  return {first, first + text.size()};
}

inline core::cache::BinaryKey keyOf(std::string_view driver) {
  return core::cache::BinaryKey().add("image", "1").add("driver", driver);
}

class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string path = (std::filesystem::temp_directory_path() / "ursa-store-XXXXXX").string();
    EXPECT_NE(mkdtemp(path.data()), nullptr);
    path_ = path;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  const std::filesystem::path &path() const { return path_; }

private:
  std::filesystem::path path_;
};

class DiskStoreTest : public ::testing::Test {
protected:
  static constexpr uint64_t kLimit = 1 << 20;

  std::filesystem::path fileOf(const core::cache::BinaryKey &key) const {
    return folder_ / key.name();
  }

  static core::cache::Binary readFile(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary);
    return bytesOf(std::string(std::istreambuf_iterator<char>(file), {}));
  }
  static void writeFile(const std::filesystem::path &path, std::span<const std::byte> bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char *>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  /// Lets an entry appear to be used that long ago.
  void age(const core::cache::BinaryKey &key, std::chrono::seconds seconds) const {
    std::filesystem::last_write_time(fileOf(key),
                                     std::filesystem::file_time_type::clock::now() - seconds);
  }

  const TemporaryFolder parent_;
  const std::filesystem::path folder_ = parent_.path() / "cache" / "binaries";
  core::cache::DiskStore store_{folder_, kLimit};
};

} // namespace ursa::testing
