import { evaluate } from './explore.ts';
import type { Model, Sort, Value } from './interpreter.ts';

/** What a witness gives: by step, of states and of inputs by position. Elements of arrays by index. */
interface Frame {
  readonly states: ReadonlyMap<number, Value>;
  readonly inputs: ReadonlyMap<number, Value>;
}

/**
 * Replays a witness on a model, strictly: each line must be one of the format, values must be as
 * wide as what they are for, and only what the model leaves open may be given. Returns the property
 * that is violated at the end; throws an Error that says what is wrong.
 */
export function replayWitness(model: Model, witness: string): number {
  const lines = witness.split('\n');
  if (lines.shift() !== 'sat') throw new Error("'sat' is missing");
  const property = Number(/^b(\d+)$/.exec(lines.shift() ?? '')?.[1]);
  if (!(property < model.badCount)) throw new Error('no property');
  if (lines.splice(-2).join('\n') !== '.\n') throw new Error("'.' is missing");
  const frames = readFrames(model, lines);
  let state: readonly Value[] = [];
  for (const [k, frame] of frames.entries()) {
    state = k === 0 ? start(model, frame) : follow(model, state, frames[k - 1], frame);
    const values = evaluate(model, state, inputsOf(model, frame));
    if (!model.allowed(values)) throw new Error(`a constraint is violated in step ${k}`);
    if (model.bad(values, property) !== (k === frames.length - 1)) throw new Error(`property ${property} in step ${k}`);
  }
  return property;
}

function readFrames(model: Model, lines: readonly string[]): readonly Frame[] {
  const frames: { states: Map<number, Value>; inputs: Map<number, Value> }[] = [];
  let part: 'states' | 'inputs' | null = null;
  for (const line of lines) {
    const header = /^([#@])(\d+)$/.exec(line);
    if (header !== null) {
      const [, mark, step] = header;
      if (mark === '#') frames.push({ states: new Map(), inputs: new Map() });
      else if (part !== 'states' && frames.length > 0) frames.push({ states: new Map(), inputs: new Map() });
      part = mark === '#' ? 'states' : 'inputs';
      if (Number(step) !== frames.length - 1) throw new Error(`step ${step} after ${frames.length - 2}`);
      continue;
    }
    const [, position, index, bits, symbol, mark, step] =
      /^(\d+) (?:\[([01]+)\] )?([01]+) (\S+)([#@])(\d+)$/.exec(line) ?? [];
    const frame = frames.at(-1);
    if (frame === undefined || part === null || bits === undefined) throw new Error(`'${line}' is no assignment`);
    const { name, sort } = (part === 'states' ? model.states : model.inputs)[Number(position)];
    if (symbol !== name || mark !== (part === 'states' ? '#' : '@') || Number(step) !== frames.length - 1)
      throw new Error(`'${line}' names something else`);
    assign(frame[part], Number(position), sort, index, bits);
  }
  return frames;
}

function assign(
  values: Map<number, Value>,
  position: number,
  sort: Sort,
  index: string | undefined,
  bits: string,
): void {
  const old = values.get(position);
  if (typeof sort === 'number') {
    if (index !== undefined || bits.length !== sort || old !== undefined)
      throw new Error(`a wrong value of ${position}`);
    values.set(position, BigInt(`0b${bits}`));
    return;
  }
  if (index?.length !== sort.index || bits.length !== sort.element) throw new Error(`a wrong element of ${position}`);
  const entries = new Map(typeof old === 'object' ? old.entries : []);
  if (entries.has(BigInt(`0b${index}`))) throw new Error(`an element of ${position} twice`);
  values.set(position, { default: 0n, entries: entries.set(BigInt(`0b${index}`), BigInt(`0b${bits}`)) });
}

function start(model: Model, { states }: Frame): readonly Value[] {
  const values: Value[] = [];
  for (const [i, state] of model.states.entries()) {
    const earlier = new Map(values.map((value, j) => [model.states[j].id, value]));
    const own = model.initial(state, (id) => earlier.get(id) ?? 0n);
    if (own !== null && states.has(i)) throw new Error(`${state.name} is given, but has an initial value`);
    values.push(own ?? given(states, i, state.sort));
  }
  return values;
}

function follow(model: Model, before: readonly Value[], last: Frame, { states }: Frame): readonly Value[] {
  const values = evaluate(model, before, inputsOf(model, last));
  return model.states.map((state, i) => {
    const own = model.next(state, values);
    if (own !== null && states.has(i)) throw new Error(`${state.name} is given, but has a next value`);
    return own ?? given(states, i, state.sort);
  });
}

function inputsOf(model: Model, { inputs }: Frame): readonly Value[] {
  return model.inputs.map(({ sort }, i) => given(inputs, i, sort));
}

/** Bit-vectors must be given; arrays that are not are zero. */
function given(values: ReadonlyMap<number, Value>, position: number, sort: Sort): Value {
  const value = values.get(position);
  if (value !== undefined) return value;
  if (typeof sort === 'number') throw new Error(`${position} has no value`);
  return { default: 0n, entries: new Map() };
}
