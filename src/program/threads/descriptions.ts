import type { Description, Descriptions, ValueWords } from '../../base/description.ts';
import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import type { AutomatonFunction } from '../cfa/automaton.ts';
import { directPlace } from './objects.ts';
import type { ThreadPlaces } from './places.ts';
import type { Pools } from './pools.ts';
import { ENDED, NOT_STARTED, STOPPED } from './thread-states.ts';
import type { Activation, Thread, Unfolding } from './unfolding.ts';

/** A woven program, as far as its variables are described. */
interface Woven {
  readonly main: AutomatonFunction;
  readonly unfolding: Unfolding;
  readonly places: ThreadPlaces;
  readonly pools: Pools;
  /** Variables that keep values between accesses of one step. */
  readonly temporaries: readonly Variable[];
  /** Variables of the searches for deadlocks and data races. */
  readonly searches: readonly Variable[];
}

/** Describes the variables that weaving adds, in the words of the program. */
export function descriptionsOf({ main, unfolding, places, pools, temporaries, searches }: Woven): Descriptions {
  const { threads, nodes, copies } = unfolding;
  const found = new Map<number, ReadonlyMap<string, Description>>();
  const add = ({ id }: Variable, description: Description, part = ''): void => {
    found.set(id, new Map([...(found.get(id) ?? []), [part, description]]));
  };
  const names = threads.map((thread) => nameOf(thread, threads));
  const line = ({ file, line: number }: SourceLocation): string =>
    file === main.at.file ? `line ${number}` : `${file}:${number}`;
  for (const [i, { id, at, value, isPool }] of threads.entries()) {
    add(at, { name: `place(thread ${id})`, words: placeWords(id, names[i], places.shown[id], line, places.stops(id)) });
    add(value, { name: `result(thread ${id})` });
    const released = unfolding.released.get(id);
    if (released !== undefined) {
      const joined = word(1n, 'has been joined or detached', 'has not been joined or detached');
      const words = { subject: names[i], values: [joined], isClosed: false };
      add(released, { name: `released(thread ${id})`, words });
    }
    if (!isPool) continue;
    const { counted, held, alive, started } = pools.of(id)!;
    add(alive, counts(`alive(${names[i]})`, `thread of ${names[i]} runs`));
    add(started, counts(`started(${names[i]})`, `thread of ${names[i]} has started`));
    for (const [number, count] of counted) {
      const place = line(places.shown[id][Number(number) - 2]);
      add(count, counts(`threads(${names[i]}, ${place})`, `thread of ${names[i]} is at ${place}`));
    }
    for (const { at: holder, numbers } of held.values()) {
      const values = numbers.map((number) => ({
        value: `${number}`,
        says: `a thread of ${names[i]} holds its mutex at`,
        denies: `no thread of ${names[i]} holds its mutex at`,
        object: line(places.shown[id][Number(number) - 2]),
      }));
      const none = word(0n, `no thread of ${names[i]} holds its mutex`, `a thread of ${names[i]} holds its mutex`);
      add(holder, { name: `holder(${names[i]})`, words: { subject: '', values: [none, ...values], isClosed: true } });
    }
  }
  const activations = activationsOf(nodes.map(({ activation }) => activation));
  for (const activation of activations) {
    const name = scopeOf(activation, activations);
    for (const variable of activation.variables.values()) {
      const inner = variable.name.startsWith('$') ? `value(${line(variable.at)})` : variable.name;
      add(variable, { name: `${name}::${inner}` });
    }
    if (activation.result !== null) add(activation.result, { name: `result(${name})` });
  }
  for (const variable of temporaries) add(variable, { name: `value(${line(variable.at)})` });
  for (const { copy, thread } of copies) {
    const name = copy.name.replace('$', '');
    add(copy, { name: thread === null ? name : `thread ${thread}::${name}` });
  }
  for (const variable of searches) add(variable, { name: variable.name.replace('$', '') });
  for (const [variable, family] of synchronised(activations, unfolding)) {
    const object = variable.name.replace('$', '');
    for (const [part, description] of objectDescriptions(object, family, threads, names))
      add(variable, description, part);
  }
  return found;
}

/** The function of a thread, with the place that starts it if other threads have the function, too. */
function nameOf({ id, isPool, root, site }: Thread, threads: readonly Thread[]): string {
  if (!isPool) return `thread ${id} (${root.fn.name})`;
  const isAlone = threads.every((other) => other.id === id || other.root.fn !== root.fn);
  const start = site?.activation.fn.edges[site.edge]?.at;
  return isAlone || start === undefined ? root.fn.name : `${root.fn.name} started at line ${start.line}`;
}

function word(value: bigint, says: string, denies: string, object: string | null = null): ValueWords {
  return { value: `${value}`, says, denies, object };
}

/** A number of threads, and words for none. */
function counts(name: string, sentence: string): Description {
  return { name, words: { subject: '', values: [word(0n, `no ${sentence}`, `a ${sentence}`)], isClosed: false } };
}

