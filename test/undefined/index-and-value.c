// items: 35
// treatment: sequence
// reason: the value changes the index
int planted(int bad) { int a[3] = { 0, 0, 0 }, i = 0, j = 0, *p = bad ? &i : &j; a[i] = ++*p; return a[0] * 100 + a[1] * 10 + i; }
