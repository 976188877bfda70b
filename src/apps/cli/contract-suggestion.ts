import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LemmataError } from '../../base/errors.ts';
import { formatLocation } from '../../base/source.ts';
import { TemporaryFolder } from '../../base/temporary-folder.ts';
import type { FunctionOutline, ParameterOutline } from '../../program/contracts/outlines.ts';
import { type CheckResult, checksOf, runCheck } from './contract-runs.ts';
import { write } from './output.ts';

/** `lemmata contracts --suggest`: clauses for a function without any, each confirmed by runs of `lemmata check`. */

/** A clause in the languages of CBMC and ACSL, without its keyword. */
interface Suggested {
  readonly kind: 'requires' | 'assigns' | 'ensures';
  readonly cbmc: string;
  readonly acsl: string;
}

/** A way to say where a pointer leads. */
interface Target {
  readonly requires: readonly Suggested[];
  readonly assigns: Suggested;
}

/** Seconds of each run where there is no limit. */
const SECONDS = 10;

export interface SuggestionSetup {
  /** The program with the words of the command line, among which its files are. */
  readonly files: readonly string[];
  readonly words: readonly string[];
  readonly seconds: number | undefined;
  readonly isAcsl: boolean;
}

/**
 * Prints clauses. No check of the function fails with those of `requires` and `assigns`, and none of them can be left
 * out. The postconditions hold then. Resolves to the exit code: 0, or 5 if checks stay that no clause tried here
 * excludes, which are told.
 */
export async function suggestContract(of: FunctionOutline, setup: SuggestionSetup): Promise<number> {
  if (of.hasContract) throw new LemmataError('E-INPUT', `${of.name} has a contract already`, of.at);
  const folder = new TemporaryFolder('suggestion');
  try {
    const { clauses, left } = await new Search(of, setup, folder.path).find();
    await write(process.stdout, contractText(of, clauses, setup.isAcsl));
    await write(
      process.stdout,
      left.map((one) => `${of.name}: ${one.kind} stays ${one.state} at ${formatLocation(one.at)}\n`).join(''),
    );
    return left.length === 0 ? 0 : 5;
  } finally {
    folder.remove();
  }
}

class Search {
  readonly #integers: readonly ParameterOutline[];
  readonly #pointers: readonly ParameterOutline[];
  #runs = 0;

  constructor(
    private readonly of: FunctionOutline,
    private readonly setup: SuggestionSetup,
    private readonly folder: string,
  ) {
    this.#integers = of.parameters.filter(({ kind }) => kind === 'signed' || kind === 'unsigned');
    this.#pointers = of.parameters.filter(({ kind }) => kind === 'pointer');
  }

