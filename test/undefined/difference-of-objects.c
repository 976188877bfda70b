// items: 48
// treatment: any
// value: 0
// reason: pointers into distinct objects are subtracted
int planted(int bad) { static int a[4], b[4]; int *p = a + 3, *q = bad ? b : a; return (int)(p - q) == 3; }
