import { type CType, Qualifier } from '../../c/types.ts';
import type { AutomatonFunction, Expr, Operation, Place } from '../../cfa/automaton.ts';
import { readingOf } from '../../cfa/external-functions.ts';
import { externalConstruct, mayChange } from '../../cfa/externals.ts';
import { EXTERNAL } from '../../cfa/link/external-calls.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution, Pointer } from '../execution.ts';
import { joinTargets, type Targets } from '../memory/facts.ts';
import { type MemoryObject, NULL_OBJECT, SUMMARY_OBJECT } from '../memory/objects.ts';
import { resolve } from '../memory/places.ts';
import { holdsBytes, noteForgotten } from '../memory/pointer-bytes.ts';
import { reachable } from '../memory/pointers.ts';
import { storeResult } from '../values/values.ts';

/**
 * Encodes calls of external functions. A call gives any value to all that it may change, under a condition that is free
 * in each step. A run where no such condition holds is one in which external functions change nothing, and it rests on
 * no doubt.
 */

/** Largest number of cells that one call may change. */
const MOST_CELLS = 4096;

/**
 * Encodes what an external function does before it returns. Returns the targets that its result may have if it is a
 * pointer.
 */
export function callExternal(x: Execution, fn: AutomatonFunction, args: readonly Expr[]): Targets {
  const reading = readingOf(x.encoding.linked.program, fn);
  const given = told(x, args);
  if (reading === null || !mayChange(reading)) return given === null ? null : reachable(x, given.pointers, given.numbers);
  const construct = externalConstruct(fn.name);
  return change(x, construct, changes(x, construct), given);
}

/** Encodes the operations of the function that calls back. */
export function externalOperation(x: Execution, op: Operation & { kind: 'intrinsic' }): void {
  const construct = 'effects of external functions that call back';
  switch (op.name) {
    case EXTERNAL.choice:
      if (op.result !== null) choose(x, op.arguments, op.result);
      return;
    case EXTERNAL.value: {
      if (op.result === null) return;
      const cells = x.cellsOf(op.result.type);
      const targets = reachable(x, [], knownNumbers(x));
      storeResult(x, resolve(x, op.result), x.unknownCells(cells, construct, targets));
      return;
    }
    case EXTERNAL.change:
      change(x, construct, x.terms.true, { pointers: [], numbers: new Set() });
      return;
    default:
  }
}

/** Stores 0 or the number of the function to call back: one whose address external functions were given. */
function choose(x: Execution, addresses: readonly Expr[], result: Place): void {
  const { terms, encoding } = x;
  const width = encoding.shapes.width(result.type);
  const construct = 'external functions that call back';
  const zero = terms.bv(width, 0);
  const value = x.unknown({ kind: 'bv', width }, construct, {}, (choice) => terms.not(terms.eq(choice, zero)));
  const known = knownNumbers(x);
  const possible = addresses.flatMap((address, i) => {
    const fn = address.kind === 'function-address' ? encoding.linked.program.functions[address.function] : null;
    if (fn === null || fn === undefined || !known.has(encoding.objects.functionNumber(fn))) return [];
    return [terms.eq(value, terms.bv(width, i + 1))];
  });
  x.require(terms.orAll([terms.eq(value, zero), ...possible]));
  storeResult(x, resolve(x, result), [value]);
}

/** Returns when an external function changes anything: a run in which it does is in doubt. */
function changes(x: Execution, construct: string): Term {
  return x.unknown({ kind: 'bool' }, construct, {}, (condition) => condition);
}

interface Told {
  readonly pointers: readonly Pointer[];
  readonly numbers: ReadonlySet<number>;
}

/** Returns the objects that the arguments of a call lead to, also through bytes in them; null for any objects. */
function told(x: Execution, args: readonly Expr[]): Told | null {
  const { pointerBytes } = x.encoding.revisions;
  const pointers: Pointer[] = [];
  const numbers = new Set<number>();
  for (const argument of args) {
    const { type } = argument;
    if (type.kind === 'void' || argument.kind === 'integer' || argument.kind === 'float') continue;
    const cells = x.evaluate.cells(x, argument);
    const kinds = x.cellsOf(type);
    kinds.forEach(({ role }, c) => {
      if (role === 'object') pointers.push({ object: cells[c], offset: cells[c + 1] });
    });
    if (!holdsBytes(x.encoding.shapes.of(type))) continue;
    for (const { targets } of pointerBytes.values()) {
      if (targets === null) return null;
      for (const number of targets) numbers.add(number);
    }
  }
  return { pointers, numbers };
}

/**
 * Returns numbers of the objects that external functions know without the present arguments. These are objects given to
 * earlier calls, objects whose address became a number, and globals.
 */
function knownNumbers({ encoding }: Execution): Set<number> {
  const { objects, revisions } = encoding;
  const known = new Set([...revisions.escaped, ...revisions.exposed]);
  for (const global of encoding.told.visible) known.add(objects.numberOf(objects.variable(global, -1)));
  return known;
}

/**
 * Changes all that external functions can reach, if `condition` holds. Returns the targets of pointers that come from
 * there.
 */
function change(x: Execution, construct: string, condition: Term, given: Told | null): Targets {
  const { encoding } = x;
  const reached = given === null ? null : reachable(x, given.pointers, new Set([...given.numbers, ...knownNumbers(x)]));
  if (reached === null) {
    x.gap(construct, condition);
    return null;
  }
  encoding.escape(reached);
  encoding.intoSummary(reached);
  if (tellsUnforeseen(x, reached)) x.gap(`${construct} (a call back)`, condition);
  const objects = [...reached].flatMap((number) => {
    const object = encoding.objects.withNumber(number);
    return object !== null && isChangeable(object) ? [object] : [];
  });
  const cells = objects.reduce((sum, { shape }) => sum + shape.cells.length, 0);
  if (cells > MOST_CELLS) {
    x.gap(`${construct} (too much may change)`, condition);
    return reached;
  }
  for (const object of objects) {
    x.change(object, construct, condition, reached);
    noteForgotten(x, object, reached);
  }
  return joinTargets(reached, new Set([NULL_OBJECT, SUMMARY_OBJECT]));
}

function isChangeable(object: MemoryObject): boolean {
  if (object.kind === 'function' || object.kind === 'summary') return false;
  return object.variable === null || !(isConstant(object.type) || object.name.startsWith('$string'));
}

function isConstant(type: CType): boolean {
  let inner = type;
  while (inner.kind === 'array') inner = inner.element;
  return ((inner.qualifiers ?? 0) & Qualifier.const) !== 0;
}

/**
 * Tells whether external functions reach a function with a body that the linker did not foresee as one to be called
 * back.
 */
function tellsUnforeseen({ encoding }: Execution, reached: ReadonlySet<number>): boolean {
  const { objects, linked } = encoding;
  return [...objects.functionNumbers].some(
    ([id, number]) => reached.has(number) && linked.program.functions[id]?.defined === true && !encoding.told.foreseen.has(id),
  );
}
