// Ends a verification from outside. Prints UNKNOWN, and why.
import { decide } from 'lemmata';

const program = `#include <assert.h>
unsigned nondet(void);
int main(void) {
  unsigned long n = nondet();
  while (n > 1) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  assert(n != 3);
  return 0;
}
`;

const controller = new AbortController();
const { verdict, reason } = await decide({ sources: { 'collatz.c': program }, signal: controller.signal }, (event) => {
  if (event.kind === 'compiled') controller.abort();
});
console.log(`${verdict}: ${reason.text}`);
