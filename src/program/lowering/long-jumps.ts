import type { SourceLocation } from '../../base/source.ts';
import type { FunctionDeclaration, Variable } from '../../c/ast.ts';
import { ENDING } from '../../c/parse/ending.ts';
import { INT, isVoid, pointerTo, ULONG, valueType } from '../../c/types/type-basics.ts';
import { type CType, Qualifier } from '../../c/types/types.ts';
import type { Callee, Expr, Location, Operation, Place } from '../cfa/automaton.ts';
import { isMemoryKind } from '../cfa/checks/kinds.ts';
import * as make from '../cfa/make.ts';
import { targetOf, walkOperation } from '../cfa/walk.ts';
import type { JumpVariables } from './context.ts';
import type { FunctionDraft } from './draft.ts';
import { jumpOf } from './jump-survey.ts';
import { LeftBlocks } from './left-blocks.ts';

/**
 * Ordinary control flow models `setjmp` and `longjmp` between live activations. Each execution of
 * `setjmp` gives its mark a new number, stored in the buffer and in a hidden local of the activation.
 * `longjmp` stores the number in a static variable and returns. Each caller then returns too, behind
 * its call, until an activation has the mark of that number.
 */

/** One call of `setjmp` in the source. */
interface Mark {
  /** Number of the mark in this activation; 0 before `setjmp` is executed. */
  readonly number: Place;
  /** Buffer that the mark was stored in, where buffers may have any content; else null. */
  readonly buffer: Place | null;
  readonly result: Place;
  /** Location behind the call, where `result` is set. */
  readonly behind: Location;
  /** Location at which the call stores the mark's number. */
  readonly set: Location;
  readonly at: SourceLocation;
}

export const UNMARKED = 'longjmp to where no live activation has its setjmp';
/** A jump ends variables of the blocks that it leaves, which no edge does. */
const UNWATCHED = 'longjmp in a program whose accesses are watched';
const CALLED_BACK = 'longjmp out of a function that the library has called';

/** Operations by the location that they start from. */
type Outgoing = Map<Location, { readonly to: Location; readonly op: Operation }[]>;

/** Limit of the work of searches for changed locals in one function: marks times edges times locals. */
const MOST_WORK = 300_000_000;

/** Builds the jumps of one function. */
export class FunctionJumps {
  readonly #marks: Mark[] = [];
  readonly #numbers: Place[] = [];
  #dispatch: Location | null = null;
  /** The scopes of the function. */
  readonly blocks = new LeftBlocks();

  constructor(
    private readonly b: FunctionDraft,
    private readonly declaration: FunctionDraft['declaration'],
  ) {}

  /** Builds the start of the function, where no mark is set. */
  start(): void {
    const { b, declaration } = this;
    const { marks, mayJump, addressed } = b.context.survey.jumps;
    const { at } = declaration;
    for (let i = marks.get(declaration.id) ?? 0; i > 0; i--) {
      const number = hidden(b, `$mark${this.#numbers.length + 1}`, ULONG, at);
      this.#numbers.push(number);
      b.assign(number, make.zeroOf(ULONG), at);
    }
    // The library does not call a function again after a jump has left it, so such a path is a gap.
    if (mayJump.has(declaration.id) && addressed.has(declaration.id)) this.#refuse(CALLED_BACK, at);
  }

  /** The jump that a direct call with that number of arguments makes; null for other calls. */
  kindOf(callee: FunctionDeclaration, count: number): 'setjmp' | 'longjmp' | null {
    const kind = jumpOf(callee);
    if (kind === 'longjmp' && count === 2) return kind;
    return kind === 'setjmp' && count >= 1 && this.#marks.length < this.#numbers.length ? kind : null;
  }

  /** Builds a call of `setjmp` or `longjmp` with these arguments. */
  call(kind: 'setjmp' | 'longjmp', [buffer, given]: readonly Expr[], at: SourceLocation): Expr {
    return kind === 'longjmp' ? this.#jump(buffer, given, at) : this.#mark(buffer, at);
  }

  /** Whether a jump may leave the called function. */
  mayLeave(callee: Callee): boolean {
    const { mayJump, throughPointers } = this.b.context.survey.jumps;
    return callee.kind === 'direct' ? mayJump.has(callee.function) : throughPointers;
  }

