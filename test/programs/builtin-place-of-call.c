// verdict: TRUE
// reason: line, file and function of a call are constants and arrays of characters
// why-wrong: line, file and function of a call are constants and arrays of characters
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
int f(void) { return __builtin_FUNCTION()[0] == 'f' && __builtin_FUNCTION()[1] == 0; }
int main(void) {
  if (__builtin_LINE() != 10) reach_error(); // wrong: if (__builtin_LINE() == 10) reach_error();
  if (!f() || __builtin_FUNCTION()[0] != 'm' || __builtin_FILE()[0] == 0) reach_error();
  return 0;
}
