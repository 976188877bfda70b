// Functions that get data from the system. Their results and the bytes that they write are inputs of
// the run, so that runs of the interpreter follow these models, too.
#include "prelude.h"

// A length that is negative or beyond the limit stands for a failure.
long __length_of_getcwd(void);
byte __byte_of_getcwd(void);
char *getcwd(char *to, size_t most) {
  long length = __length_of_getcwd();
  if (length < 1 || length > 4095) return 0;
  if (to != 0 && most <= (size_t)length) return 0;
  if (to == 0 && most != 0 && most <= (size_t)length) return 0;
  if (to == 0) to = malloc(most != 0 ? most : (size_t)length + 1);
  if (to == 0) return 0;
  for (long i = 0; i < length; i++) {
    byte c = __byte_of_getcwd();
    to[i] = c == 0 ? '/' : c;
  }
  to[length] = 0;
  return to;
}

// glibc writes what fits of a name that is too long, and fails.
long __length_of_gethostname(void);
byte __byte_of_gethostname(void);
int gethostname(char *to, size_t most) {
  long length = __length_of_gethostname();
  if (length < 0 || length > 64) return -1;
  for (size_t i = 0; i < (size_t)length && i < most; i++) {
    byte c = __byte_of_gethostname();
    to[i] = c == 0 ? '-' : c;
  }
  if ((size_t)length >= most) return -1;
  to[length] = 0;
  return 0;
}

// The length of a path without its end. A file that does not exist leaves any path behind.
long __length_of_realpath(void);
byte __byte_of_realpath(void);
int __result_of_realpath(void);
size_t strlen(const char *);
char *realpath(char *path, char *to) {
  if (path == 0) return 0;
  strlen(path);
  long length = __length_of_realpath();
  if (length < 1 || length > 4095) return 0;
  int fails = __result_of_realpath() < 0;
  if (to == 0) {
    if (fails) return 0;
    to = malloc(length + 1);
    if (to == 0) return 0;
  }
  to[0] = '/';
  for (long i = 1; i < length; i++) {
    byte c = __byte_of_realpath();
    to[i] = c == 0 ? '/' : c;
  }
  to[length] = 0;
  return fails ? 0 : to;
}

// A directory is a block that begins with its descriptor, before the entry that was read last.
int __result_of_opendir(void);
size_t strlen(const char *);
void *opendir(char *path) {
  strlen(path);
  int descriptor = __result_of_opendir();
  if (descriptor < 0) return 0;
  int *directory = malloc(16 + 280);
  if (directory != 0) *directory = descriptor;
  return directory;
}

int __result_of_fdopendir(void);
void *fdopendir(int descriptor) {
  if (descriptor < 0 || __result_of_fdopendir() < 0) return 0;
  int *directory = malloc(16 + 280);
  if (directory != 0) *directory = descriptor;
  return directory;
}

// The entry has the form of glibc: numbers of the file and of the next entry, a length, a type, a name.
long __length_of_readdir(void);
ssize_t __count_of_readdir(void);
byte __byte_of_readdir(void);
void *readdir(int *directory) {
  *directory = *directory;
  long length = __length_of_readdir();
  if (length < 1 || length > 255) return 0;
  ssize_t *entry = (ssize_t *)((byte *)directory + 16);
  entry[0] = __count_of_readdir();
  entry[1] = __count_of_readdir();
  unsigned short *size = (unsigned short *)(entry + 2);
  *size = (2 * sizeof(ssize_t) + 3 + length + sizeof(ssize_t)) / sizeof(ssize_t) * sizeof(ssize_t);
  byte *name = (byte *)(size + 1);
  *name++ = __byte_of_readdir();
  for (long i = 0; i < length; i++) {
    byte c = __byte_of_readdir();
    name[i] = c == 0 || c == '/' ? '.' : c;
  }
  name[length] = 0;
  return entry;
}

void rewinddir(int *directory) { *directory = *directory; }

int dirfd(int *directory) { return *directory; }

void free(void *);
int closedir(int *directory) {
  *directory = -1;
  free(directory);
  return 0;
}

