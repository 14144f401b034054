; A recursive function that queries its work-item. OpenCL does not allow recursion.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @_Z13get_global_idj(i32)

define i64 @again(i64 %n) {
  %id = call i64 @_Z13get_global_idj(i32 0)
  %more = icmp ult i64 %n, %id
  br i1 %more, label %deeper, label %done
deeper:
  %next = add i64 %n, 1
  %result = call i64 @again(i64 %next)
  ret i64 %result
done:
  ret i64 %n
}

define void @k(ptr %out) "ursa-kernel" {
  %value = call i64 @again(i64 0)
  store i64 %value, ptr %out
  ret void
}
