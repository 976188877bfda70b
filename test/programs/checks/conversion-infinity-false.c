// verdict: FALSE
// reason: no integer represents infinity, also where all finite floats fit
// checks: conversion
volatile float f = 3e38f;
int main(void) { unsigned __int128 i = f; f *= 2; i = f; return i == 0; }
