// Random command groups against a model that knows every byte: the specification of the run time
// ("Data transfers", "Dependencies") as a few loops.
//
// A program has a region, random boxes, page sizes, devices, contexts and queues. Compared are: the
// bytes that commands read and the last contents; the bytes that are transferred, each of them; the
// number of transfers, which must not be larger than the number of runs of these bytes; the order
// of commands, of which no conflict may be missing; and each entry of each wait list, which must be
// a conflict or a transfer of what the command uses.
#include "sycl/runtime/data_region.h"
#include "unit/runtime/fake_driver.h"

#include <bitset>
#include <cstdlib>
#include <map>

namespace ursa::runtime {
namespace {

constexpr size_t kMaxCommands = 24;
constexpr size_t kPlaces = 4;                // the last one uses the host's memory if it may
constexpr size_t kAllocations = kPlaces + 1; // the host's is the first
using Set = std::bitset<kMaxCommands>;

/// A byte that is transferred from one allocation to another.
struct Move {
  unsigned char from, to;
  unsigned short byte;
  auto operator<=>(const Move &) const = default;
};
using Moves = std::vector<Move>;

Move moveOf(size_t from, size_t to, size_t byte) {
  return {static_cast<unsigned char>(from), static_cast<unsigned char>(to),
          static_cast<unsigned short>(byte)};
}

/// A model of a region, as specified.
class Model {
public:
  Model(const PageGrid &grid, bool hasContents)
      : grid_(grid), known_(grid.bytes(), hasContents), contents_(grid.bytes()) {
    for (size_t i = 0; i < kAllocations; ++i)
      valid_[i].assign(grid.bytes(), hasContents && i == 0);
  }

  template <class Body> void forBytes(const Box &box, Body &&body) const {
    for (size_t i = box.begin[0]; i < box.end[0]; ++i)
      for (size_t j = box.begin[1]; j < box.end[1]; ++j)
        for (size_t k = box.begin[2]; k < box.end[2]; ++k)
          body(grid_.offsetOf({i, j, k}));
  }

  /// The pages of a box, found one by one.
  Box pages(const Box &box) const {
    Box range = box;
    for (int i = 0; i < kRank; ++i) {
      while (range.begin[i] % grid_.pageSize()[i] != 0)
        --range.begin[i];
      while (range.end[i] % grid_.pageSize()[i] != 0 && range.end[i] < grid_.extent()[i])
        ++range.end[i];
    }
    return range;
  }

  /// @param allocations those of devices, the oldest first
  template <class HasRoute>
  void bring(const Box &box, size_t target, const std::vector<size_t> &allocations,
             HasRoute &&hasRoute) {
    Moves moved;
    const auto move = [&](size_t from, size_t to, size_t byte) {
      moved.push_back(moveOf(from, to, byte));
      valid_[to][byte] = true;
    };
    forBytes(pages(box), [&](size_t byte) {
      if (valid_[target][byte])
        return;
      for (const size_t from : allocations)
        if (valid_[from][byte] && hasRoute(from, target))
          return move(from, target, byte);
      for (const size_t from : allocations)
        if (valid_[from][byte] && !valid_[0][byte])
          move(from, 0, byte);
      if (target != 0 && valid_[0][byte])
        move(0, target, byte);
    });
    std::sort(moved.begin(), moved.end());
    for (size_t i = 0; i < moved.size(); ++i) { // runs in the last dimension
      const Move &each = moved[i];
      runs_ += i == 0 || each.byte % grid_.extent()[2] == 0 ||
               moved[i - 1] != moveOf(each.from, each.to, each.byte - 1u);
    }
    moves_.insert(moves_.end(), moved.begin(), moved.end());
  }

  void write(const Box &box, bool keeps, size_t target) {
    forBytes(keeps ? pages(box) : box, [&](size_t byte) {
      for (size_t i = 0; i < kAllocations; ++i)
        valid_[i][byte] = i == target;
    });
    forBytes(box, [&](size_t byte) { known_[byte] = true; });
  }

