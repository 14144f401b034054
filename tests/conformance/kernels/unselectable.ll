; Valid IR for which no CPU has an instruction. LLVM would end the process.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define void @k(ptr %out) "ursa-kernel" {
  %value = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %value, ptr %out
  ret void
}
