// Names that the models of library functions share. Lemmata replaces __SIZE_TYPE__,
// __PTRDIFF_TYPE__ and __LONG_MAX__ by those of the data model, and `element` by the type that the
// arguments of a call point to.
#pragma GCC diagnostic ignored "-Wunused-function"

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef unsigned char byte;
void *malloc(size_t);

// __zero(p): all bytes of *p become zero.
void __zero(void *);
// Some int: C leaves open which one.
int __any(void);
// __mix(p): the bytes of *p become any; pointers among them lead where they led before, or nowhere.
void __mix(void *);
// The call has no meaning.
void __broken(void);

// The result of comparing two different bytes.
static int distance(byte x, byte y) {
  int any = __any();
  if (any <= 0) any = 1;
  return x < y ? -any : any;
}

static byte lower(byte c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

// Reads a block, all of which lies in one object. No object has more bytes than a ssize_t counts.
static void reads(byte *from, size_t n) {
  byte last;
  if (n != 0) last = from[0], last = from[n > __LONG_MAX__ ? __LONG_MAX__ : n - 1];
  (void)last;
}

// The value of a digit in a base up to 36; 99 for other characters.
static int digit(byte c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

// Gives the fields of a `struct tm` the ranges of C11 7.27.1p4, in the order of all C libraries. The year is any.
static void calendar(int *field) {
  if (field[0] < 0 || field[0] > 60) field[0] = 0;
  if (field[1] < 0 || field[1] > 59) field[1] = 0;
  if (field[2] < 0 || field[2] > 23) field[2] = 0;
  if (field[3] < 1 || field[3] > 31) field[3] = 1;
  if (field[4] < 0 || field[4] > 11) field[4] = 0;
  if (field[6] < 0 || field[6] > 6) field[6] = 0;
  if (field[7] < 0 || field[7] > 365) field[7] = 0;
}

// Whether the year of a time is an int in every zone.
static int has_year(ssize_t time) { return time > -67768000000000000LL && time < 67768000000000000LL; }
