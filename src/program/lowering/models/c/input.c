// Functions that read the standard input, or change its state. A model with a stream applies only
// where that is the standard input.
#include "stream-back.h"

int getchar(void) { return next(); }

int fgetc(void *stream) { return next(); }

char *fgets(char *s, int most, void *stream) {
  if (most < 1) return 0;
  int n = 0;
  while (n < most - 1) {
    int c = next();
    if (c < 0) break;
    s[n++] = c;
    if (c == '\n') break;
  }
  if (n == 0 && most > 1) return 0;
  s[n] = 0;
  return s;
}

char *gets(char *s) {
  int n = 0;
  for (;;) {
    int c = next();
    if (c < 0 && n == 0) return 0;
    if (c < 0 || c == '\n') break;
    s[n++] = c;
  }
  s[n] = 0;
  return s;
}

size_t fread(byte *to, size_t size, size_t count, void *stream) {
  if (size == 0) return 0;
  size_t n = 0;
  for (; n < size * count; n++) {
    int c = next();
    if (c < 0) break;
    to[n] = c;
  }
  return n / size;
}

int ungetc(int c, void *stream) {
  if (c == -1) return -1;
  if (__back != 0) __broken();
  c = (byte)c;
  unread(c);
  __ended = 0;
  return c;
}

int feof(void *stream) { return __ended; }

int ferror(void *stream) { return 0; }

void clearerr(void *stream) { __ended = 0; }

// getline and getdelim read up to and including a delimiter. glibc begins with 120 bytes and
// doubles them.
void *realloc(void *, size_t);
ssize_t getline(byte **line, size_t *room, void *stream) {
  if (line == 0 || room == 0) return -1;
  if (*line == 0 || *room == 0) {
    byte *fresh = realloc(*line, 120);
    if (fresh == 0) return -1;
    *line = fresh;
    *room = 120;
  }
  size_t used = 0;
  for (;;) {
    int c = next();
    if (c < 0) break;
    if (used + 2 > *room) {
      byte *larger = realloc(*line, 2 * *room);
      if (larger == 0) return -1;
      *line = larger;
      *room = 2 * *room;
    }
    (*line)[used] = c;
    used++;
    if (c == '\n') break;
  }
  if (used == 0) return -1;
  (*line)[used] = 0;
  return used;
}

void *realloc(void *, size_t);
ssize_t getdelim(byte **line, size_t *room, int end, void *stream) {
  if (line == 0 || room == 0) return -1;
  if (*line == 0 || *room == 0) {
    byte *fresh = realloc(*line, 120);
    if (fresh == 0) return -1;
    *line = fresh;
    *room = 120;
  }
  size_t used = 0;
  for (;;) {
    int c = next();
    if (c < 0) break;
    if (used + 2 > *room) {
      byte *larger = realloc(*line, 2 * *room);
      if (larger == 0) return -1;
      *line = larger;
      *room = 2 * *room;
    }
    (*line)[used] = c;
    used++;
    if (c == end) break;
  }
  if (used == 0) return -1;
  (*line)[used] = 0;
  return used;
}
