// verdict: TRUE
// reason: a conversion in an arm that is not taken
// checks: conversion
volatile double d = 1e10;
int main(void) { int i = d < 1e9 ? (int)d : 0; return i + (d > 1e9 || (int)d); }
