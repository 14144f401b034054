// Loops that the work-items of a group leave when they read that one of them says so, in local and
// in global memory. Every kernel has the same arguments; `flags` holds two words for each group, and
// `shared` four and one for each work-item of a group.
#define ARGUMENTS __global uint *out, __global uint *flags, __local uint *shared, uint rounds

// What every kernel knows: the work-item's place in the group, the last place, and the group's
// number of rounds.
#define BEGIN                                                                                      \
  const uint at = (uint)get_local_linear_id();                                                     \
  const uint last =                                                                                \
      (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)) - 1;                       \
  const uint group = (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) *              \
                                get_num_groups(0) +                                                \
                            get_group_id(0));                                                      \
  const uint until = rounds + group % 3;                                                           \
  __global uint *flag = flags + 2 * group;                                                         \
  __local uint *own = shared + 4 + at;                                                             \
  if (at == 0) {                                                                                   \
    shared[0] = shared[1] = 0;                                                                     \
    flag[0] = flag[1] = 0;                                                                         \
  }                                                                                                \
  *own = 0;                                                                                        \
  ALL_BARRIER

#define BARRIER barrier(CLK_LOCAL_MEM_FENCE);
#define ALL_BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#define RESULT out[get_global_linear_id()]

__kernel void breaks(ARGUMENTS) {
  BEGIN
  uint n = 0;
  while (true) {
    ++n;
    if (at == last && n == until)
      shared[0] = 1;
    BARRIER
    const bool leave = shared[0] != 0;
    BARRIER
    if (leave)
      break;
  }
  RESULT = n;
}

__kernel void condition_at_the_end(ARGUMENTS) {
  BEGIN
  uint n = 0;
  bool again;
  do {
    ++n;
    if (at == last && n == until)
      shared[0] = 1;
    BARRIER
    again = !shared[0];
    BARRIER
  } while (again);
  RESULT = n;
}

// The flag is set as long as the loop runs.
__kernel void condition_at_the_begin(ARGUMENTS) {
  BEGIN
  uint n = 0;
  if (at == 0)
    shared[0] = 1;
  BARRIER
  while (shared[0]) {
    ++n;
    BARRIER
    if (at == last && n == until)
      shared[0] = 0;
    BARRIER
  }
  RESULT = n;
}

__kernel void continues(ARGUMENTS) {
  BEGIN
  uint n = 0;
  for (n = 1;; ++n) {
    if (at == last && n == until)
      flag[0] = 1;
    ALL_BARRIER
    const uint leave = flag[0];
    ALL_BARRIER
    if (!leave)
      continue;
    RESULT = n;
    break;
  }
}

__kernel void returns(ARGUMENTS) {
  BEGIN
  for (uint n = 1;; ++n) {
    if (at == last && n == until)
      flag[0] = 1;
    ALL_BARRIER
    if (flag[0]) {
      RESULT = n;
      return;
    }
    ALL_BARRIER
  }
}

__kernel void nested(ARGUMENTS) {
  BEGIN
  uint n = 0, all = 0;
  bool leave;
  do {
    ++n;
    for (uint i = 1;; ++i) {
      ++all;
      if (at == last)
        shared[1] = i == n;
      BARRIER
      const bool done = shared[1];
      BARRIER
      if (done)
        break;
    }
    if (at == last && n == until)
      shared[0] = 1;
    BARRIER
    leave = shared[0];
    BARRIER
  } while (!leave);
  RESULT = 1000 * n + all;
}

__kernel void one_after_the_other(ARGUMENTS) {
  BEGIN
  uint n = 0, m = 0;
  while (true) {
    if (at == last && ++n == until)
      shared[0] = 1;
    BARRIER
    const uint leave = shared[0];
    BARRIER
    if (leave)
      break;
  }
  do {
    ++m;
    if (at == 0 && m == 2 * until)
      flag[1] = 1;
    ALL_BARRIER
    n = flag[1];
    ALL_BARRIER
  } while (n == 0);
  *own = m;
  BARRIER
  RESULT = shared[4 + (at == last ? 0 : at + 1)] + n;
}

__kernel void counted_together(ARGUMENTS) {
  BEGIN
  uint n = 0, count;
  do {
    ++n;
    atomic_inc(&shared[0]);
    BARRIER
    count = atomic_or(&shared[0], 0u);
    BARRIER
  } while (count < until * (last + 1));
  RESULT = n;
}

__kernel void counted_in_global_memory(ARGUMENTS) {
  BEGIN
  uint n = 0, count;
  do {
    ++n;
    atomic_add(flag, 2u);
    ALL_BARRIER
    count = atomic_add(flag, 0u);
    ALL_BARRIER
  } while (count < 2 * until * (last + 1));
  RESULT = n;
}

// Private memory, values of several types, and local memory of each work-item.
__kernel void keeps_values(ARGUMENTS) {
  BEGIN
  float values[3] = {(float)at, 1, 2};
  short n = 0;
  bool odd = false;
  while (true) {
    *own += (uint)values[n % 3];
    odd = !odd;
    ++n;
    if (at == last && n == (short)until)
      shared[0] = 1;
    BARRIER
    const bool leave = shared[0] != 0;
    BARRIER
    if (leave)
      break;
  }
  RESULT = *own * 1000 + (uint)n * 10 + odd;
}

// Without barriers in the loop: each work-item goes through marks up to its own number of steps.
__kernel void searches(ARGUMENTS) {
  BEGIN
  uint n = 0;
  shared[4 + at] = at == 0 ? 100 : at;
  BARRIER
  for (uint here = at; here != 100; here = here == 0 ? shared[4] : shared[4 + here] - 1)
    ++n;
  BARRIER
  *own = n;
  BARRIER
  RESULT = shared[4 + (at == last ? 0 : at + 1)];
}

__kernel void exchanges_until_done(ARGUMENTS) {
  BEGIN
  uint old = 0, seen = 0;
  while ((seen = atomic_cmpxchg(&shared[0], old, old + at + 1)) != old)
    old = seen;
  for (old = ~0u; (seen = atomic_cmpxchg(flag, old, old + 2)) != old; old = seen)
    ;
  ALL_BARRIER
  RESULT = shared[0] + flag[0];
}