long __count_of_recv(void);
byte __byte_of_recv(void);
ssize_t recv(int socket, byte *to, size_t most, int flags) {
  long count = __count_of_recv();
  if (count < 0) return -1;
  if ((size_t)count > most) count = most;
  for (long n = 0; n < count; n++) to[n] = __byte_of_recv();
  return count;
}

// `read` ignores the descriptor. Each call fails, or gives any bytes, at most as many as it was
// asked for.
long __count_of_read(void);
byte __byte_of_read(void);
ssize_t read(int descriptor, byte *to, size_t most) {
  long count = __count_of_read();
  if (count < 0) return -1;
  if ((size_t)count > most) count = most;
  for (long n = 0; n < count; n++) to[n] = __byte_of_read();
  return count;
}

long __count_of_write(void);
ssize_t write(int descriptor, byte *from, size_t n) {
  reads(from, n);
  long count = __count_of_write();
  return count < 0 ? -1 : (size_t)count > n ? n : count;
}

long __count_of_send(void);
ssize_t send(int socket, byte *from, size_t n, int flags) {
  reads(from, n);
  long count = __count_of_send();
  return count < 0 ? -1 : (size_t)count > n ? n : count;
}

long __count_of_pread(void);
byte __byte_of_pread(void);
ssize_t pread(int descriptor, byte *to, size_t most, long offset) {
  long count = __count_of_pread();
  if (count < 0) return -1;
  if ((size_t)count > most) count = most;
  for (long n = 0; n < count; n++) to[n] = __byte_of_pread();
  return count;
}

long __count_of_getrandom(void);
byte __byte_of_getrandom(void);
ssize_t getrandom(byte *to, size_t most, unsigned flags) {
  long count = __count_of_getrandom();
  if (count < 0) return -1;
  if ((size_t)count > most) count = most;
  for (long n = 0; n < count; n++) to[n] = __byte_of_getrandom();
  return count;
}

long __count_of_readlink(void);
byte __byte_of_readlink(void);
ssize_t readlink(char *path, byte *to, size_t most) {
  while (*path != 0) path++;
  long count = __count_of_readlink();
  if (count < 0) return -1;
  if ((size_t)count > most) count = most;
  for (long n = 0; n < count; n++) to[n] = __byte_of_readlink();
  return count;
}

int __result_of_getentropy(void);
byte __byte_of_getentropy(void);
int getentropy(byte *to, size_t n) {
  if (n > 256 || __result_of_getentropy() < 0) return -1;
  for (size_t i = 0; i < n; i++) to[i] = __byte_of_getentropy();
  return 0;
}

byte __byte_of_arc4random_buf(void);
void arc4random_buf(void *to, size_t n) {
  for (size_t i = 0; i < n; i++) ((byte *)to)[i] = __byte_of_arc4random_buf();
}

unsigned __result_of_arc4random_uniform(void);
unsigned arc4random_uniform(unsigned end) {
  unsigned result = __result_of_arc4random_uniform();
  return result < end ? result : 0;
}

// Functions of the BSDs that clear and move blocks.
void free(void *);
void *memset(void *, int, size_t);
void freezero(void *block, size_t size) {
  if (block == 0) return;
  memset(block, 0, size);
  free(block);
}

void free(void *);
void *realloc(void *, size_t);
void *reallocf(void *block, size_t size) {
  void *moved = realloc(block, size);
  if (moved == 0 && size != 0) free(block);
  return moved;
}

// A block that does not grow may stay where it is.
int __result_of_recallocarray(void);
void free(void *);
void *calloc(size_t, size_t);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
void *recallocarray(void *block, size_t before, size_t count, size_t size) {
  if (block == 0) return calloc(count, size);
  if (size != 0 && (count > (size_t)-1 / size || before > (size_t)-1 / size)) return 0;
  size_t had = before * size, wanted = count * size;
  if (wanted <= had && __result_of_recallocarray() == 0) {
    memset((byte *)block + wanted, 0, had - wanted);
    return block;
  }
  byte *moved = malloc(wanted);
  if (moved == 0) return 0;
  size_t kept = had < wanted ? had : wanted;
  memcpy(moved, block, kept);
  memset(moved + kept, 0, wanted - kept);
  memset(block, 0, had);
  free(block);
  return moved;
}
