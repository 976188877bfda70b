// verdict: TRUE
// reason: moves within an object read everything first; a copy of one member leaves the next
void reach_error(void) {}

extern void *memmove(void *, const void *, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
struct two { char name[4]; int next; };
int main(void) {
  char b[4] = { 1, 2, 3, 4 };
  memmove(b + 1, b, 3);
  if (b[0] != 1 || b[1] != 1 || b[2] != 2 || b[3] != 3) reach_error();
  memmove(b, b + 1, 3);
  if (b[1] != 2 || b[2] != 3 || b[3] != 3) reach_error();
  struct two s = { "abc", 7 };
  memcpy(s.name, b, sizeof s.name);
  if (s.next != 7 || s.name[2] != 3) reach_error();
  return 0;
}
