/** Names in C of the functions that give the inputs of `read`, by the names of these inputs. */
const READ_INPUTS: ReadonlyMap<string, string> = new Map([
  ['count of read', 'lemmata_read_count'],
  ['byte of read', 'lemmata_read_byte'],
]);

/** Returns the name in C of the function that gives the inputs of that name. */
export function inputFunction(name: string): string {
  return READ_INPUTS.get(name) ?? name;
}

/**
 * Writes `read` in C for a compiled program, which gets the bytes of a run. The text is empty if the
 * run took none. `attribute` stands before each function.
 */
export function readDefinition(names: readonly string[], attribute: string): string {
  if (![...READ_INPUTS.keys()].some((name) => names.includes(name))) return '';
  // A run may take one kind of these inputs only.
  const missing = [...READ_INPUTS].filter(([name]) => !names.includes(name));
  const stubs = missing.map(
    ([, fn]) => `${attribute} ${fn.endsWith('count') ? 'long' : 'unsigned char'} ${fn}() { return 0; }\n`,
  );
  return `${stubs.join('')}${attribute} long read(int descriptor, void *to, __SIZE_TYPE__ most) {
  long count = lemmata_read_count(), n;
  if (count > 0 && (__SIZE_TYPE__)count > most) count = most;
  for (n = 0; n < count; n++) ((unsigned char *)to)[n] = lemmata_read_byte();
  return count < 0 ? -1 : count;
}`;
}
