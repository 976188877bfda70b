// items: 46, 47
// treatment: deref
// reason: the element in front of an array is read
int planted(int bad) { static int before[4] = { 8, 8, 8, 8 }, a[3] = { 1, 2, 3 }; int *p = a + 1; p -= bad ? 2 : 1; return *p + before[0]; }
