// verdict: TRUE
// reason: accesses to registers are no faults
// checks: deref
// devices: 0x40000000:0x1000
typedef struct { volatile unsigned control, status, data[4]; } Uart;
enum { BASE = 0x40000400 };
static void send(Uart *uart, unsigned i, unsigned value) {
  while (!(uart->status & 1u)) {}
  uart->data[i & 3u] = value;
  uart->control |= 1u;
}
int main(void) {
  ((Uart *)BASE)->control = 0;
  send((Uart *)BASE, 2, 7);
  *(volatile unsigned char *)0x40000fff = 1;
  return 0;
}
