// verdict: FALSE
// entry: at
// checks: deref
struct packet {
  unsigned length;
  int items[] __attribute__((counted_by(length)));
};
int at(const struct packet *packet, unsigned i) {
  return packet != 0 && packet->length < 100 && i <= packet->length ? packet->items[i] : 0;
}
