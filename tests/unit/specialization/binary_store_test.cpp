// Binary stores: loads return what was saved, and damage is a miss.
#include "core/cache/binary_store.h"
#include "core/programs/program_binaries.h"
#include "unit/specialization/fake_device.h"

namespace ursa {
namespace {

Binary bytes(std::string_view text) {
  const auto *first = reinterpret_cast<const std::byte *>(text.data());
  return Binary(first, first + text.size());
}

BinaryKey keyOf(std::string_view driver) {
  return BinaryKey().add("image", "1").add("driver", driver);
}

TEST(BinaryStore, LoadsWhatWasSaved) {
  MemoryBinaryStore store;
  EXPECT_FALSE(store.load(keyOf("1.0")));
  store.save(keyOf("1.0"), bytes("code"));
  EXPECT_EQ(store.load(keyOf("1.0")), bytes("code"));
  EXPECT_FALSE(store.load(keyOf("1.1"))) << "another version of the driver";
  store.save(keyOf("1.0"), bytes("newer code"));
  EXPECT_EQ(store.load(keyOf("1.0")), bytes("newer code"));
  store.drop(keyOf("1.0"));
  EXPECT_FALSE(store.load(keyOf("1.0")));
}

TEST(BinaryStore, KeysCompareTheirText) {
  EXPECT_NE(BinaryKey().add("a", "b\nc=d"), BinaryKey().add("a", "b").add("c", "d"));
  EXPECT_NE(BinaryKey().add("a", "\\n"), BinaryKey().add("a", "\n"));
  EXPECT_EQ(keyOf("1.0").name(), keyOf("1.0").name());
  EXPECT_NE(keyOf("1.0").name(), keyOf("1.1").name());
  EXPECT_EQ(keyOf("1.0").name().size(), 32u);
}

TEST(BinaryStore, DamageIsAMiss) {
  const BinaryKey key = keyOf("1.0");
  const Binary sealed = sealBinary(key, bytes("some code"));
  EXPECT_EQ(unsealBinary(key, sealed), bytes("some code"));
  for (size_t size = 0; size < sealed.size(); ++size)
    EXPECT_FALSE(unsealBinary(key, std::span(sealed).first(size))) << size;
  for (size_t at = 0; at < sealed.size(); ++at) {
    Binary changed = sealed;
    changed[at] ^= std::byte{0x10};
    EXPECT_FALSE(unsealBinary(key, changed)) << at;
  }
  Binary longer = sealed;
  longer.push_back(std::byte{0});
  EXPECT_FALSE(unsealBinary(key, longer));
}

TEST(BinaryStore, AnEntryOfAnotherKeyIsAMiss) {
  MemoryBinaryStore store;
  // Simulates two keys with the same name.
  store.setEntry(keyOf("1.1").name(), sealBinary(keyOf("1.0"), bytes("code")));
  EXPECT_FALSE(store.load(keyOf("1.1")));
}

// Sets a store that bundles build through, for the duration of a test.
class StoredPrograms : public ::testing::Test {
protected:
  StoredPrograms() {
    setBinaryStore(store_);
    auto &info = fake_.mock.on<Function::urProgramGetInfo>();
    ON_CALL(info, Call)
        .WillByDefault([this](ur_program_handle_t, ur_program_info_t query, size_t, void *value,
                              size_t *size) {
          const std::string_view code = "built";
          const size_t length = code.size();
          switch (query) {
          case UR_PROGRAM_INFO_DEVICES:
            if (size)
              *size = sizeof(fake_.device);
            if (value)
              std::memcpy(value, &fake_.device, sizeof(fake_.device));
            return UR_RESULT_SUCCESS;
          case UR_PROGRAM_INFO_BINARY_SIZES:
            if (size)
              *size = sizeof(length);
            if (value)
              std::memcpy(value, &length, sizeof(length));
            return UR_RESULT_SUCCESS;
          default:
            std::memcpy(*static_cast<uint8_t **>(value), code.data(), length);
            return UR_RESULT_SUCCESS;
          }
        });
  }
  ~StoredPrograms() override { setBinaryStore(nullptr); }

  void build(int32_t scale) {
    testing::TestBundle bundle(fake_, testing::bothImages());
    ASSERT_EQ(bundle.result, UR_RESULT_SUCCESS);
    EXPECT_EQ(bundle.set("scale", scale), UR_RESULT_SUCCESS);
    EXPECT_EQ(bundle.build("-O1"), UR_RESULT_SUCCESS) << testing::lastSentence();
  }

  std::shared_ptr<MemoryBinaryStore> store_ = std::make_shared<MemoryBinaryStore>();
  testing::FakeDevice fake_{true};
};

TEST_F(StoredPrograms, CreatesAProgramFromItsBinary) {
  build(5);
  EXPECT_EQ(store_->entries().size(), 1u);
  build(5); // the first bundle and its programs no longer exist
  EXPECT_EQ(fake_.codes, (std::vector<std::string>{"native code", "built"}));
  EXPECT_EQ(fake_.flushes.size(), 1u) << "a binary has its constants";
  build(6);
  EXPECT_EQ(fake_.codes.back(), "native code");
  EXPECT_EQ(store_->entries().size(), 2u);
}

TEST_F(StoredPrograms, DamagedEntriesAreBuiltAgain) {
  build(5);
  for (auto [name, sealed] : store_->entries()) {
    sealed[sealed.size() / 2] ^= std::byte{1};
    store_->setEntry(name, sealed);
  }
  build(5);
  EXPECT_EQ(fake_.codes, (std::vector<std::string>{"native code", "native code"}));
}

TEST_F(StoredPrograms, RebuildsAndSavesWhatTheDriverRejects) {
  build(5);
  ON_CALL(fake_.mock.on<Function::urProgramCreateWithBinary>(), Call)
      .WillByDefault([this](ur_context_handle_t, uint32_t, ur_device_handle_t *, size_t *lengths,
                            const uint8_t **binaries, const ur_program_properties_t *,
                            ur_program_handle_t *program) {
        const std::string code(reinterpret_cast<const char *>(binaries[0]), lengths[0]);
        if (code == "built")
          return UR_RESULT_ERROR_INVALID_BINARY;
        fake_.codes.push_back(code);
        *program = fake_.mock.make<ur_program_handle_t>();
        return UR_RESULT_SUCCESS;
      });
  build(5);
  EXPECT_EQ(fake_.codes, (std::vector<std::string>{"native code", "native code"}));
  EXPECT_EQ(store_->entries().size(), 1u);
}

TEST_F(StoredPrograms, SavesACacheToAStore) {
  setBinaryStore(nullptr);
  const std::shared_ptr<ProgramCache> cache = programCacheOf(fake_.context);
  build(5);
  build(6);
  MemoryBinaryStore later;
  EXPECT_EQ(saveBinaries(*cache, later), 2u);
  EXPECT_EQ(later.entries().size(), 2u);
  cache->forEach([&](const ProgramKey &key, const SharedProgram &) {
    EXPECT_EQ(later.load(binaryKeyOf(key)), bytes("built"));
  });
}

} // namespace
} // namespace ursa
