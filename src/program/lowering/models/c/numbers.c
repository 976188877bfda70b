// Functions that fill and compare elements that are unsigned integers. `unit` is the size of an
// element in bytes.
#include "prelude.h"

typedef unsigned int element;

void *memset(element *to, int value, size_t bytes, size_t unit) {
  size_t count = bytes / unit;
  size_t rest = bytes % unit;
  element filled = (element)~(element)0 / 255 * (byte)value;
  for (size_t i = 0; i < count; i++) to[i] = filled;
  for (; rest != 0; rest--) ((byte *)to)[bytes - rest] = value;
  return to;
}

// All bytes have to be there, also those behind the first difference.
int memcmp(element *a, element *b, size_t bytes, size_t unit) {
  size_t count = bytes / unit;
  size_t rest = bytes % unit;
  element last;
  if (count != 0) last = a[count - 1], last = b[count - 1];
  (void)last;
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i]) {
      element x = a[i], y = b[i];
      while ((byte)x == (byte)y) x = x >> 4 >> 4, y = y >> 4 >> 4;
      return distance((byte)x, (byte)y);
    }
  for (; rest != 0; rest--) {
    byte x = ((byte *)a)[bytes - rest], y = ((byte *)b)[bytes - rest];
    if (x != y) return distance(x, y);
  }
  return 0;
}
