// What identifies code: build ids of files and of the libraries that they need.
#include "support/code_identity.h"
#include "support/elf_file.h"
#include "unit/scoped_variable.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

namespace ursa {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::MatchesRegex;

/// Libraries of the build: one that needs another, of which there are two versions.
const fs::path kBuilt = URSA_TEST_LIBRARIES;
constexpr const char *kUser = "libursa_test_user.so";
constexpr const char *kNeeded = "libursa_test_needed.so";

class CodeIdentity : public testing::Test {
protected:
  CodeIdentity() {
    std::string name = (fs::temp_directory_path() / "ursa-code-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~CodeIdentity() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  /// Makes a folder with the first library and a version of the other.
  fs::path makeFolder(const std::string &name, const std::string &version) {
    fs::create_directory(folder_ / name);
    fs::copy_file(kBuilt / kUser, folder_ / name / kUser);
    fs::copy_file(kBuilt / version / kNeeded, folder_ / name / kNeeded);
    return folder_ / name;
  }

  fs::path folder_;
};

TEST_F(CodeIdentity, OfAFileIsItsBuildId) {
  const std::string first = (kBuilt / "first" / kNeeded).string();
  const std::string identity = fileIdentity(first);
  EXPECT_THAT(identity, MatchesRegex("[0-9a-f]+"));
  fs::copy_file(first, folder_ / "copy");
  EXPECT_EQ(fileIdentity((folder_ / "copy").string()), identity);
  EXPECT_NE(fileIdentity((kBuilt / "second" / kNeeded).string()), identity);
  EXPECT_EQ(fileIdentity((folder_ / "none").string()), "");
}

TEST_F(CodeIdentity, WithoutABuildIdIsTheStateOfTheFile) {
  const std::string file = (folder_ / "file").string();
  std::ofstream(file) << "bitcode";
  const std::string identity = fileIdentity(file);
  EXPECT_THAT(identity, testing::StartsWith(file + " "));
  EXPECT_EQ(fileIdentity(file), identity);
  std::ofstream(folder_ / "other") << "BITCODE";
  fs::last_write_time(folder_ / "other", fs::last_write_time(file));
  fs::rename(folder_ / "other", file);
  EXPECT_NE(fileIdentity(file), identity) << "of the same size and time";
}

TEST_F(CodeIdentity, OfALibraryChangesWithThoseThatItNeeds) {
  for (auto *identityOf : {+[](const std::string &file) { return libraryIdentity(file); },
                           +[](const std::string &file) { return programIdentity(file, true); }}) {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
    const std::string one = identityOf((makeFolder("one", "first") / kUser).string());
    EXPECT_THAT(one, MatchesRegex("[0-9a-f]{32}"));
    EXPECT_EQ(identityOf((makeFolder("same", "first") / kUser).string()), one);
    EXPECT_NE(identityOf((makeFolder("updated", "second") / kUser).string()), one);
    const fs::path alone = makeFolder("alone", "first");
    fs::remove(alone / kNeeded);
    EXPECT_NE(identityOf((alone / kUser).string()), one);
  }
  EXPECT_EQ(libraryIdentity((folder_ / "none").string()), "");
  EXPECT_EQ(programIdentity((folder_ / "none").string(), false), "");
}

TEST_F(CodeIdentity, FindsLibrariesInTheFoldersOfTheEnvironment) {
  const fs::path apart = makeFolder("apart", "first");
  fs::remove(apart / kNeeded);
  const std::string file = (apart / kUser).string();
  const ScopedVariable folders("LD_LIBRARY_PATH",
                               (kBuilt / "none").string() + ":" + (kBuilt / "first").string());
  const std::string withThem = programIdentity(file, true);
  EXPECT_NE(withThem, programIdentity(file, false));
  EXPECT_EQ(withThem, libraryIdentity((makeFolder("one", "first") / kUser).string()));
}

// The file may have been replaced by an update since.
TEST_F(CodeIdentity, OfALoadedLibraryIsThatOfItsCode) {
  const std::string before = libraryIdentity((makeFolder("before", "first") / kUser).string());
  const fs::path folder = makeFolder("loaded", "first");
  const std::string file = (folder / kUser).string();
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  const void *function = dlsym(library, "ursaTestUser");
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(libraryIdentityAt(function), before);
  fs::copy_file(kBuilt / "second" / kNeeded, folder / "new");
  fs::rename(folder / "new", folder / kNeeded);
  fs::last_write_time(file, fs::file_time_type::clock::now()); // forgets what is known of it
  EXPECT_EQ(libraryIdentity(file), before);
  dlclose(library);
  const int local = 0;
  EXPECT_EQ(libraryIdentityAt(&local), "");
}

TEST_F(CodeIdentity, OfThisProgramHasItsLibraries) {
  const auto facts = readElfFacts("/proc/self/exe");
  ASSERT_TRUE(facts);
  EXPECT_NE(facts->buildId, "");
  EXPECT_THAT(facts->needed, Contains("libc.so.6"));
  EXPECT_EQ(libraryIdentityAt(reinterpret_cast<const void *>(&kUser)),
            libraryIdentity(fs::read_symlink("/proc/self/exe").string()));
}

TEST_F(CodeIdentity, DamagedFilesHaveFewerFacts) {
  std::ostringstream whole;
  whole << std::ifstream(kBuilt / kUser, std::ios::binary).rdbuf();
  const std::string bytes = whole.str();
  const int memory = memfd_create("damaged", MFD_CLOEXEC);
  ASSERT_GE(memory, 0);
  const auto readOf = [&](const std::string &damaged) {
    EXPECT_EQ(ftruncate(memory, 0), 0);
    EXPECT_EQ(pwrite(memory, damaged.data(), damaged.size(), 0),
              static_cast<ssize_t>(damaged.size()));
    return readElfFacts("/proc/self/fd/" + std::to_string(memory));
  };
  EXPECT_TRUE(readOf(bytes));
  EXPECT_FALSE(readOf(bytes.substr(0, 63)));
  EXPECT_FALSE(readOf("#!/bin/sh\n"));
  for (size_t size = 0; size < bytes.size(); size += 37)
    (void)readOf(bytes.substr(0, size));
  constexpr size_t kHeaders = 64 + 16 * 56;
  for (size_t at = 0; at < std::min(bytes.size(), kHeaders); ++at)
    for (const char value : {'\xff', '\x00', '\x7f'}) {
      std::string damaged = bytes;
      damaged[at] = value;
      (void)readOf(damaged);
    }
  EXPECT_FALSE(readElfFacts(folder_.string()));
  close(memory);
}

TEST_F(CodeIdentity, NotesOfAnyLength) {
  const std::string note("\x04\0\0\0\x02\0\0\0\x03\0\0\0GNU\0\xab\xcd\0\0", 20);
  const auto idIn = [](const std::string &text) {
    return buildIdIn(std::as_bytes(std::span(text.data(), text.size())));
  };
  EXPECT_EQ(idIn(note), "abcd");
  const std::string other("\x04\0\0\0\x01\0\0\0\x01\0\0\0XYZ\0\x01\0\0\0", 20);
  EXPECT_EQ(idIn(other + note), "abcd");
  for (size_t size = 0; size < 18; ++size)
    EXPECT_EQ(idIn(note.substr(0, size)), "") << size;
  EXPECT_EQ(idIn(std::string("\xff\xff\xff\xff\xff\xff\xff\xff", 8) + note), "");
}

} // namespace
} // namespace ursa
