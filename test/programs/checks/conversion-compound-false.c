// verdict: FALSE
// reason: a compound assignment converts its result
// checks: conversion
volatile double d = 1e3;
int main(void) { unsigned char c = 1; c += d; return c == 0; }
