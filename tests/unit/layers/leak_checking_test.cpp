// UR_LAYER_LEAK_CHECKING: reports objects that a program has not released at its end.

#include "core/layers/layers.h"
#include "unit/layers/layered_mock.h"

#include <mutex>
#include <string>

namespace ursa::core::layers {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Captures the lines of the validation log during its lifetime.
class Lines {
public:
  Lines() {
    validationLog().setCallback(
        [](ur_logger_level_t, const char *line, void *self) {
          static_cast<Lines *>(self)->lines_.emplace_back(line);
        },
        this, UR_LOGGER_LEVEL_WARN);
  }
  ~Lines() { validationLog().setCallback(nullptr, nullptr, UR_LOGGER_LEVEL_QUIET); }
  Lines(const Lines &) = delete;
  Lines &operator=(const Lines &) = delete;

  const std::vector<std::string> &get() const { return lines_; }

private:
  std::vector<std::string> lines_;
};

TEST(LeakChecking, IsSilentWhenEverythingWasReleased) {
  const Lines lines;
  {
    LayeredMock m("UR_LAYER_LEAK_CHECKING");
    EXPECT_EQ(urEventRelease(m.makeEvent()), UR_RESULT_SUCCESS);
    void *memory = nullptr;
    EXPECT_EQ(urUSMHostAlloc(m.context, nullptr, nullptr, 64, &memory), UR_RESULT_SUCCESS);
    EXPECT_EQ(urUSMFree(m.context, memory), UR_RESULT_SUCCESS);
    m.releaseAll();
  }
  EXPECT_THAT(lines.get(), IsEmpty());
}

TEST(LeakChecking, NamesObjectCallAndStack) {
  const Lines lines;
  std::string event;
  {
    LayeredMock m("UR_LAYER_LEAK_CHECKING");
    event = fmt::format("{}", static_cast<void *>(m.makeEvent()));
    m.releaseAll();
  }
  EXPECT_THAT(lines.get(),
              ElementsAre(AllOf(HasSubstr("A ur_event_handle_t at " + event +
                                          " was not released; 1 of the program's references are "
                                          "left. urEnqueueEventsWait made it."),
                                HasSubstr("layers_test"))));
}

TEST(LeakChecking, CountsReferencesAndMemory) {
  const Lines lines;
  {
    LayeredMock m("UR_LAYER_LEAK_CHECKING");
    void *memory = nullptr;
    EXPECT_EQ(urUSMHostAlloc(m.context, nullptr, nullptr, 64, &memory), UR_RESULT_SUCCESS);
    EXPECT_EQ(urContextRetain(m.context), UR_RESULT_SUCCESS);
    m.releaseAll();
  }
  EXPECT_THAT(lines.get(),
              ElementsAre(HasSubstr("A ur_context_handle_t at "),
                          AllOf(HasSubstr("USM at "), HasSubstr("(64 bytes) was not freed. "
                                                                "urUSMHostAlloc made it."))));
}

TEST(LeakChecking, IsResetByTheTearDown) {
  { LayeredMock m("UR_LAYER_LEAK_CHECKING"); }
  const Lines lines;
  {
    LayeredMock m("UR_LAYER_LEAK_CHECKING");
    m.releaseAll();
  }
  EXPECT_THAT(lines.get(), IsEmpty());
}

} // namespace
} // namespace ursa::core::layers
