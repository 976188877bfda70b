// verdict: FALSE
// The pointer lies at offset 1: its highest byte is at offset 8.
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);

int x;
union {
  struct __attribute__((packed)) { char c; int *p; } s;
  long l;
  unsigned char raw[16];
} u = {{'a', &x}};

int main(void) {
  if (u.raw[8] == 0) reach_error();
}
