// verdict: TRUE
// reason: the largest float below 2 to the power of 31, and the least int
// why-wrong: 2 to the power of 31 is no int
// checks: conversion
volatile float f = 2147483520.0f, low = -2147483648.0f; // wrong: volatile float f = 2147483648.0f;
int main(void) { int i = f, j = low; return i == j; } // wrong: int main(void) { int i = f; return i == 0; }
