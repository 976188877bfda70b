// verdict: TRUE
// reason: an explicit conversion to the declared type comes first, and wraps
// checks: conversion
struct { unsigned three : 3; int four : 4; } s;
volatile double d = 9.0, seven = 7.5;
int main(void) { s.three = (unsigned)d; s.three = seven; s.four = -seven; return s.three == 7 ? 0 : 1; }
