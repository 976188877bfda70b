// verdict: TRUE
// reason: 128 bits hold the largest float
// checks: conversion
volatile float f = 3.4028234e38f;
int main(void) { unsigned __int128 i = f; __int128 j = f / 4; return i == j; }
