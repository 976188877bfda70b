// verdict: FALSE
// reason: a conversion whose value is not used
// checks: conversion
volatile double d = 1e10;
int main(void) { (int)d; return 0; }
