// Classes of the host with virtual functions, and variables with constructors, beside kernels: they
// are no part of device code.
#include "check.h"

#include <stdexcept>
#include <vector>

struct Shape {
  virtual ~Shape();
  virtual int corners() const;
};
Shape::~Shape() = default;
int Shape::corners() const { return 0; }

class Failure : public virtual std::runtime_error, public Shape {
public:
  Failure() : std::runtime_error("a failure") {}
  int corners() const override;
};
int Failure::corners() const {
  if (std::vector<int>(3).size() == 4)
    throw *this;
  return 3;
}

// Called by a kernel, too.
struct Square : Shape {
  int corners() const override { return number(); }
  static int number() { return 4; }
};

static const std::vector<int> numbers{1, 2, 3};
inline const std::vector<int> &inlineNumbers() {
  static std::vector<int> all{4, 5};
  return all;
}

int main() {
  sycl::queue queue;
  int result = 0;
  {
    sycl::buffer<int> buffer(&result, 1);
    queue.submit([&](sycl::handler &group) {
      sycl::accessor all(buffer, group, sycl::write_only);
      group.single_task([=] { all[0] = Square::number(); });
    });
  }
  CHECK_EQUAL(result, 4);
  const Failure failure;
  const Shape &shape = failure;
  CHECK_EQUAL(shape.corners(), 3);
  CHECK_EQUAL(Square().corners(), 4);
  CHECK_EQUAL(numbers.size() + inlineNumbers().size(), 5);
  return failures != 0;
}
