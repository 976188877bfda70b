import type { CType } from '../../c/types/types.ts';
import type { Expr, Place } from '../../program/cfa/automaton.ts';
import { rootOf } from '../../program/cfa/walk.ts';
import { readerOf, writerOf } from '../access.ts';
import { partOf, reachOf } from '../array-bounds.ts';
import { displace } from '../displace.ts';
import { compileStore } from '../loads.ts';
import { checkedAddress, compilePlace, type MemoryPlace, sizeCode } from '../places.ts';
import type { Representation } from '../values.ts';
import { withFrame } from './closures.ts';
import { type CodeWriter, numeral, type Scope } from './code-writer.ts';

/**
 * Accesses to memory as JavaScript. The code uses `V`, a view of the memory, `C`, its size in bytes,
 * and `S`, the states of its granules. An access that fails the quick check goes to the closure of the
 * address, which handles all cases.
 */

/** Bound of the sizes whose products with 32-bit indices are exact. */
const MOST_STEP = 2 ** 20;

/** A place in memory: `start + offset + terms`. */
interface Spot {
  readonly start: string;
  /** Bytes from the start that belong to the object; null where a pointer leads anywhere. */
  readonly room: number | null;
  readonly offset: number;
  readonly terms: readonly Term[];
  /**
   * Whether only the closure can make the access. The code does not know the reach of
   * an array, or the access would be outside of it.
   */
  readonly closed: boolean;
  readonly code: MemoryPlace;
}

interface Term {
  readonly index: string;
  readonly wide: boolean;
  readonly step: number;
  /** Upper bound (exclusive) of the indices of an access; null: none. */
  readonly reach: number | null;
}

/** Writes a read of a place; null if only its closure can make it. */
export function loadCode(writer: CodeWriter, scope: Scope, place: Place, type: CType): string | null {
  if (place.kind === 'variable') {
    const slot = scope.code.frame.slots.get(place.variable.id);
    if (slot !== undefined) return writer.slot(scope, slot);
  }
  const { runtime } = scope.context;
  const representation = runtime.represent(type);
  const read = readCode(writer, representation, runtime.memory.isLittle);
  const spot = read === null ? null : spotOf(writer, scope, place);
  if (read === null || spot === null) return null;
  return read(checkedCode(writer, scope, place, spot, representation.size, false));
}

/** Writes statements that store a value, given as code, to a place in memory. */
export function storeCode(writer: CodeWriter, scope: Scope, place: Place, value: string): string {
  const { runtime } = scope.context;
  const representation = runtime.represent(place.type);
  const write = writeCode(writer, representation, runtime.memory.isLittle);
  const spot = write === null ? null : spotOf(writer, scope, place);
  const held = writer.temporary();
  if (write === null || spot === null) {
    writer.mayThrow = true;
    const store = writer.constant(compileStore(scope.context, place));
    return `${held} = ${value}; ${onPlace(writer, scope, place, store, `, ${held}`)};`;
  }
  return `${held} = ${value}; ${write(checkedCode(writer, scope, place, spot, representation.size, true), held)};`;
}

/** Writes the address of a place, unchecked. */
export function addressCode(writer: CodeWriter, scope: Scope, place: Place): string | null {
  const spot = spotOf(writer, scope, place);
  if (spot === null) return null;
  const { pointerSize, moves } = scope.context.runtime;
  const move = writer.constant(displace);
  const how = writer.constant(moves);
  const base =
    spot.room !== null && spot.terms.length === 0 && spot.offset >= 0 ? `(${spot.start} + ${spot.offset})` : null;
  if (base !== null) return base;
  if (pointerSize === 4 && spot.terms.every(({ wide }) => !wide)) return `(${sumOf(spot)} >>> 0)`;
  const moved = spot.terms.reduce(
    (at, { index, step }) => `${move}(${at}, ${index}, ${numeral(step)}, ${how})`,
    spot.start,
  );
  return spot.offset === 0 ? moved : `${move}(${moved}, ${numeral(spot.offset)}, 1, ${how})`;
}

