// Verifies a text, and keeps the proof as files that the package lemmata-check checks without Lemmata.
import { decide } from 'lemmata';

const text = `
extern int read_sensor(void);
int main(void) {
  unsigned turns = 0;
  while (read_sensor()) turns += 2;
  if (turns % 2 == 1) __assert_fail("", "", 0, "");
}
`;

const [folder] = process.argv.slice(2);
const { verdict, certified } = await decide({ sources: { 'turns.c': text }, certificate: folder });
console.log(`${verdict}: ${certified.files.length} files, ${certified.missing.length} missing`);
