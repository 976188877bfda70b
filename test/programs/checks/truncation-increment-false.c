// verdict: FALSE
// checks: truncation
// reason: an increment of the greatest char is computed as int, and converted back
// native: no sanitiser of GCC reports this
int main(void) {
  signed char byte = 126;
  byte++;
  byte += 1;
  return byte;
}
