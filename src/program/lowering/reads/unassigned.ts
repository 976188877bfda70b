import type { Variable } from '../../../c/ast.ts';
import { INT, isRecord, isScalar } from '../../../c/types/type-basics.ts';
import type { Expr, Location, Operation, Place } from '../../cfa/automaton.ts';
import * as make from '../../cfa/make.ts';
import { rootOf, targetOf } from '../../cfa/walk.ts';
import type { FunctionBuilder } from '../builder.ts';

/**
 * Variables of one function that may be read before they have a value. Only those count whose address the
 * program does not take: reading another one without a value is no undefined behaviour (C11 6.3.2.1p2).
 * Paths decide whether a hidden variable has to say so in runs.
 *
 * Inputs of the kind `uninitialised` are no substitute. They are the content that such a variable has, and
 * no content tells whether it was assigned.
 */
export class Unassigned {
  readonly #numbers = new Map<number, number>();
  /** The variables that may lack a value, by location: one bit each. */
  readonly #open: Uint32Array[] = [];
  /** Hidden variables that say whether a variable has a value. */
  readonly #flags = new Map<number, Place>();

  constructor(
    private readonly b: FunctionBuilder,
    isWanted: (variable: Variable) => boolean,
  ) {
    const { context, locals } = b;
    for (const variable of locals) {
      const { type, id, name, storage } = variable;
      const isOwn = storage === 'automatic' && !name.startsWith('$') && !context.survey.addressTaken.has(id);
      if (isOwn && (isScalar(type) || isRecord(type)) && isWanted(variable)) this.#numbers.set(id, this.#numbers.size);
    }
    if (this.#numbers.size > 0) this.#follow();
  }

  /** Returns when the variable at the root of a place has no value at the location; null: it always has one. */
  lacks(place: Place, at: Location): Expr | null {
    const variable = variableOf(place);
    const number = variable === null ? undefined : this.#numbers.get(variable.id);
    if (variable === null || number === undefined || !this.#isOpen(at, number)) return null;
    let flag = this.#flags.get(variable.id);
    if (flag === undefined) {
      const hidden = this.b.context.newVariable(
        `$set ${variable.name}`,
        INT,
        'automatic',
        this.b.declaration.id,
        variable.at,
      );
      this.b.addLocal(hidden);
      this.#flags.set(variable.id, (flag = make.variablePlace(hidden)));
    }
    return make.not(make.load(flag));
  }

  /** Emits the changes of the hidden variables, behind the operations that give or take values. */
  finish(): void {
    const { b } = this;
    if (this.#flags.size === 0) return;
    for (const edge of [...b.edges]) {
      const { op, at, to } = edge;
      const given = valued(op);
      const flag = this.#flags.get((op.kind === 'declare' ? op.variable : given)?.id ?? -1);
      if (flag === undefined) continue;
      b.here = edge.to = b.newLocation();
      b.emitTo({ kind: 'assign', target: flag, value: op.kind === 'declare' ? make.ZERO : make.ONE }, to, at);
    }
    const start = b.newLocation();
    for (const edge of b.edges) if (edge.from === b.entry) edge.from = start;
    b.here = b.entry;
    for (const flag of this.#flags.values()) b.assign(flag, make.ZERO, b.declaration.at);
    b.jump(start, b.declaration.at);
  }

  #isOpen(at: Location, number: number): boolean {
    return ((this.#open[at]?.[number >> 5] ?? 0) & (1 << (number & 31))) !== 0;
  }

  /** Follows all paths from the entry, where no variable has a value. */
  #follow(): void {
    const { edges, entry } = this.b;
    const words = (this.#numbers.size + 31) >> 5;
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
    const given = this.#numbers.get(valued(op)?.id ?? -1);
    const taken = op.kind === 'declare' ? this.#numbers.get(op.variable.id) : undefined;
    let isMore = false;
    for (let word = 0; word < there.length; word++) {
      let bits = before[word];
      if (given !== undefined && given >> 5 === word) bits &= ~(1 << (given & 31));
      if (taken !== undefined && taken >> 5 === word) bits |= 1 << (taken & 31);
      isMore ||= (bits & ~there[word]) !== 0;
      there[word] |= bits;
    }
    return isMore;
  }
}

/** The variable that the operation gives a value, as a whole or in part; null: it gives none. */
function valued(op: Operation): Variable | null {
  const place = targetOf(op) ?? (op.kind === 'intrinsic' ? op.places[0] : undefined);
  return place === undefined || place === null ? null : variableOf(place);
}

function variableOf(place: Place): Variable | null {
  const root = rootOf(place);
  return root.kind === 'variable' ? root.variable : null;
}
