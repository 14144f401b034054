// The memory that a process may use, from files in the format of /proc and /sys.
#include "adapters/host/driver/system_memory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace ursa::host {
namespace {

class Memory : public testing::Test {
protected:
  void SetUp() override {
    write("/proc/meminfo", "MemTotal:       4096 kB\nMemFree:  1 kB\nMemAvailable:   1024 kB\n");
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void write(const std::string &path, const std::string &text) {
    std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
    std::ofstream(root_ + path) << text;
  }

  const std::string root_ = testing::TempDir() + "memory_" +
                            testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(Memory, OfTheMachine) {
  const SystemMemory memory = systemMemory(root_);
  EXPECT_EQ(memory.total, 4096u << 10);
  EXPECT_EQ(memory.free, 1024u << 10);
}

TEST_F(Memory, NoMoreIsFreeThanThereIs) {
  write("/proc/meminfo", "MemTotal: 100 kB\nMemAvailable: 200 kB\n");
  const SystemMemory memory = systemMemory(root_);
  EXPECT_EQ(memory.free, memory.total);
}

TEST_F(Memory, OfTheGroupAndThoseAround) {
  write("/proc/self/cgroup", "1:name=other:/x\n0::/outer/inner\n");
  write("/sys/fs/cgroup/outer/memory.max", "1048576\n");
  write("/sys/fs/cgroup/outer/memory.current", "1000000\n");
  write("/sys/fs/cgroup/outer/inner/memory.max", "2097152\n");
  write("/sys/fs/cgroup/outer/inner/memory.current", "500000\n");
  const SystemMemory memory = systemMemory(root_);
  EXPECT_EQ(memory.total, 1048576u);
  EXPECT_EQ(memory.free, 48576u);
}

TEST_F(Memory, OfAContainerThatSeesItselfAsTheTop) {
  write("/proc/self/cgroup", "0::/\n");
  write("/sys/fs/cgroup/memory.max", "65536\n");
  write("/sys/fs/cgroup/memory.current", "70000\n");
  const SystemMemory memory = systemMemory(root_);
  EXPECT_EQ(memory.total, 65536u);
  EXPECT_EQ(memory.free, 0u);
}

TEST_F(Memory, GroupWithoutALimit) {
  write("/proc/self/cgroup", "0::/free\n");
  write("/sys/fs/cgroup/free/memory.max", "max\n");
  EXPECT_EQ(systemMemory(root_).total, 4096u << 10);
}

TEST_F(Memory, GarbageIsNoLimit) {
  write("/proc/meminfo", "MemTotal: many kB\nMemAvailable 3\n99999999999999999999999\n");
  write("/proc/self/cgroup", "0::\n::::\n0::/group\n");
  write("/sys/fs/cgroup/group/memory.max", "-5 or so\n");
  const SystemMemory memory = systemMemory(root_);
  EXPECT_GT(memory.total, 0u);
  EXPECT_LE(memory.free, memory.total);
}

TEST(SystemMemory, OfThisMachine) {
  const SystemMemory memory = systemMemory();
  EXPECT_GT(memory.total, 1u << 20);
  EXPECT_LE(memory.free, memory.total);
}

} // namespace
} // namespace ursa::host
