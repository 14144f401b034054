// The loader of relocatable objects: it links and protects code that then runs, and says why it
// refuses others. The objects are those of the fuzz corpus, made by clang.
#include "compiler/targets/host/runtime/loaded_object.h"
#include "support/paths.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include <elf.h>

namespace ursa::host {
namespace {

using compiler::host::LoadedObject;

std::vector<std::byte> readObjectFile(const std::string &name) {
  std::ifstream file(sourceDir() + "/tests/fuzz/corpus/loaded_object/" + name, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto *first = reinterpret_cast<const std::byte *>(text.data());
  return {first, first + text.size()};
}

int known(int x) { return 1000 + x; }

void *resolve(const std::string &name) {
  return name == "known" ? reinterpret_cast<void *>(known) : nullptr;
}

std::string messageOf(const std::vector<std::byte> &object) {
  const auto loaded = LoadedObject::load(object, resolve);
  EXPECT_FALSE(loaded);
  if (loaded)
    return "";
  EXPECT_EQ(loaded.error().code, UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
  return loaded.error().message;
}

// Calls an external function; reads variables, tables and zero-initialized memory; writes
// variables.
TEST(LoadedObject, RunsCode) {
  for (const char *name : {"pic.o", "debug.o"}) {
    std::vector<std::byte> object = readObjectFile(name);
    object.resize(object.size() + 100); // as in an image, where a description follows
    auto first = LoadedObject::load(object, resolve);
    auto second = LoadedObject::load(object, resolve);
    ASSERT_TRUE(first) << first.error().message;
    ASSERT_TRUE(second);
    object.assign(object.size(), std::byte{0}); // the code does not need the bytes any more
    using Entry = int (*)(int);
    const auto entry = reinterpret_cast<Entry>((*first)->address("entry"));
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry(0), 1000);
    EXPECT_EQ(entry(1), 3);
    EXPECT_EQ(entry(2), 3);
    EXPECT_EQ(entry(3), 'b');
    EXPECT_EQ(entry(4), 0);
    EXPECT_EQ(entry(5), 99);
    EXPECT_EQ(entry(6), 1003);
    EXPECT_EQ(entry(1), 4);
    const auto take = reinterpret_cast<void *(*)()>((*first)->address("take"));
    EXPECT_EQ(reinterpret_cast<Entry>(take())(7), 1007);
    EXPECT_EQ(static_cast<int *>((*first)->address("data"))[3], 4);
    EXPECT_EQ((*first)->address("counter"), nullptr) << "it is internal";
    EXPECT_EQ((*first)->address("known"), nullptr) << "it is external";
    const auto other = reinterpret_cast<Entry>((*second)->address("entry"));
    EXPECT_EQ(other(1), 3) << "each has its own variables";
  }
}

TEST(LoadedObject, SaysWhyItRefuses) {
  EXPECT_EQ(messageOf(readObjectFile("undefined.o")),
            "The program uses 'unknown', which is neither defined in it nor available on this "
            "device.");
  EXPECT_EQ(messageOf(readObjectFile("tls.o")),
            "The machine code cannot be loaded: it has thread-local variables.");
  EXPECT_EQ(messageOf(readObjectFile("nopic.o")),
            "The machine code cannot be loaded: relocations of type 11 are not supported.");
  EXPECT_EQ(messageOf({}), "The machine code cannot be loaded: it is no relocatable ELF object for "
                           "x86-64.");
}

// Few bytes must not describe much memory.
TEST(LoadedObject, SectionsDoNotOverlap) {
  std::vector<std::byte> object = readObjectFile("pic.o");
  Elf64_Ehdr header;
  std::memcpy(&header, object.data(), sizeof(header));
  for (size_t i = 1; i < header.e_shnum; ++i) {
    auto *section =
        reinterpret_cast<Elf64_Shdr *>(object.data() + header.e_shoff + i * sizeof(Elf64_Shdr));
    if (section->sh_type == SHT_PROGBITS) {
      section->sh_offset = 0;
      section->sh_size = object.size();
    }
  }
  EXPECT_EQ(messageOf(object),
            "The machine code cannot be loaded: its sections are larger than the object.");
}

TEST(LoadedObject, NamesDoNotShareMuch) {
  const std::vector<std::byte> object = readObjectFile("seed-shared-names");
  EXPECT_EQ(messageOf(object), "The machine code cannot be loaded: the names of its symbols are "
                               "many times larger than the object.");
}

TEST(LoadedObject, EveryLengthIsRefusedOrLoaded) {
  const std::vector<std::byte> object = readObjectFile("pic.o");
  for (size_t size = 0; size < object.size(); ++size)
    EXPECT_FALSE(LoadedObject::load(std::span(object).first(size), resolve)) << size;
}

TEST(LoadedObject, OtherMachinesAreRefused) {
  std::vector<std::byte> object = readObjectFile("pic.o");
  auto *header = reinterpret_cast<Elf64_Ehdr *>(object.data());
  header->e_machine = EM_AARCH64;
  EXPECT_FALSE(LoadedObject::load(object, resolve));
  header->e_machine = EM_X86_64;
  header->e_type = ET_DYN;
  EXPECT_FALSE(compiler::host::isRelocatableObject(object));
  EXPECT_FALSE(LoadedObject::load(object, resolve));
}

} // namespace
} // namespace ursa::host
