// verdict: TRUE
// reason: a guard that NaN does not pass
// checks: conversion
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float f = __VERIFIER_nondet_float();
  if (!(f > -129.0f && f < 128.0f)) return 0;
  return (signed char)f == 7;
}
