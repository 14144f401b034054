// Each work-item writes its ids, ten numbers, at its place in the global range.
kernel void ids(global uint *out) {
  const size_t x = get_global_id(0) - get_global_offset(0);
  const size_t y = get_global_id(1) - get_global_offset(1);
  const size_t z = get_global_id(2) - get_global_offset(2);
  global uint *mine = out + 10 * ((z * get_global_size(1) + y) * get_global_size(0) + x);
  for (uint d = 0; d < 3; ++d) {
    mine[d] += get_global_id(d);
    mine[3 + d] += get_group_id(d);
    mine[6 + d] += get_local_id(d);
  }
  mine[9] += get_local_size(0) + 100 * get_num_groups(0);
}

kernel void add(global uint *out, uint value) { out[get_global_id(0)] += value; }

kernel void set(global uint *out, uint value) { out[get_global_id(0)] = value; }

kernel void keep(global uint *out, local uint *mine, local uint *more) {
  mine[get_local_id(0)] = more[get_local_id(0)] = get_global_id(0);
  out[get_global_id(0)] = mine[get_local_id(0)] + more[get_local_id(0)];
}
