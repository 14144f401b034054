// The adapter functions of ursa.h: reports, and adapters inside the program.

#include "core/loader/adapter_registry.h"
#include "mock/mock_adapter.h"
#include "mock/mock_loader.h"
#include "support/last_error.h"
#include "unit/scoped_variable.h"

#include <dlfcn.h>

namespace ursa::core::loader {
namespace {

using api::Function;
using testing::_;
using testing::HasSubstr;
using testing::Return;

struct Report {
  std::string name, path, problem;
  uint32_t handles;
};

std::vector<Report> reports() {
  std::vector<Report> all;
  EXPECT_EQ(ursaAdapterReport(
                [](const ursa_adapter_report_t *report, void *out) {
                  static_cast<std::vector<Report> *>(out)->push_back(
                      {report->name, report->path, report->problem ? report->problem : "",
                       report->handleCount});
                },
                &all),
            UR_RESULT_SUCCESS);
  return all;
}

std::string fixture(const std::string &folder, const std::string &name) {
  return std::string(URSA_FIXTURE_DIR) + "/" + folder + "/libur_adapter_" + name + ".so.0";
}

TEST(AdapterReport, NamesLibrariesInUseAndThoseThatCannotBe) {
  const std::string sound = fixture("broken", "sound"), text = fixture("broken", "text");
  const ScopedVariable forced("UR_ADAPTERS_FORCE_LOAD", text + "," + sound);
  ASSERT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
  const auto all = reports();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "sound");
  EXPECT_EQ(all[0].path, sound);
  EXPECT_EQ(all[0].problem, "");
  EXPECT_EQ(all[0].handles, 1u);
  EXPECT_EQ(all[1].name, "text");
  EXPECT_EQ(all[1].path, text);
  EXPECT_THAT(all[1].problem, HasSubstr(text + ": "));
  EXPECT_EQ(all[1].handles, 0u);
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
}

TEST(AdapterReport, NamesARelativePathAsRefused) {
  const ScopedVariable forced("UR_ADAPTERS_FORCE_LOAD",
                              "libur_adapter_near.so.0," + fixture("broken", "sound"));
  ASSERT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
  const auto all = reports();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name, "sound");
  EXPECT_EQ(all[1].name, "near");
  EXPECT_EQ(all[1].path, "libur_adapter_near.so.0");
  EXPECT_THAT(all[1].problem, HasSubstr("'libur_adapter_near.so.0' is a relative path"));
  EXPECT_EQ(all[1].handles, 0u);
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
}

TEST(AdapterReport, TellsWhatUrAdapterGetAnswers) {
  const MockLoader loader;
  MockAdapter failing("failing");
  EXPECT_CALL(failing.on<Function::urAdapterGet>(), Call(0, nullptr, _))
      .WillOnce(Return(UR_RESULT_ERROR_DEVICE_LOST));
  const auto all = reports();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].name, "failing");
  EXPECT_EQ(all[0].path, "");
  EXPECT_EQ(all[0].problem, "Its urAdapterGet answered UR_RESULT_ERROR_DEVICE_LOST (20).");
}

