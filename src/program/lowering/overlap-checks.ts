import type { SourceLocation } from '../../base/source.ts';
import type { Variable } from '../../c/ast.ts';
import type { Precondition } from '../../c/builtins/library/row.ts';
import { integerRange } from '../../c/types/arithmetic.ts';
import type { BinaryOperator } from '../../c/types/operators.ts';
import { CHAR, INT, pointerTo, sizeType } from '../../c/types/type-basics.ts';
import type { CType, IntegerType } from '../../c/types/types.ts';
import type { Expr } from '../cfa/automaton.ts';
import type { Requirement } from '../cfa/checks/arithmetic.ts';
import { MEETING, OVERLAP } from '../cfa/checks/overlap.ts';
import { literalText } from '../cfa/literal-text.ts';
import * as make from '../cfa/make.ts';
import type { FunctionDraft } from './draft.ts';
import { type Conversion, type Directive, PRINTED, parseFormat } from './models/formats.ts';

/** Checks that a library function copies between places that are apart. */

/** The arguments of a call, each of which is kept once a check reads it. */
export interface KeptArguments {
  readonly b: FunctionDraft;
  /** The function's name. */
  readonly name: string;
  readonly at: SourceLocation;
  readonly values: readonly Expr[];
  /** The integer argument in a hidden variable, or a constant; null where there is none. */
  keptNumber(position: number): Expr | null;
  /** The pointer, kept below its conversions, which show what it points to. */
  keptPointer(position: number): Expr;
  /** Emits the check. */
  fail(requirement: Requirement): void;
  /** Emits a check behind the call. */
  checkBehind(check: () => void): void;
}

type Apart<Kind extends Precondition['kind']> = Precondition & { readonly kind: Kind };

/** Emits the check that source and target of a copy are apart. */
export function requireApart(
  call: KeptArguments,
  precondition: Apart<'apart' | 'string-apart' | 'printed-apart' | 'pointed-apart'>,
): void {
  const copy = new Copy(call);
  switch (precondition.kind) {
    case 'apart':
      copy.ofBytes(precondition);
      return;
    case 'string-apart':
      copy.ofString(precondition);
      return;
    case 'printed-apart':
      copy.ofPrinted(precondition);
      return;
    case 'pointed-apart':
      copy.ofPointed(precondition.to, precondition.first);
      return;
  }
}

/** Bytes of a wide character. */
const WIDE = 4;

/** The bytes that a call writes, where they are not exactly known. */
interface Bounds {
  readonly least: Expr;
  readonly most: Expr;
}

class Copy {
  readonly #size: IntegerType;

  constructor(private readonly call: KeptArguments) {
    this.#size = sizeType(call.b.context.unit.dataModel);
  }

  /** Compares the places behind the call, whose bounds count first: they are kept before it. */
  ofBytes({ to, from, bytes, unit, atMost }: Apart<'apart'>): void {
    const { call } = this;
    const [target, source, count] = [call.values[to], call.values[from], call.values[bytes]];
    if (target?.type.kind !== 'pointer' || source?.type.kind !== 'pointer' || count === undefined) return;
    const given = call.keptNumber(bytes);
    if (given === null || (given.kind === 'integer' && given.value === 0n)) return;
    if (areDistinct(fixedRoot(target), fixedRoot(source))) return;
    const [kept, read] = [call.keptPointer(to), call.keptPointer(from)];
    const length = this.#bytes(make.convert(call.b.layout, this.#size, given), unit);
    const none = this.#number(0n);
    call.checkBehind(() =>
      atMost === true
        ? this.#separate(kept, read, { least: none, most: length }, length)
        : this.#separate(kept, read, length, length),
    );
  }

