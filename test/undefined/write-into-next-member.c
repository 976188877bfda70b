// items: 46, 47
// treatment: GCC
// value: 9
// reason: a pointer walks from a member array into the next member
static struct { int a[3]; int next; } cells;
int planted(int bad) { int *p = cells.a + (bad ? 3 : 2); cells.next = 7; *p = 9; return cells.next; }
