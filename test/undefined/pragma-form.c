// items: 98
// treatment: GCC
// value: 2
// reason: a #pragma STDC has no form of C's
#pragma STDC FP_CONTRACT MAYBE
int planted(int bad) { return 2; }
