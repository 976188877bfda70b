// verdict: TRUE
// reason: fractions are dropped before the range counts
// checks: conversion
volatile double d = -2147483648.99, u = -0.99;
int main(void) { int i = d; unsigned v = u, z = (int)-0.9; return i == 0 || v + z != 0; }
