// verdict: UNKNOWN
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);

int arr[4];
union { int *p; unsigned char b[8]; } u;

int main(void) {
  u.p = arr + 1;
  memset(&u, 0, 1);
  if (u.p != arr) reach_error();
}
