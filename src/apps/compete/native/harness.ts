import { withoutFunction, withoutIncludes } from '../../../base/c-functions.ts';
import { specialConstant } from '../../../program/cfa/format-constant.ts';
import { OF_FILE } from '../../../program/cfa/inputs.ts';
import { inputFunction, systemDefinitions } from '../../../race/native-data.ts';
import { isCheck } from '../../../race/property.ts';
import type { ViolationInput } from '../run/answer.ts';
import FREESTANDING from './c/freestanding.c';
import HARNESS from './c/harness.c';
import HEADER from './c/harness.h';
import HOSTED_END from './c/hosted.c';
import SANITISED_END from './c/sanitised.c';

/** Function that returns the characters of the standard input. */
const CHARACTERS = 'getchar';

/** Computes the standard input of a violating run: its characters up to the first end of input. */
export function standardInputOf(inputs: readonly ViolationInput[]): Uint8Array {
  const bytes: number[] = [];
  for (const { kind, name, constant, count } of inputs) {
    if (kind !== 'unknown-function' || name !== CHARACTERS) continue;
    const code = Number(constant);
    if (!(code >= 0)) break;
    for (let i = 0; i < count; i++) bytes.push(code);
  }
  return Uint8Array.from(bytes);
}

/** How a natively replayed run ended, by its exit status. */
export const REACHED = 42;
export const LEFT_PATH = 43;
export const ASSUMPTION_FAILED = 44;

/**
 * C code that is linked to a program and gives it the inputs of a violating run (`c/harness.c`). Each
 * function without a body returns the run's values in their order. Functions of `externals` that give
 * no values do nothing. Blocks from malloc, where the program is linked with {@link WRAPPED}, have the run's
 * content, or zeros. A call of one of the error functions ends the process with {@link REACHED}. The
 * compiler's `-finstrument-functions` reports the call, whether the function has a body or not. Null
 * if a value has no constant in C.
 */
export function harnessText(
  inputs: readonly ViolationInput[],
  errorFunctions: readonly string[],
  externals: readonly string[] = [],
): string | null {
  // The library reads the characters from the standard input.
  const taken = inputs.filter(
    ({ kind, name }) => kind === 'nondet' || (kind === 'unknown-function' && name !== CHARACTERS),
  );
  const functions = new Map<string, { readonly type: string; readonly series: string[] }>();
  let first = 0;
  for (const { name, type, constant: stated, value, count } of taken) {
    const constant = stated ?? specialConstant(type, value);
    // Characters of files come from no function that could be replaced.
    if (constant === null || name.startsWith(OF_FILE)) return null;
    const known = functions.get(name) ?? { type, series: [] };
    functions.set(name, known);
    known.series.push(`{${first}, ${first + count}, ${/^[A-Za-z_]\w*$/.test(constant) ? '0' : `(${constant})`}}`);
    first += count;
  }
  const blocks = inputs.flatMap(({ block }) => (block === null ? [] : [block]));
  const definitions = [...functions].map(
    ([name, { type, series }]) => `GIVES(${type}, ${inputFunction(name)}, ${series.length}, ${series.join(', ')})`,
  );
  for (const name of externals) {
    if (!functions.has(name) && !errorFunctions.includes(name))
      definitions.push(`__attribute__((weak)) QUIET void ${name}() { }`);
  }
  const isError = errorFunctions.map((name) => `(f) == (void *)&${name}`).join(' || ');
  return `${macros({ REACHED, LEFT_PATH, ASSUMPTION_FAILED, 'IS_ERROR(f)': isError === '' ? '0' : `(${isError})` })}
${HEADER}
${errorFunctions.map((name) => `__attribute__((weak)) QUIET void ${errorText(name)}`).join('\n')}
${withoutIncludes(HARNESS)}
${definitions.join('\n')}
${systemDefinitions([...functions.keys()], 'QUIET')}
${blockText(blocks)}`;
}

function macros(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `#define ${name} ${value}`)
    .join('\n');
}

function errorText(name: string): string {
  const end = 'lemmata_exit(REACHED);';
  return isCheck(name) ? `${name}(int condition, ...) { if (!condition) ${end} }` : `${name}() { ${end} }`;
}

/** Options for the linker, which redirect calls of malloc to the harness. */
export const WRAPPED = ['-Wl,--wrap=malloc'];

/** Defines the content of the blocks of the run, as far as that is known. */
function blockText(blocks: readonly NonNullable<ViolationInput['block']>[]): string {
  const cases = blocks.map(({ call, bytes }) => {
    const text = bytes.replace(/../g, '\\x$&');
    return `case ${call}: lemmata_put(block, size, "${text}", ${bytes.length / 2}); break;`;
  });
  return `QUIET void lemmata_fill(unsigned long call, unsigned char *block, __SIZE_TYPE__ size) {
  switch (call) { ${cases.join(' ')} default: lemmata_put(block, size, "", 0); }
}
`;
}

/** Code for programs with a C library. */
export const HOSTED = withoutIncludes(HOSTED_END);

/** Code for programs under sanitisers, besides {@link HOSTED}. */
export const SANITISED = withoutIncludes(SANITISED_END);
/** Options for the linker where the program's end is searched for lost blocks. */
export const ENDS_WRAPPED = ['-Wl,--wrap=main', '-Wl,--wrap=abort'];

/**
 * Returns functions for programs without a C library, but not the given error functions, since the
 * harness defines those itself.
 */
export function freestanding(errorFunctions: readonly string[]): string {
  return errorFunctions.reduce(withoutFunction, withoutIncludes(FREESTANDING));
}
