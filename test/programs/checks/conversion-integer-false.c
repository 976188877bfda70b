// verdict: FALSE
// reason: the greatest int is rounded up to 2 to the power of 31
// checks: conversion
extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(); return (int)(float)n == 7; }