function spotOf(writer: CodeWriter, scope: Scope, place: Place): Spot | null {
  const { context } = scope;
  const chain: Place[] = [];
  let root = place;
  for (;;) {
    if (root.kind === 'dereference') root = partOf(root) ?? root;
    if (root.kind !== 'member' && root.kind !== 'element') break;
    chain.push(root);
    root = root.base;
  }
  const code = compilePlace(context, root);
  const whole = compilePlace(context, place);
  if (code.kind === 'slot' || whole.kind === 'slot' || whole.bits !== null) return null;
  const { base } = code;
  if (base.kind === 'computed' && root.kind !== 'dereference') return null;
  let offset = 0;
  let closed = whole.outside !== null;
  const terms: Term[] = [];
  for (const part of chain.reverse()) {
    if (part.kind === 'member') {
      const record = part.base.type;
      if (record.kind !== 'struct' && record.kind !== 'union') return null;
      offset += Number(context.runtime.layout.record(record.definition).fields[part.index].offset);
    } else if (part.kind === 'element') {
      const step = sizeCode(context, part.type);
      if (typeof step !== 'number' || step >= MOST_STEP) return null;
      const reach = reachOf(context, part.base);
      closed ||= typeof reach === 'function';
      if (part.index.kind === 'integer') offset += Number(part.index.value) * step;
      else {
        const { kind } = context.runtime.represent(part.index.type);
        if (kind !== 'int' && kind !== 'wide') return null;
        terms.push({
          index: writer.expr(scope, part.index),
          wide: kind === 'wide',
          step,
          reach: typeof reach === 'number' ? reach : null,
        });
      }
    }
  }
  if (!Number.isSafeInteger(offset) || Math.abs(offset) > 2 ** 40) return null;
  const start =
    base.kind === 'fixed'
      ? numeral(base.address)
      : base.kind === 'frame'
        ? `(F + ${base.offset})`
        : root.kind === 'dereference'
          ? writer.expr(scope, root.pointer)
          : null;
  if (start === null || (base.kind === 'frame' && scope.number !== 0)) return null;
  return { start, room: base.whole?.size ?? null, offset, terms, closed, code: whole };
}

function sumOf({ start, offset, terms }: Pick<Spot, 'start' | 'offset' | 'terms'>): string {
  return [
    start,
    ...terms.map(({ index, step }) => `${index} * ${step}`),
    ...(offset === 0 ? [] : [numeral(offset)]),
  ].join(' + ');
}

/** Writes the address of an access, checked. */
function checkedCode(writer: CodeWriter, scope: Scope, place: Place, spot: Spot, size: number, write: boolean): string {
  const { runtime } = scope.context;
  const { start, room, offset, closed, code } = spot;
  const constant = write && code.base.kind === 'fixed' && runtime.constants.has(code.base.address);
  const { terms, checks } = checkedTerms(writer, spot);
  if (room !== null && terms.length === 0 && offset >= 0 && offset + size <= room && !constant && !closed) {
    return `${start} + ${offset}`;
  }
  writer.mayThrow = true;
  const slow = onPlace(writer, scope, place, writer.constant(checkedAddress(scope.context, code, size, write)));
  if (closed) return slow;
  const at = writer.temporary();
  // Objects that are known by name are alive here. Each access with a constant bound has the same check.
  if (room !== null) {
    const isConstant = write && isConstantRoot(scope, place);
    if (terms.length === 0 || isConstant) return slow;
    const bytes = `${terms.map((term) => scaled(writer, term)).join(' + ')}${offset === 0 ? '' : ` + ${numeral(offset)}`}`;
    return `(${checks}(${at} = ${bytes}) >= 0 && ${at} <= ${room - size} ? ${start} + ${at} : ${slow})`;
  }
  const narrow =
    runtime.pointerSize === 4 && terms.every(({ wide, reach, step }) => !wide && (reach !== null || step === 1));
  const state = writer.temporary();
  // Constant objects may be read.
  const quick = `${at} < C && (${state} = S[${at} >>> 3]${write ? '' : ' & 239'}) < 9 && (${at} & 7) + ${size} <= ${state} ? ${at} : ${slow}`;
  if (narrow) return `(${checks}((${at} = ${sumOf({ start, offset, terms })} >>> 0), true) && ${quick})`;
  const pointer = writer.temporary();
  const moves = terms.map((term) => ` + ${scaled(writer, term)}`).join('');
  const moved = `(typeof (${pointer} = ${start}) === 'number' && ${pointer} < 4294967296 ? ${pointer}${moves} + ${numeral(offset)} : -1)`;
  return `(${checks}(${at} = ${moved}) >= 0 && ${quick})`;
}

