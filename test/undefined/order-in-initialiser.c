// items: 35
// treatment: sequence
// reason: a value of an initialiser changes what the next one reads
int planted(int bad) { int i = 1, j = 1, *p = bad ? &i : &j; int a[2] = { (*p)++, i }; return a[0] * 10 + a[1]; }
