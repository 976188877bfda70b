import type { Model, ModelState, Sort, Value, Values } from './interpreter.ts';

/** What all runs of a model say about each of its bad properties. */
export interface Truth {
  /** Length of the shortest run into bad, property by property; null: there is none. */
  readonly bad: readonly (number | null)[];
  /** Steps of the longest run, if all runs end; the step in which no constraint can be kept does not count. */
  readonly longest: number | null;
}

/** Explores all states; null if that takes more than `budget` steps. */
export function explore(model: Model, budget: number): Truth | null {
  const open = (which: 'init' | 'next'): number =>
    model.states.reduce((sum, state) => sum + (state[which] === null ? bitsOf(state.sort) : 0), 0);
  if (2 ** open('init') > budget || 2 ** open('next') > budget) return null;
  const inputs = assignments(model.inputs.map(({ sort }) => sort));
  const bad: (number | null)[] = Array.from({ length: model.badCount }, () => null);
  const seen = new Set<string>();
  const layers = new Set<string>();
  let layer = initialStates(model);
  let left = budget;
  for (let depth = 0; ; depth++) {
    const following = new Map<string, readonly Value[]>();
    let fresh = false;
    let alive = false;
    for (const [key, state] of layer) {
      if (!seen.has(key)) fresh = true;
      seen.add(key);
      for (const given of inputs) {
        left -= 1;
        if (left < 0) return null;
        const values = evaluate(model, state, given);
        if (!model.allowed(values)) continue;
        alive = true;
        for (let i = 0; i < bad.length; i++) if (bad[i] === null && model.bad(values, i)) bad[i] = depth;
        left -= 2 ** open('next') - 1;
        for (const next of successors(model, values)) following.set(keyOf(model, next), next);
      }
    }
    if (!alive) return { bad, longest: depth };
    const shape = [...following.keys()].sort().join(';');
    if (!fresh && layers.has(shape)) return { bad, longest: null };
    layers.add(shape);
    layer = following;
  }
}

export function evaluate(model: Model, state: readonly Value[], inputs: readonly Value[]): Values {
  const given = new Map<number, Value>();
  model.states.forEach(({ id }, i) => {
    given.set(id, state[i]);
  });
  model.inputs.forEach(({ id }, i) => {
    given.set(id, inputs[i]);
  });
  return model.evaluate((id) => known(given, id));
}

function initialStates(model: Model): Map<string, readonly Value[]> {
  let states: (readonly Value[])[] = [[]];
  for (const state of model.states) {
    states = states.flatMap((before) => {
      const earlier = new Map(before.map((value, i) => [model.states[i].id, value]));
      const value = model.initial(state, (id) => known(earlier, id));
      return value === null ? allValues(state.sort).map((v) => [...before, v]) : [[...before, value]];
    });
  }
  return new Map(states.map((state) => [keyOf(model, state), state]));
}

function successors(model: Model, values: Values): (readonly Value[])[] {
  return product(
    model.states.map((state: ModelState) => {
      const next = model.next(state, values);
      return next === null ? allValues(state.sort) : [next];
    }),
  );
}

function bitsOf(sort: Sort): number {
  return typeof sort === 'number' ? sort : sort.element * 2 ** sort.index;
}

function assignments(sorts: readonly Sort[]): (readonly Value[])[] {
  return product(sorts.map(allValues));
}

function product(choices: readonly (readonly Value[])[]): (readonly Value[])[] {
  let all: (readonly Value[])[] = [[]];
  for (const values of choices) all = all.flatMap((before) => values.map((value) => [...before, value]));
  return all;
}

function allValues(sort: Sort): Value[] {
  if (typeof sort === 'number') return Array.from({ length: 2 ** sort }, (_, i) => BigInt(i));
  const elements = allValues(sort.element);
  return product(Array.from({ length: 2 ** sort.index }, () => elements)).map((values) => ({
    default: 0n,
    entries: new Map(values.map((value, i) => [BigInt(i), typeof value === 'bigint' ? value : 0n])),
  }));
}

/** Equal for equal states, however their arrays came about. */
function keyOf(model: Model, state: readonly Value[]): string {
  return state
    .map((value, i) => {
      const { sort } = model.states[i];
      if (typeof value === 'bigint' || typeof sort === 'number') return String(value);
      return Array.from({ length: 2 ** sort.index }, (_, at) => value.entries.get(BigInt(at)) ?? value.default).join(
        '.',
      );
    })
    .join();
}

function known(values: ReadonlyMap<number, Value>, id: number): Value {
  const value = values.get(id);
  if (value === undefined) throw new Error(`${id} has no value`);
  return value;
}