  const Moves &moves() const { return moves_; }
  size_t runs() const { return runs_; }
  bool isKnown(size_t byte) const { return known_[byte]; }
  unsigned char &at(size_t byte) { return contents_[byte]; }

private:
  const PageGrid &grid_;
  std::array<std::vector<bool>, kAllocations> valid_;
  std::vector<bool> known_;
  std::vector<unsigned char> contents_;
  Moves moves_;
  size_t runs_ = 0;
};

/// A queue whose device can read memory of some others.
class PeerQueue final : public Queue {
public:
  PeerQueue(std::shared_ptr<UrQueue> queue, Place peer) : queue_(std::move(queue)), peer_(peer) {}
  const Place &place() const override { return queue_->place(); }
  bool inOrder() const override { return queue_->inOrder(); }
  SharedCommand submit(const char *what, std::span<const SharedCommand> waits,
                       const Enqueue &enqueue) override {
    return queue_->submit(what, waits, enqueue);
  }
  bool readsDirectly(const Place &from) const override {
    return peer_.context && from.context == peer_.context && from.device == peer_.device;
  }
  std::shared_ptr<Queue> transferQueue() override { return queue_->transferQueue(); }

private:
  const std::shared_ptr<UrQueue> queue_;
  const Place peer_;
};

class Program {
public:
  explicit Program(unsigned seed) : random_(seed), driver_(seed), grid_(randomGrid()) {
    const bool hasPeers = chance(2);
    // Devices 0 and 1 share a context, device 2 has another one; the CPU uses the host's memory.
    const std::array<Place, kPlaces> places{driver_.place(0, 0), driver_.place(0, 1),
                                            driver_.place(1, 2), driver_.place(2, 3)};
    for (size_t i = 0; i < kPlaces; ++i)
      for (const bool inOrder : {true, false}) {
        Place place = places[i];
        place.usesHostMemory = i == 3;
        const Place peer = hasPeers && i < 2 ? places[1 - i] : Place();
        queues_.push_back(
            {std::make_shared<PeerQueue>(UrQueue::create(place, inOrder), peer), i, {}, nullptr});
      }
    hasPeers_ = hasPeers;
    const bool hasStorage = chance(2);
    storage_.resize(grid_.bytes());
    for (auto &each : storage_)
      each = static_cast<unsigned char>(random_());
    isHostShared_ = !hasStorage || chance(2);
    region_ = std::make_unique<DataRegion>(
        grid_, hasStorage ? HostMemory{storage_.data(), true, isHostShared_} : HostMemory());
    model_ = std::make_unique<Model>(grid_, hasStorage);
    for (size_t i = 0; hasStorage && i < grid_.bytes(); ++i)
      model_->at(i) = storage_[i];
  }

  void run() {
    const size_t count = 2 + random_() % (kMaxCommands - 3);
    for (commands_ = 0; commands_ < count && !testing::Test::HasFailure();)
      if (chance(6))
        hostAccess();
      else
        command();
    readAll();
  }

private:
  struct QueueOf {
    std::shared_ptr<Queue> queue;
    size_t place;
    Set all; ///< the commands of an in-order queue
    SharedCommand last;
  };
  struct Use {
    Box box;
    bool keeps, writes, isOnHost;
  };

  bool chance(unsigned of) { return random_() % of == 0; }

  PageGrid randomGrid() {
    Extent elements{1, 1, 1}, page{1, 1, 1};
    for (int i = static_cast<int>(random_() % kRank); i < kRank; ++i)
      elements[i] = 1 + random_() % (i == kRank - 1 ? 12 : 5);
    for (int i = 0; i < kRank; ++i)
      page[i] = 1 + random_() % std::min<size_t>(elements[i], 4);
    return {elements, 1 + random_() % 2, page};
  }

  Use randomUse() {
    Use use{};
    Extent first{}, count{};
    for (int i = 0; i < kRank; ++i) {
      const size_t length = grid_.extent()[i] / (i == kRank - 1 ? grid_.elementBytes() : 1);
      first[i] = chance(4) ? 0 : random_() % length;
      count[i] = chance(4) ? length - first[i] : 1 + random_() % (length - first[i]);
    }
    use.box = grid_.ofElements(first, count);
    use.writes = chance(2);
    use.keeps = !use.writes || !chance(3);
    return use;
  }

