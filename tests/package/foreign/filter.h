#include <sycl/sycl.hpp>

void fill(sycl::queue &queue, int *data);
