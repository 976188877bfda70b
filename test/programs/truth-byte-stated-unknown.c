// verdict: UNKNOWN
// reason: GCC's code gives 2 for a _Bool with the byte 2, whatever the property file
// property: unreach-call
extern void *memcpy(void *, const void *, unsigned long);
extern void reach_error(void);
int main(void) {
  _Bool flag;
  unsigned char byte = 2;
  memcpy(&flag, &byte, 1);
  if (flag + 0 != 1) reach_error();
  return 0;
}
