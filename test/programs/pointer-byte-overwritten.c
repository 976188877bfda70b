// verdict: UNKNOWN
// The lowest byte of a pointer is that of an address, which is not that of an offset.
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);

int arr[4];
union { int *p; unsigned char b[8]; } u;

int main(void) {
  u.p = arr + 1;
  u.b[0] = 0;
  if (u.p != arr) reach_error();
}
