import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLackOfSupport } from '../../../src/c/diagnostics.ts';
import { needsPreprocessor, preprocess } from '../../../src/c/source/preprocess.ts';
import type { CheckKind } from '../../../src/program/cfa/checks/kinds.ts';
import type { Check } from '../../../src/program/cfa/checks/places.ts';
import type { Answer } from '../../../src/race/messages/answer.ts';
import type { CompileThreadApi, QuickAnswer } from '../../../src/race/messages/compilation.ts';
import { CompileStatus } from '../../../src/race/messages/compile-status.ts';
import type { Model } from '../../../src/race/messages/model.ts';
import { quickSetting } from '../../../src/race/options/configuration.ts';
import { prepareTask } from '../../../src/race/options/options.ts';
import { compileJobOf } from '../../../src/race/threads/compiling.ts';
import { compileThreadApi } from '../../../src/race/worker/compile-thread.ts';
import { ALL } from '../../../src/system/transys/target.ts';
import { type Snippet, snippetFile } from './snippets.ts';

export type State = 'proved' | 'violated' | 'open';

/** What is known of a program. `checks`: [] where the question is about its assertion alone. */
export interface Answered {
  readonly kind: 'answered';
  readonly verdict: 'TRUE' | 'FALSE' | 'UNKNOWN';
  readonly checks: readonly (readonly [check: Check, state: State])[];
}

/** An answer that should never be: an internal error, a refused claim, or a run that contradicts a proof. */
export interface Broken {
  readonly kind: 'internal error' | 'refused claim' | 'contradiction';
  readonly why: string;
}

class Fault extends Error {
  constructor(readonly broken: Broken) {
    super(broken.why);
  }
}

/** Most gates of a solver, and ms of the runs beside a proof. */
const GATES = 200_000;
const TRIAL_MILLISECONDS = 20;

/**
 * Asks about programs in this thread, on the way of the command as far as its quick stage: compiled, searched,
 * certified or replayed, and run beside a proof. Needs a deep stack.
 */
export class Session {
  readonly #api: CompileThreadApi = compileThreadApi();
  readonly #preprocessed = new Map<string, Promise<string>>();
  #deadline = 0;

  /** `folder`: for the program that is asked about; `milliseconds`: limit of a question. */
  constructor(
    private readonly folder: string,
    private readonly milliseconds: number,
  ) {}

  /** The snippet's text without directives. */
  async preprocessed(snippet: Snippet): Promise<string> {
    if (!needsPreprocessor(snippet.text)) return snippet.text;
    const known = this.#preprocessed.get(snippet.name);
    const text = known ?? preprocess(snippetFile(snippet), { model: 'LP64' }).then((read) => read.text);
    this.#preprocessed.set(snippet.name, text);
    return text;
  }

  /** Whether assertions hold. */
  verify(text: string): Promise<Answered | Broken> {
    return this.#ask(text, null, () => false);
  }

  /** The states of checks. Only those that are wanted are tried one by one. */
  check(text: string, kinds: readonly CheckKind[], isWanted: (check: Check) => boolean): Promise<Answered | Broken> {
    return this.#ask(text, kinds, isWanted);
  }

  async #ask(
    text: string,
    kinds: readonly CheckKind[] | null,
    isWanted: (check: Check) => boolean,
  ): Promise<Answered | Broken> {
    const file = join(this.folder, 'asked.c');
    writeFileSync(file, text, 'latin1');
    this.#deadline = performance.now() + this.milliseconds;
    try {
      const task = await prepareTask({ files: [file], ...(kinds === null ? {} : { checks: kinds, eachCheck: true }) });
      const watched = { status: new CompileStatus().shared, patience: this.milliseconds };
      const compiled = await this.#api.compile(compileJobOf(task), watched);
      if (!compiled.ok && compiled.error.code === 'E-INTERRUPTED') return UNKNOWN;
      const answer = given(compiled);
      if (answer.kind === 'compiled')
        return kinds === null ? await this.#verdict(answer.model) : await this.#states(answer, isWanted);
      const first = answer.diagnostics.find(({ severity }) => severity === 'error');
      if (first !== undefined && isLackOfSupport(first)) return UNKNOWN;
      return { kind: 'internal error', why: `rejected: ${first?.message}` };
    } catch (error) {
      if (error instanceof Fault) return error.broken;
      return { kind: 'internal error', why: error instanceof Error ? `${error.stack}` : `${error}` };
    }
  }

  async #verdict(model: Model): Promise<Answered> {
    const { kind } = await this.#quick(model);
    const verdict = kind === 'safe' ? 'TRUE' : kind === 'unsafe' ? 'FALSE' : 'UNKNOWN';
    return { kind: 'answered', verdict, checks: [] };
  }

  async #states(
    { model: whole, checks }: { readonly model: Model; readonly checks: readonly Check[] },
    isWanted: (check: Check) => boolean,
  ): Promise<Answered> {
    const states = new Map<string, State>();
    /** Whether it decided some of these checks. */
    const decide = async (model: Model, names: readonly string[]): Promise<boolean> => {
      const answer = await this.#quick(model);
      if (answer.kind === 'safe') for (const name of names) states.set(name, 'proved');
      if (answer.kind === 'unsafe' && answer.run.kind === 'program') states.set(answer.run.errorFunction, 'violated');
      return names.some((name) => states.has(name));
    };
    const open = (): readonly string[] => checks.flatMap(({ name }) => (states.has(name) ? [] : [name]));
    let model = whole;
    while (open().length > 0 && (await decide(model, open())))
      if (open().length > 0) model = given(await this.#api.modelFor(open()));
    for (const check of checks)
      if (isWanted(check) && !states.has(check.name) && performance.now() < this.#deadline)
        await decide(given(await this.#api.modelFor([check.name])), [check.name]);
    const stateOf = ({ name, contested }: Check): State => {
      const state = states.get(name) ?? 'open';
      return state === 'violated' && contested !== null ? 'open' : state;
    };
    const known = checks.map((check) => [check, stateOf(check)] as const);
    const all = new Set(known.map(([, state]) => state));
    const verdict = all.has('violated') ? 'FALSE' : all.has('open') ? 'UNKNOWN' : 'TRUE';
    return { kind: 'answered', verdict, checks: known };
  }

  /** The quick stage's answer about all errors of a model. The program of a proof is run. */
  async #quick(model: Model): Promise<QuickAnswer> {
    const milliseconds = Math.max(1, this.#deadline - performance.now());
    const setting = quickSetting({ stages: [], quick: { milliseconds, gates: GATES } }, model.facts);
    const answer = given(await this.#api.quick(model.id, { target: ALL, ...setting! }));
    if (answer.kind === 'refused') throw new Fault({ kind: 'refused claim', why: `${answer.claim}: ${answer.why}` });
    if (answer.kind !== 'safe') return answer;
    const times = { milliseconds: TRIAL_MILLISECONDS, left: TRIAL_MILLISECONDS, seed: 0 };
    const result = given(await this.#api.trials(model.id, { proof: answer.proof, open: [], ...times }));
    if (result?.kind === 'contradicted') throw new Fault({ kind: 'contradiction', why: result.what });
    return answer;
  }
}

const UNKNOWN: Answered = { kind: 'answered', verdict: 'UNKNOWN', checks: [] };

function given<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw new Fault({ kind: 'internal error', why: `${answer.error.code}: ${answer.error.message}` });
}
