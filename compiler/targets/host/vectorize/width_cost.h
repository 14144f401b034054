// Estimates what a work-item costs at each width of a pack, to choose the width of a kernel.
//
//   for (j = 0; j < n; ++j)          ; along lanes   along the loop   as a pack    as scalar code
//     sum += a[id * n + j] * b[j];   ; n bytes       1 byte           gathers      vectors of j
//
// Packs are fast where lanes access consecutive memory, and where the loop of a lane has to wait
// for its own results: other lanes fill the time. A scalar kernel is fast where each work-item
// walks memory of its own, since LLVM vectorizes its loops, and where it reads structures. The
// estimate adds the cycles of all instructions, by what they access from lane to lane and from one
// round of the innermost loop to the next. Loops of unknown length count as kUsualTrips rounds.
#pragma once

#include "compiler/targets/host/vectorize/vectorizer.h"

#include <string>
#include <vector>

namespace llvm {
class ScalarEvolution;
} // namespace llvm

namespace ursa::compiler::host {

/// Bytes between rounds of a loop over which processors do not prefetch.
constexpr int64_t kFarStep = 1024;

class WidthCost {
public:
  /// @param function structured, and not yet vectorized; the version that most packs run
  /// @param usual the width if nothing speaks for another one
  WidthCost(llvm::Function &function, const LaneAnalyses &analyses,
            llvm::ScalarEvolution &evolution, unsigned usual);

  unsigned usual() const { return usual_; }

  /// Returns the estimated cycles of one work-item in packs of @p width; 1: scalar code with the
  /// loops that LLVM vectorizes.
  double of(unsigned width) const;

  /// Returns whether lanes read consecutive memory in a loop, and each round of it memory that is
  /// so far away, or unknown, that processors do not prefetch it.
  bool walksByRows() const;

private:
  double ofScalar() const;
  double instruction(llvm::Instruction &instruction, unsigned width) const;
  double laneAccess(llvm::Instruction &access, unsigned width) const;
  double loopAccess(llvm::Instruction &access, const llvm::Loop &loop, unsigned factor) const;
  double itemAccess(llvm::Instruction &access, unsigned width) const;
  double scalar(llvm::Instruction &instruction) const;
  double vector(llvm::Instruction &instruction, unsigned width) const;
  double ofRegister(llvm::Instruction &instruction, unsigned width) const;
  double gathers(llvm::Instruction &access, unsigned width) const;
  bool walksOwnMemory(llvm::Instruction &access) const;
  std::optional<int64_t> stepInLoop(llvm::Instruction &access, const llvm::Loop &loop) const;
  double latency(const llvm::Loop &loop, bool isPack) const;
  double latencyFrom(const llvm::PHINode &phi, const llvm::Value &next, const llvm::Loop &loop,
                     bool isPack) const;
  double trips(const llvm::Loop &loop) const;
  double timesOf(const llvm::Loop *loop, bool isPack) const;
  /// Returns the iterations that LLVM computes at once; 1: it does not vectorize the loop.
  unsigned loopFactor(const llvm::Loop &loop) const;
  /// Returns whether LLVM vectorizes the loop over work-items of the scalar kernel.
  bool isStraight() const;
  double registers(llvm::Type *type, unsigned width) const;

  llvm::Function &function_;
  const LaneAnalyses analyses_;
  llvm::ScalarEvolution &evolution_;
  const llvm::DataLayout &layout_;
  const unsigned registerBits_;
  const unsigned usual_;
  std::vector<const llvm::BasicBlock *> blocks_; ///< in reverse post-order
};

/// A width and why.
struct WidthChoice {
  unsigned width = 1;
  std::string reason; ///< the estimates; empty if the width is the usual one
  /// Other widths that may be faster, because the estimates say nothing certain: the most promising
  /// first.
  std::vector<unsigned> rivals = {};
};

/// The widths among which a kernel's is chosen.
struct WidthBounds {
  unsigned least = 1;
  unsigned most = 32; ///< of rivals; the usual width is at most that
};

/// Returns the usual width, unless the estimate of another one is clearly less.
WidthChoice chooseWidth(const WidthCost &cost, const WidthBounds &bounds);

} // namespace ursa::compiler::host
