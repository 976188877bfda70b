// verdict: FALSE
// reason: the conversion of an argument
// checks: conversion
volatile double d = 1e10;
static int same(int i) { return i; }
int main(void) { return same(d) == 0; }
