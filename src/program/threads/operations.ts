import type { SourceLocation } from '../../base/source.ts';
import type { Layout } from '../../c/types/layout.ts';
import { hasQualifier, isScalar } from '../../c/types/type-basics.ts';
import type { Expr, Location, Operation, Place } from '../cfa/automaton.ts';
import * as make from '../cfa/make.ts';
import { rewriteExpr, rewriteOperation } from '../cfa/rewrite.ts';
import { targetOf } from '../cfa/walk.ts';
import { type Access, accessesOf, readsOf } from './accesses.ts';
import type { WovenGraph } from './graph.ts';
import type { Reached, ThreadPlaces } from './places.ts';
import { isSilent, type RaceChecks } from './races.ts';
import { isInterruptible, type Node } from './unfolding.ts';
import { endedBy, type Visibility } from './visible.ts';

/** Emits the operations of threads in pieces with at most one visible access each. */
export class OperationWeaver {
  constructor(
    private readonly graph: WovenGraph,
    private readonly places: ThreadPlaces,
    private readonly visibility: Visibility,
    private readonly layout: Layout,
    /** Null if races are no errors. */
    private readonly races: RaceChecks | null,
  ) {}

  /**
   * Whether other threads may run behind an access to the place. The search for races needs that only
   * for atomic objects. Before the first race of a run, plain accesses commute with the steps of others
   * up to the next synchronisation.
   */
  #pausesAt(place: Place): boolean {
    return this.visibility.isVisible(place) && (this.races === null || hasQualifier(place.type, 'atomic'));
  }

  /** Adds checks for races before accesses, and returns where the accesses begin. */
  checked(node: Node, from: Location, accesses: readonly Access[], at: SourceLocation): Location {
    if (this.races === null) return from;
    const { thread } = node.activation;
    const stop = isInterruptible(node) ? this.places.stop(thread, at) : null;
    return this.races.before(node, accesses, from, at, stop);
  }

  /** Leaves open atomic objects in arms of `?:` in the search for races, since they are read before the choice. */
  #unguarded(node: Node, from: Location, accesses: readonly Access[], at: SourceLocation): Location {
    const guarded = accesses.some(({ place, guards }) => guards.length > 0 && this.#pausesAt(place));
    if (this.races === null || !guarded || !isInterruptible(node)) return from;
    const construct = 'an atomic object in an arm of ?:, in the search for data races';
    return this.graph.emit(from, { kind: 'unsupported', construct, unread: true }, at);
  }

  /** Emits an operation in pieces with at most one visible access each. */
  operation(node: Node, from: Location, op: Operation, at: SourceLocation, told: Operation | null = null): Reached {
    if (!isInterruptible(node))
      return { at: this.graph.emit(this.#whole(node, from, op, at), op, at, told), pause: false };
    const { layout } = this;
    const target = targetOf(op);
    const ended = endedBy(op);
    const ends = ended !== null && this.visibility.isVisible(ended);
    const writes = target !== null && this.#pausesAt(target);
    const loads = this.#visibleLoads(op);
    if ((writes || loads > 0) && this.#isWide(op)) {
      const construct = 'a structure that threads share, read or written as a whole';
      return { at: this.graph.emit(from, { kind: 'unsupported', construct, unread: true }, at), pause: false };
    }
    // The program writes the bits beside it, too, with the values that it read before.
    if (writes && isBitField(target)) {
      const construct = 'a bit-field that threads share';
      return { at: this.graph.emit(from, { kind: 'unsupported', construct, unread: true }, at), pause: false };
    }
    // A call ends before another thread sees its result.
    if (writes && op.kind === 'call' && loads > 0) {
      const held = this.graph.temporary(target.type, at);
      const called = this.operation(node, from, { ...op, result: held }, at, told);
      const here = called.pause ? this.places.pause(called.at, node, at) : called.at;
      return this.operation(node, here, { kind: 'assign', target, value: make.load(held) }, at);
    }
    let here = this.#unguarded(node, from, accessesOf(op), at);
    let left = loads;
    // The last access stays in the operation.
    const kept = writes ? 0 : 1;
    const rules = {
      layout,
      expr: (e: Expr): Expr => {
        if (e.kind !== 'load' || !this.#pausesAt(e.place) || left-- <= kept) return e;
        const place = this.graph.temporary(e.type, at);
        here = this.checked(node, here, readsOf(e), at);
        here = this.places.pause(this.#read(node, here, place, e, at), node, at);
        return make.load(place);
      },
    };
    const rewritten = loads > kept ? rewriteOperation(op, rules) : op;
    here = this.#whole(node, here, rewritten, at);
    return { at: this.graph.emit(here, rewritten, at, told), pause: ends || writes || loads > 0 };
  }

  /** Reads an object into a hidden variable. */
  #read(node: Node, from: Location, target: Place, value: Expr, at: SourceLocation): Location {
    const read: Operation = { kind: 'assign', target, value };
    const { modelled, fn } = node.activation;
    return this.graph.emit(from, read, at, modelled || fn.origin === 'library' ? null : read);
  }

  /** Adds the checks before an operation that is not split, and returns where it begins. */
  #whole(node: Node, from: Location, op: Operation, at: SourceLocation): Location {
    if (this.races === null || node.flags.beside === 0n || isSilent(node)) return from;
    const { library } = this.races;
    const ranges = library.of(op);
    if (ranges === null) {
      const construct = 'call of a library function on memory that threads share, in the search for data races';
      return this.graph.emit(from, { kind: 'unsupported', construct, unread: true }, at);
    }
    const { accesses, at: here } = library.measured(ranges, from, at);
    return this.checked(node, here, [...accesses, ...accessesOf(op)], at);
  }

  /** Reads an expression's visible parts into hidden variables. The last one stays if `keep`. */
  lower(
    from: Location,
    value: Expr,
    node: Node,
    keep: boolean,
    at: SourceLocation,
  ): { readonly at: Location; readonly value: Expr; readonly visible: number } {
    const { layout } = this;
    let left = this.#visibleLoads({ kind: 'return', value });
    const visible = keep ? Math.min(left, 1) : 0;
    let here = this.#unguarded(node, from, readsOf(value), at);
    const lowered = rewriteExpr(value, {
      layout,
      expr: (e) => {
        if (e.kind !== 'load' || !this.#pausesAt(e.place) || left-- <= (keep ? 1 : 0)) return e;
        const place = this.graph.temporary(e.type, at);
        here = this.checked(node, here, readsOf(e), at);
        const assigned = this.#read(node, here, place, e, at);
        here = this.places.pause(assigned, node, at);
        return make.load(place);
      },
    });
    here = this.checked(node, here, readsOf(lowered), at);
    return { at: here, value: lowered, visible };
  }

  #visibleLoads(op: Operation): number {
    let count = 0;
    rewriteOperation(op, {
      layout: this.layout,
      expr: (e) => {
        if (e.kind === 'load' && this.#pausesAt(e.place)) count++;
        return e;
      },
    });
    return count;
  }

  /** Whether the operation reads or writes a visible object that is no scalar. */
  #isWide(op: Operation): boolean {
    const { layout } = this;
    const target = targetOf(op);
    let wide =
      target !== null &&
      this.#pausesAt(target) &&
      (!isScalar(target.type) || op.kind === 'zero' || op.kind === 'set-string');
    // An initialiser writes before any other thread knows the object.
    if (target?.kind === 'variable' && target.variable.storage === 'automatic') wide = false;
    rewriteOperation(op, {
      layout,
      expr: (e) => {
        if (e.kind === 'load' && !isScalar(e.type) && this.#pausesAt(e.place)) wide = true;
        return e;
      },
    });
    return wide;
  }
}

function isBitField(place: Place): boolean {
  if (place.kind !== 'member') return false;
  const { type } = place.base;
  return (type.kind === 'struct' || type.kind === 'union') && type.definition.fields?.[place.index]?.bits !== undefined;
}
