// verdict: TRUE
// reason: each value has a truth
// checks: conversion
volatile double big = 1e300, zero = 0.0;
int main(void) { _Bool a = big, b = zero / zero; return a && b ? 0 : 1; }
