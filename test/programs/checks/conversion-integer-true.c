// verdict: TRUE
// reason: integers that went through a wider floating type
// checks: conversion
extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(); return (int)(double)n == 7; }
