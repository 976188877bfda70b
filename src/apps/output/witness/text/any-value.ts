/** Functions that return any value of type `unsigned char`. */
const NAMES = ['__VERIFIER_nondet_uchar', '__VERIFIER_nondet_u8', '__VERIFIER_nondet_uint8_t'];

/** One of them that no text mentions; null: there is none. */
export function unusedInput(texts: Iterable<{ readonly text: string }>): string | null {
  const all = [...texts];
  return NAMES.find((name) => all.every(({ text }) => !text.includes(name))) ?? null;
}

/** Its declaration. */
export function inputDeclaration(name: string): string {
  return `extern unsigned char ${name}(void);`;
}
