// Functions that copy and clear elements of any type. `unit` is the size of an element. The `rest`
// are the bytes behind the last whole element. They are a part of one only by wrap-around where the
// size of an element is no power of two.
#include "prelude.h"

typedef struct __element { byte content; } element;

void *memcpy(element *to, element *from, size_t bytes, size_t unit) {
  size_t count = bytes / unit;
  size_t rest = bytes % unit;
  for (size_t i = 0; i < count; i++) to[i] = from[i];
  if ((unit & (unit - 1)) == 0) for (; rest != 0; rest--) ((byte *)to)[bytes - rest] = ((byte *)from)[bytes - rest];
  else if (rest != 0) {
    if (__any()) to[count] = from[count];
    __mix(to + count);
  }
  return to;
}

void *mempcpy(element *to, element *from, size_t bytes, size_t unit) {
  size_t count = bytes / unit;
  size_t rest = bytes % unit;
  for (size_t i = 0; i < count; i++) to[i] = from[i];
  if ((unit & (unit - 1)) == 0) for (; rest != 0; rest--) ((byte *)to)[bytes - rest] = ((byte *)from)[bytes - rest];
  else if (rest != 0) {
    if (__any()) to[count] = from[count];
    __mix(to + count);
  }
  return (byte *)to + bytes;
}

void *memmove(element *to, element *from, size_t bytes, size_t unit) {
  size_t count = bytes / unit;
  size_t rest = bytes % unit;
  if (to <= from) {
    for (size_t i = 0; i < count; i++) to[i] = from[i];
    if ((unit & (unit - 1)) == 0) for (; rest != 0; rest--) ((byte *)to)[bytes - rest] = ((byte *)from)[bytes - rest];
    else if (rest != 0) {
      if (__any()) to[count] = from[count];
      __mix(to + count);
    }
  } else {
    if ((unit & (unit - 1)) == 0)
      for (size_t i = 0; i < rest; i++) ((byte *)to)[bytes - 1 - i] = ((byte *)from)[bytes - 1 - i];
    else if (rest != 0) {
      if (__any()) to[count] = from[count];
      __mix(to + count);
    }
    for (size_t i = count; i > 0; i--) to[i - 1] = from[i - 1];
  }
  return to;
}

// The model of memset where the value is the constant 0.
void *memset(element *to, int value, size_t bytes, size_t unit) {
  size_t count = bytes / unit;
  size_t rest = bytes % unit;
  for (size_t i = 0; i < count; i++) __zero(to + i);
  if ((unit & (unit - 1)) == 0) for (; rest != 0; rest--) ((byte *)to)[bytes - rest] = 0;
  else if (rest != 0) {
    if (__any()) __zero(to + count);
    __mix(to + count);
  }
  return to;
}

void bzero(element *to, size_t bytes, size_t unit) {
  size_t count = bytes / unit;
  size_t rest = bytes % unit;
  for (size_t i = 0; i < count; i++) __zero(to + i);
  if ((unit & (unit - 1)) == 0) for (; rest != 0; rest--) ((byte *)to)[bytes - rest] = 0;
  else if (rest != 0) {
    if (__any()) __zero(to + count);
    __mix(to + count);
  }
}
