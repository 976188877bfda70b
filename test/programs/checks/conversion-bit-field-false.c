// verdict: FALSE
// reason: the type of a bit-field has its width
// checks: conversion
struct { unsigned three : 3; } s;
volatile double d = 9.0;
int main(void) { s.three = d; return s.three; }