  size_t allocationOf(size_t place, bool isOnHost) {
    return isOnHost || (place == kPlaces - 1 && isHostShared_) ? 0 : place + 1;
  }

  void bring(const Use &use, size_t target) {
    if (target != 0 &&
        std::find(allocations_.begin(), allocations_.end(), target) == allocations_.end())
      allocations_.push_back(target);
    if (use.keeps)
      model_->bring(use.box, target, allocations_, [&](size_t from, size_t to) {
        return hasPeers_ && from != to && (from == 1 || from == 2) && (to == 1 || to == 2);
      });
  }

  void command() {
    const size_t index = commands_++;
    QueueOf &to = queues_[random_() % queues_.size()];
    std::vector<Use> uses{randomUse()};
    if (chance(3))
      uses.push_back(randomUse());
    const bool isOnHost = chance(6);
    Commands waits;
    std::vector<RegionAccess> accesses;
    std::vector<std::byte *> memory;
    const RegionLock lock({region_.get()});
    for (Use &each : uses) {
      each.isOnHost = isOnHost;
      accesses.push_back(region_->describe({each.box}, each.keeps, each.writes, isOnHost));
      memory.push_back(static_cast<std::byte *>(region_->begin(accesses.back(), *to.queue, waits)));
      bring(each, allocationOf(to.place, isOnHost));
    }
    // The order that is required, and the result.
    uses_.push_back(uses);
    order(index, to);
    const unsigned sum = model(uses, index);
    for (const Use &each : uses)
      if (each.writes)
        model_->write(each.box, each.keeps, allocationOf(to.place, isOnHost));
    const SharedCommand done = driver_.kernel(
        *to.queue, waits,
        [this, uses, memory, index, sum, read = readable_] {
          EXPECT_EQ(compute(uses, memory, index, read), sum) << "command " << index;
        },
        &events_[index]);
    for (const RegionAccess &each : accesses)
      region_->end(each, *to.queue, done);
    noteComplete(index);
    if (to.queue->inOrder())
      to.all.set(index);
  }

  /// The data that a command reads; updates the model.
  unsigned model(const std::vector<Use> &uses, size_t index) {
    readable_.clear();
    for (const Use &use : uses) {
      std::vector<size_t> bytes;
      if (use.keeps)
        model_->forBytes(use.box, [&](size_t byte) {
          if (model_->isKnown(byte))
            bytes.push_back(byte);
        });
      readable_.push_back(bytes);
    }
    unsigned sum = 0;
    for (const auto &bytes : readable_)
      for (const size_t byte : bytes)
        sum = sum * 31 + model_->at(byte);
    for (const Use &use : uses)
      if (use.writes)
        model_->forBytes(use.box, [&](size_t byte) {
          model_->at(byte) = static_cast<unsigned char>(sum + byte * 7 + index);
        });
    return sum;
  }

  unsigned compute(const std::vector<Use> &uses, const std::vector<std::byte *> &memory,
                   size_t index, const std::vector<std::vector<size_t>> &readable) {
    unsigned sum = 0;
    for (size_t i = 0; i < uses.size(); ++i)
      for (const size_t byte : readable[i])
        sum = sum * 31 + static_cast<unsigned>(memory[i][byte]);
    for (size_t i = 0; i < uses.size(); ++i)
      if (uses[i].writes)
        model_->forBytes(uses[i].box, [&](size_t byte) {
          memory[i][byte] = static_cast<std::byte>(sum + byte * 7 + index);
        });
    return sum;
  }

  void hostAccess() {
    const size_t index = commands_++;
    Use use = randomUse();
    use.isOnHost = true;
    noteComplete(index);
    void *memory = nullptr;
    const auto access = region_->beginHostAccess(
        region_->describe({use.box}, use.keeps, use.writes, true), &memory);
    bring(use, 0);
    uses_.push_back({use});
    order(index, {nullptr, 0, {}, nullptr});
    const unsigned sum = model({use}, index);
    if (use.writes)
      model_->write(use.box, use.keeps, 0);
    EXPECT_EQ(compute({use}, {static_cast<std::byte *>(memory)}, index, readable_), sum);
    access->end();
  }

