// Records every work-item function: for each work-item 24 numbers, at its linear global id.
kernel void record_ids(global ulong *out) {
  const size_t index = get_global_linear_id();
  global ulong *row = out + index * 24;
  for (uint d = 0; d < 3; ++d) {
    row[d] = get_global_id(d);
    row[3 + d] = get_local_id(d);
    row[6 + d] = get_group_id(d);
    row[9 + d] = get_global_size(d);
    row[12 + d] = get_local_size(d);
    row[15 + d] = get_num_groups(d);
    row[18 + d] = get_global_offset(d);
  }
  row[21] = get_work_dim();
  row[22] = get_local_linear_id();
  row[23] = get_enqueued_local_size(0);
}
