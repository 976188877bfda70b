import { expect, it } from 'vitest';
import { parseProgram } from '../../../src/c/index.ts';
import { replay } from '../../../src/certify/replay/replay.ts';
import { type InputRequest, type InputSource, runProgram } from '../../../src/interpreter/index.ts';
import { queueInputs } from '../../../src/program/cfa/inputs.ts';
import { buildProgram } from '../../../src/program/passes.ts';

/** The constants of the inputs of a run whose inputs have the given bits, one after the other. */
function constants(body: string, ...bits: readonly bigint[]): readonly (string | null)[] {
  const text = `extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned char global;
int main(void) { ${body} }`;
  const program = buildProgram(parseProgram([{ text, file: 's.c' }], { model: 'LP64' }), {});
  const errorFunctions = ['reach_error'];
  const left = [...bits];
  const source: InputSource = {
    scalar: (_: InputRequest) => left.shift() ?? 0n,
    pointer: () => null,
    content: () => false,
  };
  const { inputs } = runProgram(program, { inputs: source, errorFunctions, record: 'inputs' });
  const found = replay({ program, errorFunctions, inputs: queueInputs(inputs), approximations: [] });
  if (found.kind !== 'reproduced') throw new Error(found.kind);
  return found.run.inputs.map(({ constant }) => constant);
}

const HALF = 0x3fe0_0000_0000_0000n;
const SEVEN_AND_A_HALF = 0x401e_0000_0000_0000n;

it.each<[string, string, readonly bigint[], readonly string[]]>([
  [
    'a fraction in an integer',
    'int a = __VERIFIER_nondet_double(); if (a == 7) reach_error();',
    [SEVEN_AND_A_HALF],
    ['7.0'],
  ],
  ['high bits in a byte', 'unsigned char c = __VERIFIER_nondet_uint(); if (c == 7) reach_error();', [263n], ['7u']],
  ['a truth value', '_Bool b = __VERIFIER_nondet_int(); if (b) reach_error();', [-5n], ['1']],
  [
    'an assignment with a cast',
    'global = (signed char)__VERIFIER_nondet_int(); if (global > 9) reach_error();',
    [300n],
    ['44'],
  ],
  [
    'each of several',
    'for (int i = 0; i < 2; i++) { global = __VERIFIER_nondet_int(); } if (global == 2) reach_error();',
    [257n, 258n],
    ['1', '2'],
  ],
  ['a float', 'float f = __VERIFIER_nondet_double(); if (f == 0.5f) reach_error();', [HALF + 1n], ['0.5']],
])('inputs survive their conversion: %s', (_name, body, bits, expected) => {
  expect(constants(body, ...bits)).toEqual(expected);
});

it.each<[string, string, readonly bigint[], readonly string[]]>([
  [
    'the type has no such value',
    'signed char c = __VERIFIER_nondet_uchar(); if (c < 0) reach_error();',
    [200n],
    ['200'],
  ],
  [
    'the program reads it before',
    'unsigned u; unsigned char c = u = __VERIFIER_nondet_uint(); if (u == 263 && c == 7) reach_error();',
    [263n],
    ['263u'],
  ],
  ['the whole value decides', 'if (__VERIFIER_nondet_double() > 7) reach_error();', [SEVEN_AND_A_HALF], ['7.5']],
  [
    'a sum of it is stored',
    'unsigned char c = __VERIFIER_nondet_uint() / 2; if (c == 131) reach_error();',
    [263n],
    ['263u'],
  ],
])('inputs keep their values where %s', (_name, body, bits, expected) => {
  expect(constants(body, ...bits)).toEqual(expected);
});