  /// Commands that are complete when one was enqueued need no wait: queues block for those of other
  /// contexts.
  void noteComplete(size_t index) {
    complete_[index].reset();
    for (size_t i = 0; i < index; ++i)
      if (!events_[i] || events_[i]->isComplete) // accesses of the host have ended
        complete_[index].set(i);
  }

  bool conflict(const Use &a, const Use &b) const {
    return (a.writes || b.writes) && model_->pages(a.box).overlaps(model_->pages(b.box));
  }

  void order(size_t index, const QueueOf &queue) {
    required_[index] = queue.all;
    for (size_t i = 0; i < index; ++i)
      for (const Use &a : uses_[i])
        for (const Use &b : uses_[index])
          if (conflict(a, b))
            required_[index].set(i);
    for (size_t i = 0; i < index; ++i)
      if (required_[index][i])
        required_[index] |= required_[i];
  }

  Set ancestors(FakeDriver::Event &event, std::map<const FakeDriver::Event *, Set> &known) {
    const auto found = known.find(&event);
    if (found != known.end())
      return found->second;
    Set all;
    for (FakeDriver::Event *each : event.waits)
      all |= ancestors(*each, known);
    if (event.before)
      all |= ancestors(*event.before, known);
    for (size_t i = 0; i < commands_; ++i)
      if (events_[i] == &event)
        all.set(i);
    return known[&event] = all;
  }

  void readAll() {
    std::map<const FakeDriver::Event *, Set> known;
    for (size_t i = 0; i < commands_; ++i) {
      if (!events_[i])
        continue; // an access of the host: what it has waited for is complete
      Set actual = ancestors(*events_[i], known);
      actual.reset(i);
      EXPECT_TRUE((required_[i] & ~actual & ~complete_[i]).none()) << "a missing edge to " << i;
    }
    compareEdges();
    compareTransfers();
    void *memory = nullptr;
    const auto access =
        region_->beginHostAccess(region_->describe({grid_.whole()}, true, false, true), &memory);
    const auto *bytes = static_cast<const unsigned char *>(memory);
    for (size_t i = 0; i < grid_.bytes(); ++i) {
      if (model_->isKnown(i)) {
        EXPECT_EQ(bytes[i], model_->at(i)) << "byte " << i;
      }
    }
    access->end();
  }

  /// The bytes that a command of the driver reads and writes.
  struct Effect {
    bool isCopy = false;
    std::vector<bool> used, written;
  };

  /// Each entry of a wait list is a conflict, or a transfer of bytes that are used.
  void compareEdges() {
    std::map<const FakeDriver::Event *, Effect> effects;
    const Effect nothing{false, std::vector<bool>(grid_.bytes()), std::vector<bool>(grid_.bytes())};
    for (size_t i = 0; i < commands_; ++i)
      if (events_[i])
        for (const Use &use : uses_[i]) {
          Effect &effect = effects.try_emplace(events_[i], nothing).first->second;
          model_->forBytes(model_->pages(use.box), [&](size_t byte) {
            effect.used[byte] = true;
            effect.written[byte] = effect.written[byte] || use.writes;
          });
        }
    for (const FakeDriver::Copy &each : driver_.copies()) {
      Effect &effect = effects.try_emplace(each.event, nothing).first->second;
      effect.isCopy = true;
      forBytes(each,
               [&](size_t /*from*/, size_t /*to*/, size_t byte) { effect.used[byte] = true; });
    }
    for (const FakeDriver::Event &join : driver_.events()) {
      if (effects.contains(&join))
        continue;
      Effect all = nothing; // of the copies of all planes, which have one wait list
      for (const FakeDriver::Event *each : join.waits)
        for (size_t i = 0; i < grid_.bytes(); ++i)
          all.used[i] = all.used[i] || effects.at(each).used[i];
      all.isCopy = true;
      for (const FakeDriver::Event *each : join.waits)
        effects.at(each) = all;
    }
    for (const auto &[event, effect] : effects)
      for (const FakeDriver::Event *each : event->waits)
        EXPECT_TRUE(isEdge(effect, *each, effects))
            << "command " << event->number << " waits for " << each->number << dump(effects);
  }

