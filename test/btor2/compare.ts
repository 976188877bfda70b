import { ENGINES } from '../../src/engines/implementations.ts';
import { completeOptions, type SystemEngineId } from '../../src/engines/register.ts';
import { type Z3Api, z3Factory } from '../../src/logic/z3/index.ts';
import { selectBad } from '../../src/system/transys/btor2/assemble.ts';
import { parseBtor2 } from '../../src/system/transys/btor2/parse.ts';
import { validateSystem } from '../../src/system/transys/check.ts';
import { simplify } from '../../src/system/transys/passes/simplify.ts';
import type { SystemTrace, TraceValue, TransitionSystem } from '../../src/system/transys/system.ts';
import { contextFor, ownSolversFor, tracked } from '../unit/engines/context.ts';
import { type Judgement, judge } from '../unit/engines/judge.ts';
import { evaluate, explore, type Truth } from './explore.ts';
import { Model, type Sort, type Value } from './interpreter.ts';

export interface CompareOptions {
  readonly z3: Z3Api;
  /** Ids of the registry. */
  readonly engines: readonly SystemEngineId[];
  /** Milliseconds for an engine on one property. */
  readonly limit: number;
  readonly maxDepth: number;
  /** Steps of the exploration of all states; models that take more are left out. */
  readonly budget: number;
}

/** What one engine said about one property, of the system as read or as simplified. */
export interface Answer {
  readonly engine: SystemEngineId;
  readonly property: number;
  readonly simplified: boolean;
  readonly judgement: Judgement;
  /** Length of the shortest run into bad. */
  readonly truth: number | null;
  readonly milliseconds: number;
  /** What is wrong with the answer, or null. */
  readonly flaw: string | null;
}

/**
 * Asks all engines about all properties of a model, and holds what they say against the exploration
 * of all states; null if that takes too long.
 */
export function compare(text: string, options: CompareOptions): readonly Answer[] | null {
  const model = new Model(text);
  const truth = explore(model, options.budget);
  if (truth === null) return null;
  const read = parseBtor2(text, 'model.btor2');
  validateSystem(read);
  const { system: reduced, back } = simplify(read);
  validateSystem(reduced);
  const answers: Answer[] = [];
  for (let property = 0; property < model.badCount; property++) {
    const original = selectBad(read, property);
    for (const simplified of [false, true]) {
      const system = simplified ? selectBad(reduced, property) : original;
      for (const engine of options.engines) {
        const checkers = tracked(z3Factory(options.z3, system.terms));
        const begun = performance.now();
        const stopped = (): boolean => performance.now() > begun + options.limit;
        const solvers = tracked(ownSolversFor(system, stopped));
        const context = contextFor(system, solvers, {
          checkers,
          options: { ...completeOptions(engine, {}).options, maxDepth: options.maxDepth },
          stopped,
        });
        const claim = ENGINES[engine](context);
        const milliseconds = performance.now() - begun;
        const leaked = solvers.alive + checkers.alive;
        const judgement = judge(claim, original, checkers, simplified ? back : null);
        const flaw =
          flawOf(judgement, property, truth, model, original) ??
          wrongBound(context.bounds, truth.bad[property]) ??
          (leaked === 0 ? null : `${leaked} of ${solvers.created + checkers.created} solvers are not disposed`);
        answers.push({ engine, property, simplified, judgement, truth: truth.bad[property], milliseconds, flaw });
      }
    }
  }
  return answers;
}

function flawOf(
  judgement: Judgement,
  property: number,
  truth: Truth,
  model: Model,
  system: TransitionSystem,
): string | null {
  const shortest = truth.bad[property];
  switch (judgement.verdict) {
    case 'UNKNOWN':
      return null;
    case 'refused':
      return `refused: ${judgement.why}`;
    case 'TRUE':
      if (shortest !== null) return `TRUE, but bad is reached after ${shortest} steps`;
      if (judgement.bound === null) return null;
      if (truth.longest === null) return 'a certificate says that all runs end';
      return judgement.bound >= truth.longest
        ? null
        : `a certificate says that no run is longer than ${judgement.bound} steps`;
    case 'FALSE':
      if (shortest === null) return 'FALSE, but bad is not reached';
      if (judgement.depth < shortest) return `a run of ${judgement.depth} steps, but the shortest takes ${shortest}`;
      return runsIntoBad(model, property, system, judgement.trace) ? null : 'the run does not reach bad';
  }
}

function wrongBound(bounds: readonly number[], shortest: number | null): string | null {
  const most = Math.max(-1, ...bounds);
  return shortest !== null && most >= shortest ? `bound ${most}, but bad is reached after ${shortest} steps` : null;
}

/** Executes a trace of the system in the interpreter, which knows the model only. */
export function runsIntoBad(model: Model, property: number, { inputs }: TransitionSystem, trace: SystemTrace): boolean {
  const index = new Map(inputs.map(({ name }, i) => [name, i]));
  const bits = (value: TraceValue): bigint => {
    if (typeof value !== 'bigint') throw new Error('an array of arrays in a hardware model');
    return value;
  };
  const given = (values: ReadonlyMap<number, TraceValue>, name: string, sort: Sort): Value => {
    const value = values.get(index.get(name) ?? -1);
    if (value === undefined) return typeof sort === 'number' ? 0n : { default: 0n, entries: new Map() };
    if (typeof value === 'bigint') return value;
    return {
      default: bits(value.default),
      entries: new Map(value.entries.map(([at, element]) => [at, bits(element)])),
    };
  };
  let state: Value[] = [];
  for (const s of model.states) {
    const before = new Map(state.map((value, i) => [model.states[i].id, value]));
    state.push(model.initial(s, (id) => before.get(id) ?? 0n) ?? given(trace.init, `${s.name}.init`, s.sort));
  }
  for (const [step, values] of trace.steps.entries()) {
    const known = evaluate(
      model,
      state,
      model.inputs.map(({ name, sort }) => given(values, name, sort)),
    );
    if (!model.allowed(known)) return false;
    if (step === trace.steps.length - 1) return model.bad(known, property);
    state = model.states.map((s) => model.next(s, known) ?? given(values, `${s.name}.next`, s.sort));
  }
  return false;
}
