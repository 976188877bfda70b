// verdict: TRUE
// reason: the largest float below 2 to the power of 31, and the least int
// checks: conversion
volatile float f = 2147483520.0f, low = -2147483648.0f;
int main(void) { int i = f, j = low; return i == j; }