  static std::string dump(const std::map<const FakeDriver::Event *, Effect> &effects) {
    std::string text;
    for (const auto &[event, effect] : effects) {
      text += "\n" + std::to_string(event->number) + (effect.isCopy ? " copy " : " command ");
      for (size_t i = 0; i < effect.used.size(); ++i)
        text += effect.written[i] ? 'w' : effect.used[i] ? 'u' : '.';
      for (const FakeDriver::Event *each : event->waits)
        text += " " + std::to_string(each->number);
    }
    return text;
  }

  bool isEdge(const Effect &effect, const FakeDriver::Event &on,
              const std::map<const FakeDriver::Event *, Effect> &effects) {
    const auto found = effects.find(&on);
    if (found == effects.end()) // joins the copies of planes
      return std::any_of(on.waits.begin(), on.waits.end(), [&](const FakeDriver::Event *each) {
        return isEdge(effect, *each, effects);
      });
    for (size_t i = 0; i < grid_.bytes(); ++i)
      if (effect.used[i] && found->second.used[i] &&
          (found->second.isCopy || effect.written[i] || found->second.written[i]))
        return true;
    return false;
  }

  /// Calls a function with the allocations and the place of each byte of a copy.
  template <class Body> void forBytes(const FakeDriver::Copy &copy, Body &&body) {
    const auto [to, offset] = locate(copy.to);
    const auto [from, same] = locate(copy.from);
    EXPECT_EQ(offset, same);
    for (size_t row = 0; row < copy.rows; ++row)
      for (size_t i = 0; i < copy.width; ++i)
        body(from, to, offset + row * copy.pitch + i);
  }

  /// The copies of the driver are the moves of the model, each once.
  void compareTransfers() {
    Moves moved, expected = model_->moves();
    for (const FakeDriver::Copy &each : driver_.copies())
      forBytes(each, [&](size_t from, size_t to, size_t byte) {
        moved.push_back(moveOf(from, to, byte));
      });
    std::sort(moved.begin(), moved.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(moved.size(), region_->counts().bytes);
    EXPECT_TRUE(moved == expected)
        << moved.size() << " bytes are moved; " << expected.size() << " have to be";
    EXPECT_LE(region_->counts().transfers, model_->runs());
  }

  std::pair<size_t, size_t> locate(const std::byte *byte) {
    for (const FakeDriver::Memory &each : driver_.memory())
      if (byte >= each.bytes.get() && byte < each.bytes.get() + each.size)
        for (size_t i = 0; i < kPlaces; ++i)
          if (each.device == driver_.place(0, i).device)
            return {i + 1, static_cast<size_t>(byte - each.bytes.get())};
    if (!host_) {
      void *memory = nullptr;
      region_->beginHostAccess(region_->describe({}, false, false, true), &memory)->end();
      host_ = static_cast<const std::byte *>(memory);
    }
    return {0, static_cast<size_t>(byte - host_)};
  }

  std::mt19937 random_;
  FakeDriver driver_;
  const PageGrid grid_;
  std::vector<QueueOf> queues_;
  bool hasPeers_ = false, isHostShared_ = false;
  std::vector<size_t> allocations_; ///< of devices, in the order of their first use
  std::vector<unsigned char> storage_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<DataRegion> region_;
  size_t commands_ = 0;
  std::vector<std::vector<Use>> uses_;
  std::array<FakeDriver::Event *, kMaxCommands> events_{};
  std::array<Set, kMaxCommands> required_, complete_;
  std::vector<std::vector<size_t>> readable_;
  const std::byte *host_ = nullptr;
};

TEST(RuntimeModel, RandomProgramsAreRight) {
  const char *count = std::getenv("URSA_MODEL_PROGRAMS");
  const unsigned programs = count ? static_cast<unsigned>(std::atoi(count)) : 10000;
  const char *first = std::getenv("URSA_MODEL_SEED");
  for (unsigned seed = first ? static_cast<unsigned>(std::atoi(first)) : 1; seed <= programs;
       ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Program(seed).run();
    ASSERT_FALSE(HasFailure());
  }
}

} // namespace
} // namespace ursa::runtime
