kernel void add_one(global uchar *data) { data[get_global_id(0)] += 1; }
