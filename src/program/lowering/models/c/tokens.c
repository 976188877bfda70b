// The next piece of a text between separators. `saved` keeps the place where the next call goes on.
#include "prelude.h"

size_t strspn(const byte *, const byte *);
size_t strcspn(const byte *, const byte *);
byte *strtok_r(byte *s, byte *set, byte **saved) {
  if (s == 0) s = *saved;
  s += strspn(s, set);
  byte *start = s;
  s += strcspn(s, set);
  *saved = s;
  if (s == start) return 0;
  if (*s != 0) {
    *s = 0;
    *saved = s + 1;
  }
  return start;
}
