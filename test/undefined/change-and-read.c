// items: 35
// treatment: sequence
// reason: one operand reads what the other increments
int planted(int bad) { int i = 1, j = 1, *p = bad ? &i : &j; int k = i + (*p)++; return k * 10 + i; }
