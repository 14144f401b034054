; A loop with several entries gets one; values pass through phis.
; RUN: %opt -S -passes=ursa-reducible %s | %FileCheck %s
; CHECK-LABEL: define i32 @two
define i32 @two(i32 %a, i32 %n, i1 %c) {
; CHECK: entry:
; CHECK: br label %irr.guard
; CHECK: irr.guard:
; CHECK: br i1 %{{.*}}, label %{{top|middle}}, label %{{top|middle}}
entry:
  br i1 %c, label %top, label %middle
top:
  %s = phi i32 [ %a, %entry ], [ %t, %middle ]
  %sum = add i32 %s, %n
  br label %middle
middle:
  %m = phi i32 [ %a, %entry ], [ %sum, %top ]
  %t = xor i32 %m, %n
  %again = icmp slt i32 %t, 100
  br i1 %again, label %top, label %end
end:
  ret i32 %t
}
; %more branches to the header of the loop, %middle, and to another entry, %top, whose phi keeps the value of %more.
; %top and %low are a loop of their own, with two entries as well.
; CHECK-LABEL: define i32 @beside
; CHECK: top:
; CHECK-NEXT: %s = phi i32 {{.*}}[ %t, %[[EDGE:more[._a-z]*]] ]
; CHECK: more:
; CHECK: br i1 %up, label %[[EDGE]], label %irr.guard
; CHECK: [[EDGE]]:
; CHECK-NEXT: br label %top
; CHECK: irr.guard:
; CHECK-NOT: %t,
; CHECK: %{{.*}} = phi i32 {{.*}}[ %{{l[.a-z]*}}, %more ]
; CHECK-NOT: %t,
define i32 @beside(i32 %a, i32 %n, i1 %c, i1 %d, ptr %p) {
entry:
  br i1 %c, label %top, label %middle
top:
  %s = phi i32 [ %a, %entry ], [ %t, %more ]
  %x = add i32 %s, %n
  br i1 %d, label %low, label %middle
middle:
  %m = phi i32 [ %n, %entry ], [ %x, %top ], [ %l, %more ]
  %y = mul i32 %m, 3
  store i32 %y, ptr %p
  br label %low
low:
  %l = phi i32 [ %x, %top ], [ %y, %middle ]
  %t = xor i32 %l, %n
  %end = icmp slt i32 %t, 100
  br i1 %end, label %exit, label %more
more:
  %up = icmp slt i32 %l, 7
  br i1 %up, label %top, label %middle
exit:
  ret i32 %t
}
; Both targets of %low are the header, %middle.
; CHECK-LABEL: define i32 @twice
; CHECK: low:
; CHECK-NEXT: br i1 %d, label %[[EDGE:low[._a-z]*]], label %[[EDGE]]
; CHECK: [[EDGE]]:
; CHECK-NEXT: br label %irr.guard
; CHECK: irr.guard:
; CHECK: %{{.*}} = phi i32 {{.*}}[ %y, %[[EDGE]] ]
define i32 @twice(i32 %a, i32 %n, i1 %c, i1 %d, ptr %p) {
entry:
  br i1 %c, label %top, label %middle
top:
  %s = phi i32 [ %a, %entry ], [ %y, %middle ]
  %x = add i32 %s, %n
  br label %middle
middle:
  %m = phi i32 [ %n, %entry ], [ %x, %top ], [ %y, %low ], [ %y, %low ]
  %y = mul i32 %m, 3
  %e = icmp slt i32 %y, 100
  br i1 %e, label %top, label %rest
rest:
  %f = icmp slt i32 %y, 1000
  br i1 %f, label %low, label %exit
low:
  br i1 %d, label %middle, label %middle
exit:
  ret i32 %y
}
; Switches lead to entries from outside and inside of the loop.
; CHECK-LABEL: define i32 @switches
; CHECK: irr.guard:
; CHECK: br i1 %{{.*}}, label %{{top|middle}}, label %{{top|middle}}
define i32 @switches(i32 %a, i32 %n) {
entry:
  switch i32 %a, label %end [ i32 0, label %top
                              i32 1, label %top
                              i32 2, label %middle ]
top:
  %s = phi i32 [ %a, %entry ], [ %a, %entry ], [ %t, %middle ]
  %sum = add i32 %s, %n
  br label %middle
middle:
  %m = phi i32 [ %a, %entry ], [ %sum, %top ], [ %n, %middle ]
  %t = xor i32 %m, %n
  switch i32 %t, label %top [ i32 5, label %end
                              i32 6, label %middle ]
end:
  %r = phi i32 [ %n, %entry ], [ %t, %middle ]
  ret i32 %r
}
; CHECK-LABEL: define void @reducible
define void @reducible() {
; CHECK-NEXT: ret void
  ret void
}
