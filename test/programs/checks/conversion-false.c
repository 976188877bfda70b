// verdict: FALSE
// reason: 2 to the power of 31 is no int
// checks: conversion
volatile float f = 2147483648.0f;
int main(void) { int i = f; return i == 0; }