  async find(): Promise<{ readonly clauses: readonly Suggested[]; readonly left: readonly CheckResult[] }> {
    const options = this.#pointers.map((one) => targetsOf(one, this.#integers));
    const chosen = options.map(([first]) => first);
    let clauses = this.#joined(chosen);
    let left = await this.#left(clauses);
    for (const [i, list] of options.entries())
      for (const target of list.slice(1)) {
        if (left.length === 0) break;
        const tried = this.#joined(chosen.with(i, target));
        const fewer = await this.#left(tried);
        if (fewer.length >= left.length) continue;
        chosen[i] = target;
        [clauses, left] = [tried, fewer];
      }
    if (left.length > 0) {
      const tried = [...clauses, ...this.#integers.flatMap(rangesOf)];
      const fewer = await this.#left(tried);
      if (fewer.length < left.length) [clauses, left] = [tried, fewer];
    }
    for (const clause of clauses) {
      const tried = clauses.filter((one) => one !== clause);
      const others = await this.#left(tried);
      if (others.length <= left.length) [clauses, left] = [tried, others];
    }
    return { clauses: [...clauses, ...(await this.#ensured(clauses))], left };
  }

  /** The clauses that hold at the end, none of which follows from another one. */
  async #ensured(clauses: readonly Suggested[]): Promise<readonly Suggested[]> {
    let kept = resultsOf(this.of);
    // A proof may rest on another clause, behind which runs end that fail it.
    for (let isStable = false; kept.length > 0 && !isStable; ) {
      const checks = await this.#checks([...clauses, ...kept]);
      const first = 2 + clauses.length;
      const proved = kept.filter((_, i) =>
        checks.some(({ kind, state, at }) => kind === 'ensures' && state === 'proved' && at.line === first + i + 1),
      );
      const strongest = proved.filter((one, i) => !proved.slice(0, i).some((other) => follows(one, other)));
      isStable = strongest.length === kept.length;
      kept = strongest;
    }
    return kept;
  }

  #joined(targets: readonly Target[]): readonly Suggested[] {
    const all = targets.flatMap(({ requires }) => requires);
    const requires = all.filter((one, i) => all.findIndex(({ cbmc }) => cbmc === one.cbmc) === i);
    return [
      ...requires.filter(({ cbmc }) => !cbmc.includes('is_fresh')),
      ...requires.filter(({ cbmc }) => cbmc.includes('is_fresh')),
      ...targets.flatMap(({ assigns }, i) => (this.#pointers[i].isConstant ? [] : [assigns])),
    ];
  }

  /** The checks that are not proved. */
  async #left(clauses: readonly Suggested[]): Promise<readonly CheckResult[]> {
    const checks = await this.#checks(clauses);
    return checks.filter(({ state }) => state !== 'proved');
  }

  /** The checks of the function with these clauses, each in a line of its own from the third one on. */
  async #checks(clauses: readonly Suggested[]): Promise<readonly CheckResult[]> {
    const { of, setup } = this;
    const { file } = of.at;
    const copy = join(this.folder, `${this.#runs++}.c`);
    writeFileSync(copy, `#include "${resolve(file)}"\n${contractText(of, clauses, setup.isAcsl)}`);
    const words = setup.words.map((word) => (setup.files.includes(word) && word === file ? copy : word));
    const run = await runCheck(of.name, [...words, '--timeout', `${setup.seconds ?? SECONDS}`]);
    if (run.result === null) throw new LemmataError('E-INPUT', `no clauses can be tried about ${of.name}`, of.at);
    return checksOf(run);
  }
}

/** The declaration of the function with clauses, each in a line of its own behind the first one. */
function contractText(of: FunctionOutline, clauses: readonly Suggested[], isAcsl: boolean): string {
  if (!isAcsl) {
    const lines = clauses.map(({ kind, cbmc }) => `  __CPROVER_${kind}(${cbmc})`);
    return `${[of.head, ...(lines.length === 0 ? ['  __CPROVER_requires(1)'] : lines)].join('\n')};\n`;
  }
  const isPure = !clauses.some(({ kind }) => kind === 'assigns');
  const fresh = clauses.flatMap(({ acsl }) => /^\\valid\((.*)\)$/.exec(acsl)?.[1] ?? []);
  const pairs = fresh.flatMap((one, i) => fresh.slice(i + 1).map((other) => `\\separated(${one}, ${other})`));
  const lines = [
    ...clauses.map(({ kind, acsl }) => `  ${kind} ${acsl};`),
    ...pairs.map((pair) => `  requires ${pair};`),
    ...(isPure ? ['  assigns \\nothing;'] : []),
  ];
  return `/*@\n${lines.join('\n')} */\n${of.head};\n`;
}

/** The ways in which a pointer may lead to objects, those with fewer elements first. */
function targetsOf({ name }: ParameterOutline, integers: readonly ParameterOutline[]): readonly Target[] {
  const target = (cbmc: string, acsl: string, more: readonly Suggested[]): Target => ({
    requires: [
      ...more,
      {
        kind: 'requires',
        cbmc: `__CPROVER_is_fresh(${name}, ${cbmc})`,
        acsl: `\\valid(${name}${acsl === '' ? '' : ` + (${acsl})`})`,
      },
    ],
    assigns: {
      kind: 'assigns',
      cbmc: `__CPROVER_object_upto(${name}, ${cbmc})`,
      acsl: acsl === '' ? `*${name}` : `${name}[${acsl}]`,
    },
  });
  const size = `sizeof(*${name})`;
  return [
    target(size, '', []),
    ...integers.flatMap(({ name: count, kind }) => {
      const least: readonly Suggested[] = kind === 'signed' ? [condition('requires', `${count} >= 0`)] : [];
      return [
        target(`${count} * ${size}`, `0 .. ${count} - 1`, least),
        target(`(${count} + sizeof(char)) * ${size}`, `0 .. ${count}`, least),
      ];
    }),
  ];
}

/** Ranges of an integer in which operations on it have no fault, as a rule. */
function rangesOf({ name, kind }: ParameterOutline): readonly Suggested[] {
  const texts = [`${name} != 0`, `${name} < 32`, `${name} <= 46340`];
  return [...(kind === 'signed' ? [`${name} >= -46340`, `${name} >= 0`] : []), ...texts].map((text) =>
    condition('requires', text),
  );
}

/** Conditions about the result, stronger ones first. */
function resultsOf({ result, parameters }: FunctionOutline): readonly Suggested[] {
  const texts = (): readonly string[] => {
    if (result === 'pointer') {
      const pointers = parameters.filter(({ kind }) => kind === 'pointer');
      return [...pointers.map(({ name }) => `RESULT == ${name}`), 'RESULT != 0'];
    }
    if (result !== 'signed' && result !== 'unsigned') return [];
    const least = result === 'signed' ? ['RESULT >= 0', 'RESULT >= -1'] : [];
    const same = parameters.filter(({ kind }) => kind === result);
    const compared = ['==', '<', '<=', '>', '>='].flatMap((operator) =>
      same.map(({ name }) => `RESULT ${operator} ${name}`),
    );
    return ['RESULT == 0', ...compared, 'RESULT == 0 || RESULT == 1', 'RESULT == 0 || RESULT == -1', ...least];
  };
  return texts().map((text) => condition('ensures', text));
}

function condition(kind: 'requires' | 'ensures', text: string): Suggested {
  return {
    kind,
    cbmc: text.replaceAll('RESULT', '__CPROVER_return_value'),
    acsl: text.replaceAll('RESULT', '\\result'),
  };
}

/** Whether a condition about the result follows from another one. */
function follows({ cbmc: weak }: Suggested, { cbmc: strong }: Suggested): boolean {
  const [, operator, value] = /^\S+ (\S+) (\S+)$/.exec(strong) ?? [];
  const subject = '__CPROVER_return_value';
  if (operator === '==' && value === '0')
    return weak.startsWith(`${subject} == 0 ||`) || weak === `${subject} >= 0` || weak === `${subject} >= -1`;
  if (strong === `${subject} == 0 || ${subject} == 1` || strong === `${subject} >= 0`)
    return weak === `${subject} >= -1` || (strong.includes('||') && weak === `${subject} >= 0`);
  const weaker: Readonly<Record<string, readonly string[]>> = { '==': ['<=', '>='], '<': ['<='], '>': ['>='] };
  return (weaker[operator ?? ''] ?? []).some((one) => weak === `${subject} ${one} ${value}`);
}
