// Decides programs that are texts, and prints the answers in the words of --json.
import { decide } from 'lemmata';

const program = (limit) => `#include <assert.h>
#include "limit.h"
int read_sensor(void);
int main(void) {
  int t = read_sensor();
  if (t < 0 || t > LIMIT) return 1;
  assert((t + 100) / 2 >= 0);
}
`;

for (const limit of [1000, 2147483647]) {
  const sources = { 'sensor.c': program(limit), 'limit.h': `#define LIMIT ${limit}\n` };
  const { verdict, assumptions = [] } = await decide({ sources, externals: 'pure', timeout: 60 });
  console.log(`LIMIT ${limit}: ${verdict}`);
  for (const { text } of assumptions) console.log(`  ${text}`);
}
