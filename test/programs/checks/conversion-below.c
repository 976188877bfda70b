// verdict: TRUE
// reason: fractions are dropped before the range counts
// why-wrong: the whole part lies below the least int
// checks: conversion
volatile double d = -2147483648.99, u = -0.99; // wrong: volatile double d = -2147483649.0;
int main(void) { int i = d; unsigned v = u, z = (int)-0.9; return i == 0 || v + z != 0; } // wrong: int main(void) { int i = d; return i == 0; }
