// verdict: TRUE
// reason: a guard that NaN does not pass
// why-wrong: one input is no number
// checks: conversion
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float f = __VERIFIER_nondet_float();
  if (!(f > -129.0f && f < 128.0f)) return 0; // wrong: if (f < -100.0f || f > 100.0f) return 0;
  return (signed char)f == 7; // wrong: return (int)f == 7;
}