TEST(AdapterReport, NeedsTheLoaderAndACallback) {
  EXPECT_EQ(ursaAdapterReport([](const ursa_adapter_report_t *, void *) {}, nullptr),
            UR_RESULT_ERROR_UNINITIALIZED);
  EXPECT_EQ(ursaAdapterReport(nullptr, nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
}

bool isOpen(const std::string &path) {
  void *handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle)
    dlclose(handle);
  return handle;
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  EXPECT_EQ(ursaAdapterGetNames(
                [](const char *name, void *out) {
                  static_cast<std::vector<std::string> *>(out)->push_back(name);
                },
                &all),
            UR_RESULT_SUCCESS);
  return all;
}

TEST(AdapterByName, OpensNoOther) {
  // No other test of this program opens these two.
  const std::string mock = fixture("second", "mock"), other = fixture("experimental", "nograph");
  const ScopedVariable forced("UR_ADAPTERS_FORCE_LOAD", other + "," + mock);
  ASSERT_EQ(urLoaderInit(0, nullptr), UR_RESULT_SUCCESS);
  EXPECT_THAT(names(), testing::ElementsAre("nograph", "mock"));
  EXPECT_FALSE(isOpen(mock));

  ur_adapter_handle_t handles[2] = {};
  uint32_t count = 0;
  EXPECT_EQ(ursaAdapterGetByName("mock", 2, handles, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_NE(handles[0], nullptr);
  EXPECT_EQ(handles[1], nullptr);
  EXPECT_TRUE(isOpen(mock));
  EXPECT_EQ(urAdapterRelease(handles[0]), UR_RESULT_SUCCESS);

  EXPECT_EQ(ursaAdapterGetByName("nonesuch", 0, nullptr, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(urAdapterGet(0, nullptr, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 2u);
  EXPECT_TRUE(isOpen(other));
  EXPECT_EQ(urLoaderTearDown(), UR_RESULT_SUCCESS);
}

TEST(AdapterByName, KnowsRegisteredAdapters) {
  const MockLoader loader;
  MockAdapter first("twins"), second("twins"), third("third");
  EXPECT_THAT(names(), testing::ElementsAre("mock", "twins", "third"));
  ur_adapter_handle_t handles[3] = {};
  uint32_t count = 0;
  EXPECT_EQ(ursaAdapterGetByName("twins", 3, handles, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 2u);
  EXPECT_THAT(handles, testing::ElementsAre(first.adapter(), second.adapter(), nullptr));
}

TEST(AdapterByName, ChecksItsArguments) {
  uint32_t count = 0;
  ur_adapter_handle_t handle = nullptr;
  const auto ignore = [](const char *, void *) {};
  EXPECT_EQ(ursaAdapterGetNames(ignore, nullptr), UR_RESULT_ERROR_UNINITIALIZED);
  EXPECT_EQ(ursaAdapterGetNames(nullptr, nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(ursaAdapterGetByName("host", 0, nullptr, &count), UR_RESULT_ERROR_UNINITIALIZED);
  EXPECT_EQ(ursaAdapterGetByName(nullptr, 0, nullptr, &count),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  const MockLoader loader;
  EXPECT_EQ(ursaAdapterGetByName("host", 0, &handle, &count), UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_STREQ(lastErrorMessage(),
               "ursaAdapterGetByName: phAdapters is given, and NumEntries is 0.");
}

TEST(AdapterRegister, RefusesWhatIsNoAdapter) {
  ur_dditable_t tables{};
  EXPECT_EQ(ursaAdapterRegister("a", nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(ursaAdapterRegister(nullptr, &tables), UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(ursaAdapterRegister("a", &tables), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_STREQ(lastErrorMessage(),
               "ursaAdapterRegister: the tables of the adapter 'a' have no Adapter.pfnGet.");
  tables.Adapter.pfnGet = urAdapterGet;
  EXPECT_EQ(ursaAdapterRegister("", &tables), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_TRUE(adapterRegistry().adapters().empty());
}

TEST(AdapterRegister, TakesTablesOnceAndGivesThemBackOnce) {
  MockAdapter mock;
  EXPECT_EQ(ursaAdapterRegister("again", &mock.tables()), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(ursaAdapterUnregister(&mock.tables()), UR_RESULT_SUCCESS);
  EXPECT_EQ(ursaAdapterUnregister(&mock.tables()), UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(ursaAdapterUnregister(nullptr), UR_RESULT_ERROR_INVALID_NULL_POINTER);
}

TEST(SpecializationModes, AreThoseOfTheDeviceItself) {
  MockAdapter mock;
  const auto device = mock.make<ur_device_handle_t>();
  ursa_specialization_mode_flags_t modes = 7;
  EXPECT_EQ(ursaDeviceGetSpecializationModes(device, &modes), UR_RESULT_SUCCESS);
  EXPECT_EQ(modes, 0u);

  mock.on<Function::urProgramCreateWithBinary>();
  mock.on<Function::urProgramSetSpecializationConstants>();
  EXPECT_EQ(ursaDeviceGetSpecializationModes(device, &modes), UR_RESULT_SUCCESS);
  EXPECT_EQ(modes, uint32_t{URSA_SPECIALIZATION_MODE_FLAG_EMULATED});

  EXPECT_CALL(mock.on<Function::urDeviceGetInfo>(), Call(device, UR_DEVICE_INFO_PLATFORM, _, _, _))
      .WillOnce(Return(UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION));
  EXPECT_CALL(mock.on<Function::urDeviceGetInfo>(),
              Call(device, UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS, _, _, _))
      .WillOnce([](auto, auto, auto, void *out, auto) {
        *static_cast<ur_bool_t *>(out) = true;
        return UR_RESULT_SUCCESS;
      });
  EXPECT_EQ(ursaDeviceGetSpecializationModes(device, &modes), UR_RESULT_SUCCESS);
  EXPECT_EQ(modes, uint32_t{URSA_SPECIALIZATION_MODE_FLAG_EMULATED} |
                       URSA_SPECIALIZATION_MODE_FLAG_NATIVE | URSA_SPECIALIZATION_MODE_FLAG_TIERED);
  EXPECT_EQ(ursaDeviceGetSpecializationModes(nullptr, &modes), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  EXPECT_EQ(ursaDeviceGetSpecializationModes(device, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
}

} // namespace
} // namespace ursa::core::loader