/**
 * Writes the terms, with indices that are evaluated once, and the conditions that keep these within
 * their arrays.
 */
function checkedTerms(
  writer: CodeWriter,
  { terms }: Spot,
): { readonly terms: readonly Term[]; readonly checks: string } {
  let checks = '';
  const held = terms.map((term) => {
    const { index, reach } = term;
    if (reach === null) return term;
    const value = writer.temporary();
    checks += `(${value} = ${index}) >= 0 && ${value} < ${reach} && `;
    return { ...term, index: value };
  });
  return { terms: held, checks };
}

function isConstantRoot(scope: Scope, place: Place): boolean {
  const code = compilePlace(scope.context, rootOf(place));
  return code.kind === 'memory' && code.base.kind === 'fixed' && scope.context.runtime.constants.has(code.base.address);
}

/**
 * Writes an index times the size of an element, exact. An index beyond 32 bits gives NaN, which fails
 * every quick check.
 */
function scaled(writer: CodeWriter, { index, wide, step }: Term): string {
  if (!wide) return `${index} * ${step}`;
  const value = writer.temporary();
  return `(typeof (${value} = ${index}) === 'number' && ${value} < 4294967296 && ${value} > -4294967296 ? ${value} * ${step} : NaN)`;
}

/**
 * Writes a call of a closure on the frame, after the frame holds the variables that the place's
 * expressions read.
 */
function onPlace(writer: CodeWriter, scope: Scope, place: Place, closure: string, more = ''): string {
  const read: Expr = { kind: 'load', type: place.type, place };
  return withFrame(writer, scope, read, closure, more);
}

function readCode(
  writer: CodeWriter,
  representation: Representation,
  isLittle: boolean,
): ((at: string) => string) | null {
  switch (representation.kind) {
    case 'int': {
      const { size, signed } = representation;
      if (size === 3) return null;
      const name = `get${signed ? 'Int' : 'Uint'}${size * 8}`;
      return size === 1 ? (at) => `V.${name}(${at})` : (at) => `V.${name}(${at}, ${isLittle})`;
    }
    case 'wide': {
      const read = writer.constant(readerOf(representation, isLittle));
      return (at) => `${read}(V, ${at})`;
    }
    case 'float':
      return (at) => `V.getFloat${representation.size * 8}(${at}, ${isLittle})`;
    default:
      return null;
  }
}

function writeCode(
  writer: CodeWriter,
  representation: Representation,
  isLittle: boolean,
): ((at: string, value: string) => string) | null {
  switch (representation.kind) {
    case 'int': {
      const { size } = representation;
      if (size === 3) return null;
      return size === 1
        ? (at, value) => `V.setInt8(${at}, ${value})`
        : (at, value) => `V.setInt${size * 8}(${at}, ${value}, ${isLittle})`;
    }
    case 'wide': {
      const write = writer.constant(writerOf(representation, isLittle));
      return (at, value) => `${write}(V, ${at}, ${value})`;
    }
    case 'float':
      return (at, value) => `V.setFloat${representation.size * 8}(${at}, ${value}, ${isLittle})`;
    default:
      return null;
  }
}
