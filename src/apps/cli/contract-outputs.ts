import type { SourceLocation } from '../../base/source.ts';
import { violationOf } from '../../program/cfa/checks/kinds.ts';
import type { ContractedFunction } from '../../program/contracts/pass.ts';
import type { VerifyOptions } from '../../race/options/options.ts';
import { placeOf } from '../output/report/sarif.ts';
import type { JobEvent } from '../server/protocol.ts';
import { Recorder } from '../server/recorder.ts';
import { ANSWERS, type CheckResult, type JudgedFunction, verdictOf } from './contract-runs.ts';
import { builtParts } from './page-parts.ts';
import { replaceFile } from './replace-file.ts';
import { taskOf } from './reporters/broadcast.ts';

/** The outputs of `lemmata contracts` about all functions together: a log in SARIF, and a page. */

/** The knowledge about one function. */
export interface Told extends JudgedFunction {
  readonly of: ContractedFunction;
  /** Proved clauses that say nothing of the body. */
  readonly empty: readonly SourceLocation[];
}

/** A log in SARIF, as far as logs are joined. */
interface Log {
  readonly runs: readonly {
    readonly invocations: readonly { readonly toolExecutionNotifications?: readonly Located[] }[];
    readonly results: readonly Located[];
  }[];
}

interface Located {
  readonly ruleId?: string;
  readonly kind?: string;
  readonly message?: { readonly text: string };
  readonly codeFlows?: unknown;
  readonly locations?: readonly { readonly physicalLocation: unknown }[];
}

/** The kind of a result in SARIF by the state of a check. */
const KINDS: Readonly<Record<CheckResult['state'], string>> = {
  proved: 'pass',
  violated: 'fail',
  open: 'open',
  contested: 'review',
};

/**
 * Joins the logs of the runs about functions. Each check has the result of the last run that says of it what all
 * runs together say. Null: no run has a log.
 */
export function joinedSarif(judged: readonly Told[], base: string): string | null {
  const logs = judged.map((one) => one.logs.map((text) => JSON.parse(text) as Log));
  const first = logs.flat()[0];
  if (first === undefined) return null;
  const results = judged.flatMap((one, i) => resultsOf(one, logs[i], base));
  const open = new Set(results.flatMap(({ kind, locations }) => (kind === 'open' ? [JSON.stringify(locations)] : [])));
  const notifications = judged.flatMap(({ checks }, i) => {
    const all = logs[i].flatMap(({ runs }) =>
      runs.flatMap((run) => run.invocations.flatMap((invocation) => invocation.toolExecutionNotifications ?? [])),
    );
    return checks.length === 0 ? all : all.filter(({ locations }) => open.has(JSON.stringify(locations)));
  });
  const told = [...new Map(notifications.map((one) => [JSON.stringify(one.locations ?? one), one])).values()];
  const [run] = first.runs;
  const invocations = [{ ...run.invocations[0], toolExecutionNotifications: [...vacuous(judged, base), ...told] }];
  return `${JSON.stringify({ ...first, runs: [{ ...run, invocations, results }] }, null, 2)}\n`;
}

function resultsOf({ of, checks }: Told, logs: readonly Log[], base: string): readonly Located[] {
  const all = logs.flatMap(({ runs }) => runs.flatMap(({ results }) => results)).reverse();
  return checks.flatMap(({ kind, at, state, reason }): readonly Located[] => {
    const place = JSON.stringify(placeOf(at, { files: [], base }));
    const about = all.filter(
      ({ ruleId, locations }) => ruleId === violationOf(kind) && JSON.stringify(physical(locations?.[0])) === place,
    );
    const found = about.find((one) => one.kind === KINDS[state]);
    const properties = { contract: of.name };
    if (found !== undefined) return [{ ...found, properties } as Located];
    if (about[0] === undefined) return [];
    // A run that the contract of another function allows, and no body.
    const { codeFlows: _flows, ...rest } = about[0];
    const text = `open: ${kind}: ${reason?.text ?? 'the runs about the function do not agree'}`;
    return [{ ...rest, kind: KINDS[state], level: 'none', message: { text }, properties } as Located];
  });
}

function physical(location: { readonly physicalLocation: unknown } | undefined): unknown {
  return location === undefined ? null : { physicalLocation: location.physicalLocation };
}