  /** Builds the branch behind a call that a jump may have left. */
  behind(at: SourceLocation): void {
    const { b } = this;
    if (this.declaration.name === ENDING) {
      this.#refuse(CALLED_BACK, at);
      return;
    }
    const [jumps, goes] = [b.newLocation(), b.newLocation()];
    b.branch(make.load(variables(b).target), jumps, goes, at);
    b.here = jumps;
    b.jump(this.#arrival(), at);
    b.here = goes;
  }

  /** Builds the branch behind a call of a library function, which may have called functions of the program. */
  behindLibrary(at: SourceLocation): void {
    if (this.b.context.survey.jumps.throughPointers) this.#refuse(CALLED_BACK, at);
  }

  /** Builds the dispatch of jumps at the end of the function. All other edges must exist. */
  finish(at: SourceLocation): void {
    const { b } = this;
    const dispatch = this.#dispatch;
    if (dispatch === null) return;
    const { target, value, buffer } = variables(b);
    this.blocks.finish(b, dispatch, at);
    const changed = this.#changedVariables(dispatch);
    b.here = dispatch;
    for (const [index, mark] of this.#marks.entries()) {
      const [found, next] = [b.newLocation(), b.newLocation()];
      b.branch(make.compare('==', make.load(target), make.load(mark.number)), found, next, mark.at);
      b.here = found;
      if (buffer !== null && mark.buffer !== null) {
        const same = b.newLocation();
        b.branch(make.compare('==', make.load(buffer), make.load(mark.buffer)), same, next, mark.at);
        b.here = same;
      }
      if ([...b.context.watch.keys()].some(isMemoryKind)) b.unsupported(UNWATCHED, mark.at, 'deref');
      const variable = changed[index];
      if (variable) b.unsupported(`the value of '${variable.name}', which changes between setjmp and longjmp`, mark.at);
      b.assign(target, make.zeroOf(ULONG), mark.at);
      b.assign(mark.result, make.load(value), mark.at);
      b.jump(mark.behind, mark.at);
      b.here = next;
    }
    const { result } = this.declaration.type;
    if (this.declaration.name === 'main') lost(b, UNMARKED, at);
    b.emitTo({ kind: 'return', value: isVoid(result) ? null : nothing(b, result, at) }, b.exit, at);
    b.startDeadCode();
  }

  #mark(buffer: Expr, at: SourceLocation): Expr {
    const { b } = this;
    const number = this.#numbers[this.#marks.length];
    const { count } = variables(b);
    b.assign(count, make.binary(b.layout, ULONG, '+', make.load(count), make.oneOf(ULONG)), at);
    const set = b.here;
    b.assign(number, make.load(count), at);
    const kept = b.context.anyBuffers ? hidden(b, `$buffer${this.#marks.length + 1}`, pointerTo(ULONG), at) : null;
    if (kept !== null) b.assign(kept, words(b, buffer), at);
    b.assign(bufferPlace(b, buffer), make.load(count), at);
    const result = hidden(b, `$jumped${this.#marks.length + 1}`, INT, at);
    b.assign(result, make.ZERO, at);
    const behind = b.newLocation();
    b.continueAt(behind, at);
    this.blocks.mark();
    this.#marks.push({ number, buffer: kept, result, behind, set, at });
    return make.load(result);
  }

  #jump(buffer: Expr, given: Expr, at: SourceLocation): Expr {
    const { b } = this;
    const { target, value, buffer: left } = variables(b);
    const [zero, other] = [b.newLocation(), b.newLocation()];
    b.assign(value, make.convert(b.layout, INT, given), at);
    b.assign(target, make.load(bufferPlace(b, buffer)), at);
    if (left !== null) b.assign(left, words(b, buffer), at);
    b.branch(make.load(value), other, zero, at);
    b.here = zero;
    b.assign(value, make.ONE, at);
    b.continueAt(other, at);
    const [known, unknown] = [b.newLocation(), b.newLocation()];
    b.branch(make.load(target), known, unknown, at);
    b.here = unknown;
    lost(b, UNMARKED, at);
    b.continueAt(known, at);
    b.jump(this.#arrival(), at);
    b.startDeadCode();
    return make.ZERO;
  }

  #refuse(construct: string, at: SourceLocation): void {
    const { b } = this;
    const [jumps, goes] = [b.newLocation(), b.newLocation()];
    b.branch(make.load(variables(b).target), jumps, goes, at);
    b.here = jumps;
    lost(b, construct, at);
    b.continueAt(goes, at);
  }

  /** Returns the location to which control goes behind a call here that a jump has left. */
  #arrival(): Location {
    this.#dispatch ??= this.b.newLocation();
    return this.blocks.arrival(this.b) ?? this.#dispatch;
  }

  /**
   * Finds such a local for each mark (null: none). If the search would take too long, it returns any
   * local that is written.
   */
  #changedVariables(dispatch: Location): (Variable | null)[] {
    const { edges } = this.b;
    const outgoing: Outgoing = new Map();
    const written = new Set<Variable>();
    for (const { from, to, op } of edges) {
      const list = outgoing.get(from);
      if (list === undefined) outgoing.set(from, [{ to, op }]);
      else list.push({ to, op });
      const variable = writtenVariable(op);
      if (variable !== null && this.#mayBeInRegister(variable)) written.add(variable);
    }
    if (written.size === 0) return this.#marks.map(() => null);
    // The dispatch has no edges yet: a jump to any mark may come before the jump to this one.
    const none: Operation = { kind: 'skip' };
    outgoing.set(
      dispatch,
      this.#marks.map(({ behind }) => ({ to: behind, op: none })),
    );
    if (this.#marks.length * edges.length * written.size <= MOST_WORK)
      return this.#marks.map((mark) => this.#changedBehind(mark, dispatch, outgoing));
    const [any = null] = written;
    return this.#marks.map(() => any);
  }

  /**
   * Finds a local that may change between `setjmp` and the jump back, and that is read afterwards. Its
   * value is indeterminate (C11 7.13.2.1p3). `volatile` locals are exempt by C. Locals whose address is
   * taken are exempt because GCC keeps them in memory.
   */
  #changedBehind(mark: Mark, dispatch: Location, outgoing: Outgoing): Variable | null {
    // A new execution of the same `setjmp` ends the search: changes behind it belong to the new mark.
    const after = reach([mark.behind], outgoing, (from) => from === mark.set);
    const written = new Map<Variable, Location[]>();
    for (const from of after) {
      for (const { to, op } of outgoing.get(from) ?? []) {
        const variable = writtenVariable(op);
        if (variable === null || !this.#mayBeInRegister(variable)) continue;
        written.set(variable, [...(written.get(variable) ?? []), to]);
      }
    }
    for (const [variable, places] of written) {
      if (!reach(places, outgoing, (from) => from === mark.set).has(dispatch)) continue;
      const live = reach([mark.behind], outgoing, (from) =>
        (outgoing.get(from) ?? []).some(({ op }) => replaces(op, variable)),
      );
      for (const from of live) if ((outgoing.get(from) ?? []).some(({ op }) => reads(op, variable))) return variable;
    }
    return null;
  }

  #mayBeInRegister({ id, storage, type, name }: Variable): boolean {
    if (storage === 'static' || name.startsWith('$') || this.b.context.survey.addressTaken.has(id)) return false;
    return ((type.qualifiers ?? 0) & Qualifier.volatile) === 0;
  }
}

