// items: 9
// treatment: deref
// reason: a local of a call that has returned is read
static int *below(int bad) { static int kept = 3; int local = 3; int *p = bad ? &local : &kept; return p; }
int planted(int bad) { return *below(bad); }
