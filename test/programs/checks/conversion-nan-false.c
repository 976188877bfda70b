// verdict: FALSE
// reason: no integer represents NaN
// checks: conversion
volatile double zero = 0.0;
int main(void) { double nan = zero / zero; long i = nan; return i == 0; }