function placeWords(
  id: number,
  subject: string,
  shown: readonly SourceLocation[],
  line: (at: SourceLocation) => string,
  stops: boolean,
): Description['words'] {
  const values = shown.map((at, i) => word(BigInt(i + 2), 'is at', 'is not at', line(at)));
  values.sort((a, b) => (a.object ?? '').localeCompare(b.object ?? '', 'en', { numeric: true }));
  return {
    subject,
    values: [
      // The first thread notes no place before it lets others run.
      id === 0
        ? word(NOT_STARTED, 'has let no other thread run', 'has let other threads run')
        : word(NOT_STARTED, 'has not started', 'has started'),
      ...values,
      word(ENDED, 'has ended', 'has not ended'),
      ...(stops ? [word(STOPPED, 'has stopped for ever', 'has not stopped for ever')] : []),
    ],
    isClosed: true,
  };
}

function activationsOf(given: readonly Activation[]): readonly Activation[] {
  const all = new Set<Activation>();
  for (const activation of given) for (let a: Activation | null = activation; a !== null; a = a.parent) all.add(a);
  return [...all];
}

/** The function of an activation, with its thread if the function has other activations, too. */
function scopeOf(activation: Activation, all: readonly Activation[]): string {
  if (activation.modelled && activation.parent?.modelled === true) return scopeOf(activation.parent, all);
  const { fn, thread } = activation;
  const twins = all.filter((other) => other.fn === fn);
  if (twins.length === 1) return fn.name;
  const { call } = activation;
  const isOnly = call === null || twins.filter((other) => other.thread === thread).length === 1;
  return `thread ${thread}::${fn.name}${isOnly ? '' : `@${call.at.line}`}`;
}

type Family = 'mutex' | 'rwlock' | 'spin' | 'semaphore' | 'barrier' | 'once' | 'condition';

/** Functions that work on objects of a family. */
const FAMILIES: readonly (readonly [RegExp, Family])[] = [
  [/^(pthread_mutex|mtx)_/, 'mutex'],
  [/^pthread_rwlock_/, 'rwlock'],
  [/^pthread_spin_/, 'spin'],
  [/^sem_/, 'semaphore'],
  [/^pthread_barrier_/, 'barrier'],
  [/^(pthread_once|call_once)$/, 'once'],
  [/^(pthread_cond|cnd)_/, 'condition'],
];

/** Hidden objects that threads synchronise on, with their family; null where functions of several work on one. */
function synchronised(activations: readonly Activation[], { nodes }: Unfolding): ReadonlyMap<Variable, Family | null> {
  const found = new Map<Variable, Family | null>();
  const note = (variable: Variable, family: Family | null): void => {
    found.set(variable, found.has(variable) && found.get(variable) !== family ? null : family);
  };
  for (const { steps } of nodes)
    for (const { what } of steps) if (what.kind === 'lock' || what.kind === 'unlock') note(what.mutex, 'mutex');
  for (const { fn, modelled, parent, constants, variables } of activations) {
    if (!modelled || parent?.modelled !== false) continue;
    const named = FAMILIES.find(([name]) => name.test(fn.name))?.[1] ?? null;
    for (const [position, parameter] of fn.parameters.entries()) {
      const value = constants.get(variables.get(parameter.id)?.id ?? -1);
      const place = value === undefined ? null : directPlace(value);
      if (place?.kind === 'variable' && place.variable.name.startsWith('$'))
        note(place.variable, named === 'condition' && position === 1 ? 'mutex' : named);
    }
  }
  return found;
}

/** The parts of a hidden object, by the models of its family. */
function objectDescriptions(
  object: string,
  family: Family | null,
  threads: readonly Thread[],
  names: readonly string[],
): readonly (readonly [string, Description])[] {
  const described = (name: string, values: readonly ValueWords[], subject = object, isClosed = true): Description => ({
    name: `${name}(${object})`,
    words: { subject, values, isClosed },
  });
  const named = (part: string, name: string) => [part, { name: `${name}(${object})` }] as const;
  const free = word(0n, 'is free', 'is held');
  switch (family) {
    case 'mutex': {
      const owners = threads.map(({ id, isPool }, i) =>
        word(BigInt(id + 1), 'is held by', 'is not held by', isPool ? `a thread of ${names[i]}` : names[i]),
      );
      const state = described('owner', [free, ...owners], `mutex ${object}`);
      return [['.state', state], named('.count', 'depth'), named('.kind', 'kind')];
    }
    case 'rwlock':
      return [
        [
          '.state',
          described('readers', [word(-1n, 'is held for writing', 'is not held for writing'), free], object, false),
        ],
      ];
    case 'spin':
      return [['.state', described('held', [free, word(1n, 'is held', 'is free')])]];
    case 'semaphore':
      return [named('.state', 'value')];
    case 'barrier':
      return [named('.state', 'arrived'), named('.owner', 'rounds'), named('.count', 'size')];
    case 'once': {
      const values = [
        word(0n, 'has not begun', 'has begun'),
        word(1n, 'is running', 'is not running'),
        word(2n, 'has ended', 'has not ended'),
      ];
      return [['.state', described('once', values, `the call by ${object}`)]];
    }
    case 'condition':
      return [named('.count', 'waiting')];
    case null:
      return ['state', 'count', 'owner', 'kind', 'users'].map((part) => named(`.${part}`, part));
    default:
      return family satisfies never;
  }
}
