// faults: 11 deref; 13 deref
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned char header[6] = {1, 2, 3, 4, 5, 6};
  unsigned char *packet = malloc(6);
  if (packet == NULL) return 0;
  if (n > 7) n = 0;
  memcpy(packet, header, n);
  free(packet);
  return n == 2 ? packet[0] : 0;
}
