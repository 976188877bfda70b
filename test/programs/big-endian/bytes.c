// verdict: TRUE
// byte-order: big
// reason: the first byte of a value is its most significant one, and bit-fields begin with the highest bit
// why-wrong: a run passes all the same expectations, as the interpreter finds too
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
extern int memcmp(const void *, const void *, unsigned long);
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern unsigned int htonl(unsigned int);
extern unsigned short ntohs(unsigned short);

struct header {
  unsigned version : 4;
  unsigned length : 4;
  unsigned service : 8;
  unsigned size : 16;
};
union word {
  struct header fields;
  unsigned whole;
  unsigned char bytes[4];
};
union number {
  double real;
  unsigned long bits;
  unsigned short halves[4];
};

static int table[3] = { 0x01020304, 0x05060708, -2 };
static union word initial = { { 4, 5, 0, 0x1234 } };
static unsigned short wide[] = u"ab";
static int wrong;

static void expect(int holds) {
  if (!holds) wrong = 1;
}

static void integers(int index) {
  unsigned char *bytes = (unsigned char *)table;
  expect(bytes[0] == 1 && bytes[3] == 4 && bytes[7] == 8 && bytes[11] == 0xfe);
  if (index >= 0 && index < 4) expect(bytes[index] == index + 1);
  unsigned short middle;
  memcpy(&middle, bytes + 1, 2);
  expect(middle == 0x0203);
  long value = 0x1122334455667788;
  expect(*(unsigned char *)&value == 0x11);
  ((unsigned char *)&value)[7] = 0;
  expect(value == 0x1122334455667700);
  int low, high;
  memcpy(&low, (char *)&value + 4, 4);
  memcpy(&high, &value, 4);
  expect(low == 0x55667700 && high == 0x11223344);
  expect(((unsigned char *)wide)[1] == 'a' && ((unsigned char *)wide)[0] == 0);
  int one = 1, two = 256;
  expect(memcmp(&one, &two, sizeof one) < 0);
  expect(htonl(0x01020304) == 0x01020304 && ntohs(0x0102) == 0x0102);
}

static void fields(void) {
  expect(initial.whole == 0x45001234 && initial.bytes[0] == 0x45);
  union word w = { .whole = 0 };
  w.fields.size = 0xabcd;
  w.fields.version = 1;
  expect(w.whole == 0x1000abcd && w.bytes[2] == 0xab);
  w.bytes[0] = 0x67;
  expect(w.fields.version == 6 && w.fields.length == 7);
  union number n = { .real = -2.0 };
  expect(n.bits == 0xc000000000000000 && n.halves[0] == 0xc000 && n.halves[3] == 0);
}

static void pointers(int index) {
  int **slots = malloc(2 * sizeof *slots);
  int a = 3, *copy;
  slots[0] = &a;
  slots[1] = 0;
  memcpy(&copy, slots, sizeof copy);
  *copy = 4;
  expect(a == 4);
  union { int *pointer; unsigned long number; unsigned char bytes[8]; } u = { &a };
  unsigned long address = (unsigned long)&a;
  expect(u.number == address);
  expect(u.bytes[7] == (unsigned char)address && u.bytes[0] == address >> 56);
  u.number = 0x0102030405060708;
  expect(u.bytes[0] == 1);
  char parts[sizeof copy];
  for (unsigned i = 0; i < sizeof copy; i++) parts[i] = ((char *)&copy)[i];
  int *again;
  memcpy(&again, parts, sizeof again);
  expect(*again == 4);
  free(slots);
}

int main(void) {
  int index = __VERIFIER_nondet_int();
  integers(index);
  fields();
  pointers(index);
  if (wrong) reach_error(); // wrong: if (!wrong) reach_error();
  return 0;
}