/** Warnings about proofs that say nothing, of all of a function or of a clause. */
function vacuous(judged: readonly Told[], base: string): readonly object[] {
  return judged.flatMap(({ of: { name, at }, isCallable, empty }) => {
    const warning = (text: string, place: SourceLocation): object => ({
      level: 'warning',
      message: { text: `${name}: ${text}` },
      locations: [placeOf(place, { files: [], base }, name)],
    });
    const idle = empty.map((place) =>
      warning('the clause follows from clauses before it, whatever the body does', place),
    );
    return isCallable === false
      ? [warning('no call satisfies what it requires, so that nothing is proved', at), ...idle]
      : idle;
  });
}

/** The page of `--report`: a lane for each function, and its checks in a group. */
export class ContractPage {
  readonly #recorder: Recorder;
  readonly #begun = performance.now();

  constructor(
    private readonly file: string,
    options: VerifyOptions,
    private readonly asked: readonly ContractedFunction[],
  ) {
    this.#recorder = new Recorder(taskOf(options));
    this.#add({ kind: 'started', time: 0 });
  }

  begin({ name }: ContractedFunction): void {
    this.#add({ kind: 'engine-started', engine: name, options: {}, time: this.#time() });
  }

  end({ of: { name, calls, at }, checks, exitCode, isCallable }: Told): void {
    const time = this.#time();
    const named = checks.map((check, i) => ({ check, name: `${name} ${i}` }));
    this.#add({
      kind: 'checks',
      checks: named.map(({ check: { kind, at, contested = null }, name: id }) => ({
        ...{ name: id, kind, at, contested },
        function: name,
      })),
      ignores: [],
      time,
    });
    for (const { check, name: id } of named)
      this.#add({ kind: 'check', name: id, state: check.state, text: textOf(check), time });
    const list = this.asked.map((one) => one.name);
    const rests = calls.map((one) => `${one} (${list.includes(one) ? 'judged here' : 'assumed'})`);
    const detail = rests.length === 0 ? 'by its body alone' : `with the contracts of ${rests.join(', ')}`;
    if (exitCode === 0 || exitCode === 10) {
      const claim = exitCode === 0 ? 'safe' : 'unsafe';
      this.#add({ kind: 'claim', engine: name, claim, detail, uses: [], time });
      this.#add({ kind: 'certified', engine: name, claim, milliseconds: 0, time });
    }
    const why = !ANSWERS.includes(exitCode)
      ? 'an error ended it'
      : isCallable === false
        ? `no call satisfies what it requires at line ${at.line}`
        : `something is open, ${detail}`;
    const end = exitCode === 0 || exitCode === 10 ? CLAIMED[exitCode] : ({ kind: 'incomplete', why } as const);
    this.#add({ kind: 'engine-ended', engine: name, end, bound: null, time });
  }

  /** `functions`: what JSON says of them. `sarif`: the joined log. */
  write(judged: readonly Told[], exitCode: number, functions: readonly object[], sarif: string | null): void {
    const time = this.#time();
    const verdict = verdictOf(exitCode);
    const failed = judged.flatMap(({ checks }) => checks).find(({ run }) => run !== undefined);
    const property = judged.find(({ result }) => result !== null)?.result?.property ?? '';
    const head = { verdict, property, seconds: Math.round(time) / 1000 };
    const open = judged.filter((one) => one.exitCode !== 0).map(({ of }) => of.name);
    const reason = { kind: 'incomplete', why: '', text: `not proved: ${open.join(', ')}` };
    const body =
      verdict === 'FALSE' && failed !== undefined
        ? { engine: failed.engine ?? '', stage: 'race', violated: violationOf(failed.kind), violation: failed.run }
        : verdict === 'TRUE'
          ? {}
          : { reason, safeUpTo: null };
    const result = { ...head, ...body, functions };
    this.#add({ kind: 'verdict', result, witness: false, time });
    const documents = sarif === null ? {} : { sarif };
    replaceFile(this.file, this.#recorder.html(process.cwd(), documents, builtParts('report')));
  }

  #time(): number {
    return performance.now() - this.#begun;
  }

  #add(event: JobEvent): void {
    this.#recorder.add(event);
  }
}

const CLAIMED = {
  0: { kind: 'claimed', claim: 'safe' },
  10: { kind: 'claimed', claim: 'unsafe' },
} as const;

function textOf({ state, engine, reason }: CheckResult): string {
  if (state === 'proved') return engine === undefined ? '' : `by ${engine}`;
  return reason?.text ?? '';
}
