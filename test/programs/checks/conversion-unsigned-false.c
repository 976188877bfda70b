// verdict: FALSE
// reason: no unsigned number is -1
// checks: conversion
volatile double d = -1.0;
int main(void) { unsigned long u = d; return u == 0; }
