// verdict: FALSE
// reason: one input is no number
// checks: conversion
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float f = __VERIFIER_nondet_float();
  if (f < -100.0f || f > 100.0f) return 0;
  return (int)f == 7;
}
