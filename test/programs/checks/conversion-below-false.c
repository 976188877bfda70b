// verdict: FALSE
// reason: the whole part lies below the least int
// checks: conversion
volatile double d = -2147483649.0;
int main(void) { int i = d; return i == 0; }