/**
 * Collects the locations that are reachable from `from`. The search does not go beyond a location that
 * `stops` accepts.
 */
function reach(
  from: readonly Location[],
  outgoing: ReadonlyMap<Location, readonly { readonly to: Location }[]>,
  stops: (location: Location) => boolean,
): Set<Location> {
  const seen = new Set<Location>(from);
  const pending = [...from];
  for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
    if (stops(location)) continue;
    for (const { to } of outgoing.get(location) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      pending.push(to);
    }
  }
  return seen;
}

/** Returns the variable that an operation changes, wholly or in part; null if there is none. */
function writtenVariable(op: Operation): Variable | null {
  let place = targetOf(op);
  while (place !== null && (place.kind === 'member' || place.kind === 'element')) place = place.base;
  return place !== null && place.kind === 'variable' ? place.variable : null;
}

/**
 * Whether an operation reads the variable. The target may be the same object as a place that is read,
 * as in `x += 1`.
 */
function reads(op: Operation, variable: Variable): boolean {
  const target = targetOf(op);
  let visits = target?.kind === 'variable' && target.variable.id === variable.id ? -1 : 0;
  walkOperation(
    op,
    {
      place: (place) => {
        if (place.kind === 'variable' && place.variable.id === variable.id) visits += 1;
      },
    },
    true,
  );
  return visits > 0;
}

/** Whether the operation gives the whole variable a new value without reading the variable. */
function replaces(op: Operation, variable: Variable): boolean {
  if (op.kind === 'declare') return op.variable.id === variable.id;
  const target = targetOf(op);
  return target !== null && target.kind === 'variable' && target.variable.id === variable.id && !reads(op, variable);
}

function variables(b: FunctionDraft): JumpVariables {
  const { context } = b;
  context.jumpVariables ??= {
    count: staticPlace(b, '$marks', ULONG),
    target: staticPlace(b, '$jump', ULONG),
    value: staticPlace(b, '$jumpValue', INT),
    buffer: context.anyBuffers ? staticPlace(b, '$jumpBuffer', pointerTo(ULONG)) : null,
  };
  return context.jumpVariables;
}

function staticPlace(b: FunctionDraft, name: string, type: CType): Place {
  const variable = b.context.newVariable(name, type, 'static', null, make.NOWHERE);
  b.context.addGlobal(variable);
  return make.variablePlace(variable);
}

/** Adds a hidden local that may be assigned more than once. */
function hidden(b: FunctionDraft, name: string, type: CType, at: SourceLocation): Place {
  const variable = b.context.newVariable(name, type, 'automatic', b.declaration.id, at);
  b.addLocal(variable);
  return make.variablePlace(variable);
}

/** Emits a gap, after which control may be anywhere in the program. */
function lost(b: FunctionDraft, construct: string, at: SourceLocation): void {
  b.emit({ kind: 'unsupported', construct, unread: true }, at);
}

/** Returns the place of the first word of the buffer. */
function bufferPlace(b: FunctionDraft, buffer: Expr): Place {
  return make.dereference(b.layout, words(b, buffer), ULONG);
}

function words(b: FunctionDraft, buffer: Expr): Expr {
  return make.convert(b.layout, pointerTo(ULONG), buffer);
}

/** Makes a value of the type that the program never reads. */
function nothing(b: FunctionDraft, type: CType, at: SourceLocation): Expr {
  switch (type.kind) {
    case 'integer':
    case 'enum':
    case 'pointer':
    case 'float':
      return make.zeroOf(valueType(type));
    default:
      return make.load(b.temporary(type, at));
  }
}
