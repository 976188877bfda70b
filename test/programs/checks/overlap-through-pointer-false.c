// verdict: FALSE
// checks: overlap
// reason: memcpy is called through a pointer, with places that overlap
void *memcpy(void *, const void *, unsigned long), *memmove(void *, const void *, unsigned long);
static char text[16];
int main(void) {
  void *(*copy)(void *, const void *, unsigned long) = memcpy;
  copy(text, text + 1, 8);
  return 0;
}
