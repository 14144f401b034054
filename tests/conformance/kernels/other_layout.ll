; The right machine, but a data layout that does not match it.
target datalayout = "e-p:32:32"
target triple = "x86_64-unknown-linux-gnu"

define void @k() "ursa-kernel" {
  ret void
}
