// verdict: TRUE
// reason: memset_explicit fills like memset, and arc4random gives any number
extern void reach_error(void);
void *memset_explicit(void *, int, unsigned long);
unsigned arc4random(void);
int main(void) {
  unsigned char key[8];
  for (int i = 0; i < 8; i++) key[i] = arc4random();
  memset_explicit(key, 0, sizeof key);
  for (int i = 0; i < 8; i++)
    if (key[i] != 0) reach_error();
  return 0;
}
