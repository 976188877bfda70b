import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FrontEndError } from '../../../src/c/diagnostics.ts';
import { type Compiled, compile } from '../../unit/system/encode/compile.ts';
import { inputSites, interpreted, simulated } from '../../unit/system/encode/simulated.ts';
import { Random } from '../fuzz/random.ts';
import { type Callee, INPUTS, INTEGERS, programOf } from './calls.ts';

/** Compares one program of calls: native run, interpreter, encoded system. */

export interface Judgement {
  readonly name: string;
  /**
   * `open`: the interpreter agrees, and proofs take some value for any. `approximate`: the
   * interpreter says that its results are. `absent`: this system has no such function.
   */
  readonly result: 'agree' | 'open' | 'approximate' | 'absent' | 'disagree';
  readonly why: string;
  readonly text: string;
}

/** Judges calls of a function. `folder` is for the program and its binary. */
export function judge(callee: Callee, seed: number, folder: string): Judgement {
  const random = new Random(seed);
  const text = programOf(callee, random);
  const values = INPUTS.map(() =>
    BigInt.asUintN(64, BigInt(random.chance(50) ? random.pick(INTEGERS) : random.below(2 ** 32))),
  );
  const done = (result: Judgement['result'], why: string): Judgement => ({ name: callee.name, result, why, text });
  const expected = native(text, values, folder);
  if (expected === null) return done('absent', '');
  if (expected.status !== 0) return done('disagree', `the native run ends with ${expected.status}`);
  let compiled: Compiled;
  try {
    compiled = compile(text);
  } catch (error) {
    if (error instanceof FrontEndError) return done('disagree', error.message);
    throw error;
  }
  const run = interpreted(compiled.program, inputSites(compiled), [...values, 0n]);
  const { outcome, approximate } = run.result;
  if (approximate.length > 0) return done('approximate', approximate.join());
  if (outcome.kind !== 'exit') return done('disagree', JSON.stringify(outcome));
  if (run.text !== expected.stdout)
    return done('disagree', `native: ${brief(expected.stdout)}; interpreter: ${brief(run.text)}`);
  return encoded(compiled, values, BigInt(/sum (\d+)/.exec(expected.stdout)![1]), done);
}

function encoded(
  compiled: Compiled,
  values: readonly bigint[],
  checksum: bigint,
  done: (result: Judgement['result'], why: string) => Judgement,
): Judgement {
  const { system } = compiled;
  const right = simulated(compiled, [...values, checksum]);
  if (right.kind === 'gap') return done('open', right.gap?.construct ?? 'gap');
  const sites = inputSites(compiled);
  const free = system.inputs.find(({ origin }) => !sites.includes(origin?.site ?? ''));
  if (right.kind !== 'bad' && free !== undefined) return done('open', free.name);
  if (right.kind !== 'bad')
    return done('disagree', `the system ends as ${right.kind} with the checksum of the native run`);
  const wrong = simulated(compiled, [...values, checksum ^ 1n]);
  return wrong.kind === 'bad'
    ? done('disagree', 'the system reaches the error with another checksum')
    : done('agree', '');
}

function brief(text: string): string {
  return text.trim().replaceAll('\n', ' ');
}

/**
 * Compiles with gcc and runs with the inputs; null if the linker or the compiler does not know the
 * function.
 */
function native(
  text: string,
  values: readonly bigint[],
  folder: string,
): { readonly stdout: string; readonly status: number | null } | null {
  const file = join(folder, 'program.c');
  const list = [...values, 0n].map((value) => `${value}ul`).join(', ');
  writeFileSync(
    file,
    `${text}\nunsigned long __VERIFIER_nondet_ulong(void) { static int i; static unsigned long all[] = { ${list} }; return all[i++]; }\n`,
  );
  const built = spawnSync('gcc', ['-w', '-O0', '-std=gnu17', file, '-o', join(folder, 'program'), '-lm'], {
    encoding: 'utf8',
  });
  if (built.status !== 0) return null;
  const { stdout, status } = spawnSync(join(folder, 'program'), { encoding: 'latin1' });
  return { stdout, status };
}
