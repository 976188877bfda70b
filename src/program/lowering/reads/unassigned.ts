import type { Variable } from '../../../c/ast.ts';
import { INT, isRecord, isScalar } from '../../../c/types/type-basics.ts';
import type { CType } from '../../../c/types/types.ts';
import type { Expr, Location, Operation, Place } from '../../cfa/automaton.ts';
import * as make from '../../cfa/make.ts';
import { targetOf } from '../../cfa/walk.ts';
import type { FunctionBuilder } from '../builder.ts';

/** Most parts of a structure that are told apart; one of more parts has a value from the first one on. */
const MOST_PARTS = 16;

/** A variable, or a member of one, that has a value from its first assignment on. */
interface VariablePart {
  readonly variable: Variable;
  /** Positions of the members that lead to it; []: the whole variable. */
  readonly path: readonly number[];
  /** Its number among all parts. */
  readonly number: number;
}

/**
 * Variables of one function that may be read before they have a value. Only those count whose address the
 * program does not take: reading another one without a value is no undefined behaviour (C11 6.3.2.1p2).
 * Each member of a structure counts by itself; a structure that is read as a whole lacks a value where all of
 * its members do. Paths decide whether a hidden variable has to say so in runs.
 *
 * Inputs of the kind `uninitialised` are no substitute. They are the content that such a variable has, and
 * no content tells whether it was assigned.
 */
export class Unassigned {
  readonly #parts = new Map<number, readonly VariablePart[]>();
  #count = 0;
  /** The parts that may lack a value, by location: one bit each. */
  readonly #open: Uint32Array[] = [];
  /** Hidden variables that say whether a part has a value, by its number. */
  readonly #flags = new Map<number, Place>();

  constructor(
    private readonly b: FunctionBuilder,
    isWanted: (variable: Variable) => boolean,
  ) {
    const { context, locals } = b;
    for (const variable of locals) {
      const { type, id, name, storage } = variable;
      const isOwn = storage === 'automatic' && !name.startsWith('$') && !context.survey.addressTaken.has(id);
      if (!isOwn || !(isScalar(type) || isRecord(type)) || !isWanted(variable)) continue;
      const paths = membersOf(type);
      const told = paths.length > MOST_PARTS ? [[]] : paths;
      this.#parts.set(
        id,
        told.map((path) => ({ variable, path, number: this.#count++ })),
      );
    }
    if (this.#count > 0) this.#follow();
  }

  /** Returns when the place has no value at the location; null: it, or a part of it, always has one. */
  lacks(place: Place, at: Location): Expr | null {
    const parts = this.#within(place);
    if (parts.length === 0 || !parts.every(({ number }) => this.#isOpen(at, number))) return null;
    return parts
      .map((part) => make.not(make.load(this.#flagOf(part))))
      .reduceRight((others, one) => make.conditional(INT, one, others, make.ZERO));
  }

  /** Emits the changes of the hidden variables, behind the operations that give or take values. */
  finish(): void {
    const { b } = this;
    if (this.#flags.size === 0) return;
    for (const edge of [...b.edges]) {
      const { op, at, to } = edge;
      const parts = op.kind === 'declare' ? (this.#parts.get(op.variable.id) ?? []) : this.#valued(op);
      const flags = parts.flatMap(({ number }) => this.#flags.get(number) ?? []);
      if (flags.length === 0) continue;
      b.here = edge.to = b.newLocation();
      for (const flag of flags) b.assign(flag, op.kind === 'declare' ? make.ZERO : make.ONE, at);
      b.jump(to, at);
    }
    const start = b.newLocation();
    for (const edge of b.edges) if (edge.from === b.entry) edge.from = start;
    b.here = b.entry;
    for (const flag of this.#flags.values()) b.assign(flag, make.ZERO, b.declaration.at);
    b.jump(start, b.declaration.at);
  }

  #flagOf({ variable, path, number }: VariablePart): Place {
    const known = this.#flags.get(number);
    if (known !== undefined) return known;
    const name = `$set ${[variable.name, ...path].join('.')}`;
    const hidden = this.b.context.newVariable(name, INT, 'automatic', this.b.declaration.id, variable.at);
    this.b.addLocal(hidden);
    const flag = make.variablePlace(hidden);
    this.#flags.set(number, flag);
    return flag;
  }

  #isOpen(at: Location, number: number): boolean {
    return ((this.#open[at]?.[number >> 5] ?? 0) & (1 << (number & 31))) !== 0;
  }

  /** The parts that a place has, or is in. */
  #within(place: Place): readonly VariablePart[] {
    const path: number[] = [];
    let inner = place;
    for (; inner.kind === 'member' || inner.kind === 'element'; inner = inner.base)
      path.unshift(inner.kind === 'member' ? inner.index : 0);
    const parts = inner.kind === 'variable' ? (this.#parts.get(inner.variable.id) ?? []) : [];
    return parts.filter((part) => part.path.every((index, i) => i >= path.length || path[i] === index));
  }

  /** The parts that the operation gives a value, at least in part. */
  #valued(op: Operation): readonly VariablePart[] {
    const place = targetOf(op) ?? (op.kind === 'intrinsic' ? op.places[0] : undefined);
    return place === undefined || place === null ? [] : this.#within(place);
  }

  /** Follows all paths from the entry, where no variable has a value. */
  #follow(): void {
    const { edges, entry } = this.b;
    const words = (this.#count + 31) >> 5;
    const leaving = new Map<Location, number[]>();
    edges.forEach(({ from }, i) => {
      const before = leaving.get(from);
      if (before === undefined) leaving.set(from, [i]);
      else before.push(i);
    });
    this.#open[entry] = new Uint32Array(words).fill(0xffffffff);
    const pending = [entry];
    for (let at = pending.pop(); at !== undefined; at = pending.pop())
      for (const i of leaving.get(at) ?? []) {
        const { op, to } = edges[i];
        const known = this.#open[to];
        const there = known ?? new Uint32Array(words);
        if (this.#join(there, this.#open[at], op) || known === undefined) pending.push(to);
        this.#open[to] = there;
      }
  }

  /** Adds to `there` what may lack a value behind the operation. Returns whether that is more than before. */
  #join(there: Uint32Array, before: Uint32Array, op: Operation): boolean {
    const open = before.slice();
    for (const { number } of this.#valued(op)) open[number >> 5] &= ~(1 << (number & 31));
    const taken = op.kind === 'declare' ? (this.#parts.get(op.variable.id) ?? []) : [];
    for (const { number } of taken) open[number >> 5] |= 1 << (number & 31);
    let isMore = false;
    for (let word = 0; word < there.length; word++) {
      isMore ||= (open[word] & ~there[word]) !== 0;
      there[word] |= open[word];
    }
    return isMore;
  }
}

/** Paths to the members of a type that have values of their own; [[]] for types without such members. */
function membersOf(type: CType): readonly (readonly number[])[] {
  if (type.kind !== 'struct') return [[]];
  const fields = type.definition.fields ?? [];
  const named = fields.flatMap((field, i) => (field.bits !== undefined && field.name === null ? [] : [{ field, i }]));
  return named.flatMap(({ field, i }) => membersOf(field.type).map((path) => [i, ...path]));
}
