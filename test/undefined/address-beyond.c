// items: 46
// treatment: GCC
// value: 0
// reason: a pointer two beyond the end is compared
int planted(int bad) { static int a[3]; int *p = a + (bad ? 5 : 3); return p == a + 3; }
