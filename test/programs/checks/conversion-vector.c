// verdict: UNKNOWN
// reason: a conversion of several values is contested
// checks: conversion
typedef float four __attribute__((vector_size(16)));
typedef int integers __attribute__((vector_size(16)));
volatile float f = 1;
int main(void) { four v = {f}; integers w = __builtin_convertvector(v, integers); return w[0]; }
