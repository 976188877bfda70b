import { expect, test } from 'vitest';
import { parseProgram } from '../../../src/c/index.ts';

/** Whether a record with that list of attributes has a size of 5 bytes, or of 8 without `packed`. */
const sizeIs = (attributes: string, bytes: number): boolean => {
  const text = `struct ${attributes} s { char a; int b; }; _Static_assert(sizeof(struct s) == ${bytes}, ""); int main(void) { return 0; }`;
  try {
    parseProgram([{ text, file: 'test.c' }], { model: 'LP64' });
    return true;
  } catch {
    return false;
  }
};

// The sizes are those of GCC 12 with -std=gnu2x.
test.each([
  ['[[packed]]', 8],
  ['[[gnu::packed]]', 5],
  ['[[__gnu__::__packed__]]', 5],
  ['[[clang::packed]]', 8],
  ['[[vendor::aligned(64)]]', 8],
  ['__attribute__((packed))', 5],
])('%s makes a record of a char and an int have %d bytes', (attributes, bytes) => {
  expect(sizeIs(attributes, bytes)).toBe(true);
  expect(sizeIs(attributes, 13 - bytes)).toBe(false);
});
