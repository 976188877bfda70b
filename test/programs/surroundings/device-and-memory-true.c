// verdict: TRUE
// reason: one function serves registers and memory, which keeps what is written
// devices: 0x40000000:16
void reach_error(void);
static volatile unsigned memory;
static void set(volatile unsigned *where, unsigned value) { *where = value; }
int main(void) {
  set((volatile unsigned *)0x40000008, 1);
  set(&memory, 2);
  if (memory != 2) reach_error();
  return 0;
}
