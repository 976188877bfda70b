// verdict: UNKNOWN
// reason: a copied byte is no value of _Bool, and GCC's code reads it as 2 or as 1
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  unsigned char from = 2;
  _Bool truth;
  memcpy(&truth, &from, 1);
  int number = truth;
  if (number != 1) reach_error();
  return 0;
}
