// items: 47
// treatment: deref
// reason: the element behind an array is read
int planted(int bad) { static int a[3] = { 1, 2, 3 }; int *p = a + (bad ? 3 : 2); return *p; }
