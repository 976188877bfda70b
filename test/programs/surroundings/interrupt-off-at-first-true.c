// verdict: TRUE
// reason: no interrupt comes before the first call of sei
// interrupts: handler
// masks: :sei
void reach_error(void);
void sei(void);
static int limit;
static volatile int count;
void handler(void) {
  if (limit == 0) reach_error();
  if (count < limit) count++;
}
int main(void) {
  limit = 3;
  sei();
  while (count < 3) {}
  return 0;
}
