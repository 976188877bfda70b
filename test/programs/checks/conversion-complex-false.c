// verdict: FALSE
// reason: the real part of a complex number
// checks: conversion
volatile double d = 1e10;
int main(void) { _Complex double z = d; int i = z; return i == 0; }
