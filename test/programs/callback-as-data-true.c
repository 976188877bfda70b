// verdict: TRUE
// reason: a function without a body is given data and a callback that does no harm
extern void reach_error(void);
void later(void *callback);
int given;
void good(void) {}
void bad(void) { reach_error(); }
int main(void) {
  void *data = given ? (void *)&given : (void *)good;
  later(data);
  void (*never)(void) = bad;
  if (given > 0 && given < 0) never();
  return 0;
}