  /**
   * Compares the places before the call, which may write over the source. The string is measured only where
   * both places lie in one object. A write to a literal is another fault.
   */
  ofString({ to, from, limit, behind, cut, unit }: Apart<'string-apart'>): void {
    const { call } = this;
    const { b } = call;
    if (!this.#mayMeet(to, from)) return;
    const [kept, read] = [call.keptPointer(to), call.keptPointer(from)];
    const given = limit === undefined ? null : call.keptNumber(limit);
    if (limit !== undefined && given === null) return;
    const most = given === null ? null : make.convert(b.layout, this.#size, given);
    this.#whereTogether(kept, read, () => {
      const length = this.#length(read, cut === true ? null : most, unit);
      const all = this.#plus(length, this.#number(1n));
      const reads = most === null || cut === true ? all : this.#least(all, most);
      if (behind !== true) {
        this.#separate(
          kept,
          read,
          this.#bytes(most === null ? all : cut === true ? this.#least(all, most) : most, unit),
          this.#bytes(reads, unit),
        );
        return;
      }
      const before = this.#length(kept, cut === true ? most : null, unit);
      const room = cut === true && most !== null ? this.#combined('-', most, before) : null;
      const start = make.pointerAdd(kept, this.#bytes(before, unit), false, pointerTo(CHAR));
      this.#separate(
        start,
        read,
        this.#bytes(room === null ? all : this.#least(all, room), unit),
        this.#bytes(reads, unit),
      );
    });
  }

  /**
   * Emits a gap for runs where a text argument from `first` on may overlap with the place of `to`. `most`: the
   * number of bytes there that count; null: all.
   */
  ofPointed(to: number, first: number, most: Expr | null = null): void {
    const { call } = this;
    for (let position = first; position < call.values.length; position++) {
      if (!isText(call.values[position]) || !this.#mayMeet(to, position)) continue;
      const [kept, read] = [call.keptPointer(to), call.keptPointer(position)];
      const writes = { least: this.#number(0n), most: most ?? this.#extent(kept) };
      this.#whereTogether(kept, read, () => this.#separate(kept, read, writes, this.#extent(read), true));
    }
  }

  /** The number of bytes from the pointer to the end of the array or object to which it is written to lead. */
  #extent(pointer: Expr): Expr {
    const { layout } = this.call.b;
    let e = pointer;
    while (e.kind === 'convert') e = e.operand;
    const unknown = this.#number(integerRange(this.#size, layout).max);
    if (e.kind !== 'address') return unknown;
    const { place } = e;
    if (place.kind !== 'element') return this.#sizeOf(place.type, 0n) ?? unknown;
    if (place.index.kind !== 'integer') return unknown;
    return this.#sizeOf(place.base.type, place.index.value * (layout.sizeOf(place.type) ?? 0n)) ?? unknown;
  }

  /** The size behind an offset; null: it is not constant. */
  #sizeOf(type: CType, offset: bigint): Expr | null {
    const size = this.call.b.layout.sizeOf(type);
    return size === null || size < offset ? null : this.#number(size - offset);
  }

  /** Compares the place that is printed to with each text, as the format says. */
  ofPrinted({ to, format, limit }: Apart<'printed-apart'>): void {
    const { call } = this;
    const { b } = call;
    const text = literalText(b.context, call.values[format]);
    const directives = text === null ? null : parseFormat(text, PRINTED);
    if (directives === null) {
      const room = limit === undefined ? null : call.keptNumber(limit);
      this.ofPointed(to, format + 1, room === null ? null : make.convert(b.layout, this.#size, room));
      return;
    }
    const texts: { readonly position: number; readonly precision: number | null; readonly directive: Conversion }[] =
      [];
    let next = format + 1;
    for (const directive of directives) {
      if (directive.kind !== 'conversion' || directive.conversion === '%') continue;
      const precision = directive.precision === 'given' ? next++ : null;
      if (directive.conversion === 's') texts.push({ position: next, precision, directive });
      next++;
    }
    const near = texts.filter(({ position }) => this.#mayMeet(to, position));
    if (near.length === 0 || texts.some(({ position }) => call.values[position]?.type.kind !== 'pointer')) return;
    const kept = call.keptPointer(to);
    const room = limit === undefined ? null : call.keptNumber(limit);
    const read = texts.map(({ position }) => call.keptPointer(position));
    const limits = texts.map(({ precision, directive }) => this.#precision(precision, directive));
    near.forEach((one) => {
      const source = read[texts.indexOf(one)];
      this.#whereTogether(kept, source, () => {
        const lengths = texts.map((_, i) => this.#length(read[i], limits[i]));
        const written = this.#printed(directives, lengths);
        const most = room === null ? null : make.convert(b.layout, this.#size, room);
        const cut = (bytes: Expr): Expr => (most === null ? bytes : this.#least(bytes, most));
        const i = texts.indexOf(one);
        const all = this.#plus(lengths[i], this.#number(1n));
        const reads = limits[i] === null ? all : this.#least(all, limits[i]);
        this.#separate(kept, source, { least: cut(written.least), most: cut(written.most) }, reads, true);
      });
    });
  }

  /** The limit of a text; null: it is read up to its end. */
  #precision(position: number | null, { precision }: Conversion): Expr | null {
    const { call } = this;
    if (typeof precision === 'number') return this.#number(BigInt(precision));
    const given = position === null ? null : call.keptNumber(position);
    if (given === null) return null;
    const isNone = make.compare('<', given, make.zeroOf(given.type));
    const most = integerRange(this.#size, call.b.layout).max;
    return make.conditional(this.#size, isNone, this.#number(most), make.convert(call.b.layout, this.#size, given));
  }

  /** The number of bytes that a format prints, its end included. `lengths`: those of its texts. */
  #printed(directives: readonly Directive[], lengths: readonly Expr[]): Bounds {
    let [least, most] = [this.#number(1n), this.#number(1n)];
    let texts = 0;
    for (const directive of directives) {
      const width = directive.kind === 'conversion' ? (directive.width ?? 0) : 0;
      if (directive.kind === 'conversion' && directive.conversion === 's') {
        const length = this.#greatest(lengths[texts++], this.#number(BigInt(width)));
        [least, most] = [this.#plus(least, length), this.#plus(most, length)];
        continue;
      }
      const [low, high] = lengthOf(directive, width);
      [least, most] = [this.#plus(least, this.#number(BigInt(low))), this.#plus(most, this.#number(BigInt(high)))];
    }
    return { least, most };
  }

  /** Whether both arguments are pointers that may lead to one object, which is not a literal. */
  #mayMeet(to: number, from: number): boolean {
    const [target, source] = [this.call.values[to], this.call.values[from]];
    if (target?.type.kind !== 'pointer' || source?.type.kind !== 'pointer') return false;
    const root = fixedRoot(source);
    return !areDistinct(fixedRoot(target), root) && root?.name.startsWith('$string') !== true;
  }

  /** Emits checks for runs where both places lie in one object. */
  #whereTogether(to: Expr, from: Expr, emit: () => void): void {
    const { b, at } = this.call;
    const [judged, next] = [b.newLocation(), b.newLocation()];
    b.branch(this.#areTogether(to, from), judged, next, at);
    b.here = judged;
    emit();
    b.continueAt(next, at);
  }

  /** Whether both places lie in one object. */
  #areTogether(to: Expr, from: Expr): Expr {
    const all = this.#number(integerRange(this.#size, this.call.b.layout).max);
    return this.#overlap(MEETING, to, from, all, all);
  }

  /** The result of `strlen` or `wcslen`, or of `strnlen` or `wcsnlen` where there is a limit. */
  #length(text: Expr, most: Expr | null, unit?: 'wide'): Expr {
    const { b, at } = this.call;
    const result = b.temporary(this.#size, at);
    const args = most === null ? [text] : [text, most];
    const id = b.context.libraryFunction(
      `${unit === undefined ? 'str' : 'wcs'}${most === null ? '' : 'n'}len`,
      args.map(({ type }) => type),
      this.#size,
    );
    b.emit({ kind: 'call', callee: { kind: 'direct', function: id }, arguments: args, result }, at);
    return make.load(result);
  }

  /**
   * Emits the check. A number of bytes that may be too large is no alarm, but a gap. `same`: also where both
   * places are the same one.
   */
  #separate(to: Expr, from: Expr, writes: Expr | Bounds, reads: Expr, same = false): void {
    const { call } = this;
    const what = `${call.name} between overlapping objects`;
    const meets = (bytes: Expr): Expr => {
      const together = this.#overlap(same ? MEETING : OVERLAP, to, from, bytes, reads);
      return bytes === reads ? together : make.conditional(INT, bytes, together, make.ZERO);
    };
    const [least, most] = 'least' in writes ? [writes.least, writes.most] : [writes, null];
    if (!isNumber(least, 0n)) call.fail({ kind: 'overlap', what, violated: meets(least) });
    if (most !== null && most !== least) call.fail({ kind: 'unmodelled', of: 'overlap', what, violated: meets(most) });
  }

  #overlap(name: string, to: Expr, from: Expr, writes: Expr, reads: Expr): Expr {
    const { b, at } = this.call;
    const result = b.temporary(INT, at);
    b.emit({ kind: 'intrinsic', name, arguments: [to, from, writes, reads], places: [], result }, at);
    return make.load(result);
  }

  #number(value: bigint): Expr {
    return make.integer(this.#size, value);
  }

  #combined(operator: BinaryOperator, left: Expr, right: Expr): Expr {
    return make.binary(this.call.b.layout, this.#size, operator, left, right);
  }

  #plus(left: Expr, right: Expr): Expr {
    return this.#combined('+', left, right);
  }

  #least(left: Expr, right: Expr): Expr {
    return make.conditional(this.#size, make.compare('<', left, right), left, right);
  }

  #greatest(left: Expr, right: Expr): Expr {
    return make.conditional(this.#size, make.compare('<', left, right), right, left);
  }

  /** The bytes of that many characters. */
  #bytes(count: Expr, unit?: 'wide'): Expr {
    return unit === undefined ? count : this.#combined('*', count, this.#number(BigInt(WIDE)));
  }
}

/** Most digits of an integer of 64 bits, in octal, with its prefix. */
const MOST_DIGITS = 23;

/** Least and greatest number of characters that a directive prints, which is no text of an argument. */
function lengthOf(directive: Directive, width: number): readonly [least: number, most: number] {
  if (directive.kind === 'space') return [0, 0];
  if (directive.kind === 'text') return [directive.text.length, directive.text.length];
  if (directive.conversion === '%') return [1, 1];
  if (directive.conversion === 'c') return [Math.max(width, 1), Math.max(width, 1)];
  const precision = typeof directive.precision === 'number' ? directive.precision : 1;
  return [Math.max(width, precision), Math.max(width, precision + 2, MOST_DIGITS)];
}

function isNumber(e: Expr, value: bigint): boolean {
  return e.kind === 'integer' && e.value === value;
}

/** Whether the value is a pointer to characters. */
function isText(value: Expr): boolean {
  const target = value.type.kind === 'pointer' ? value.type.target : null;
  return target?.kind === 'integer' && CHARACTERS.has(target.name);
}

const CHARACTERS: ReadonlySet<string> = new Set(['char', 'schar', 'uchar']);

/** The variable whose fixed part the pointer leads to; null where that is not written. */
export function fixedRoot(value: Expr): Variable | null {
  let e = value;
  while (e.kind === 'convert') e = e.operand;
  if (e.kind !== 'address') return null;
  let place = e.place;
  while (place.kind === 'member' || (place.kind === 'element' && place.index.kind === 'integer')) place = place.base;
  return place.kind === 'variable' ? place.variable : null;
}

/** Whether both are variables, and not the same one. */
function areDistinct(a: Variable | null, b: Variable | null): boolean {
  return a !== null && b !== null && a.id !== b.id;
}
