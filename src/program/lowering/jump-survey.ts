import type { Expression, FunctionDeclaration, TranslationUnit } from '../../c/ast.ts';
import { type JumpKind, jumpKind, undefinedOrigin } from '../cfa/jump-functions.ts';

/** Survey of `setjmp` and `longjmp`: functions that set marks, and functions that a jump may leave. */
export interface JumpSurvey {
  /** Number of calls of `setjmp` by function id; a function without such calls has no entry. */
  readonly marks: ReadonlyMap<number, number>;
  /** Ids of functions with bodies that may call `longjmp`, directly or through other functions. */
  readonly mayJump: ReadonlySet<number>;
  /** Whether the address of a function in `mayJump` is taken. Any call through a pointer may then jump. */
  readonly throughPointers: boolean;
  /** Ids of functions whose address is taken. */
  readonly addressed: ReadonlySet<number>;
}

/** Returns the function that the callee names; null for a call through a pointer. */
export function directCallee(callee: Expression): FunctionDeclaration | null {
  let inner = callee;
  while (inner.kind === 'address' || inner.kind === 'array-decay' || inner.kind === 'dereference')
    inner = inner.operand;
  return inner.kind === 'function' ? (inner.function.same ?? inner.function) : null;
}

/**
 * Returns whether the function is the library's `setjmp`, which sets a mark, or its `longjmp`, which
 * goes back to one; null for others.
 */
export function jumpOf(declaration: FunctionDeclaration): JumpKind | null {
  return declaration.definition === null ? jumpKind(undefinedOrigin(declaration)) : null;
}

/**
 * Collects calls function by function. It stays empty if the program declares neither `setjmp` nor
 * `longjmp`.
 */
export class JumpCollector {
  readonly #marks = new Map<number, number>();
  readonly #callers = new Map<number, number[]>();
  readonly #jumping: number[] = [];
  readonly #indirect: number[] = [];
  readonly #addressed = new Set<number>();
  readonly #active: boolean;

  constructor(unit: TranslationUnit) {
    this.#active = unit.functions.some((each) => jumpOf(each) !== null);
  }

  /** Records an expression of a function's body, or of a static initialiser if `fn` is null. */
  see(e: Expression, fn: number | null): void {
    if (!this.#active) return;
    if (e.kind !== 'call' || fn === null) return;
    const callee = directCallee(e.callee);
    const kind = callee === null ? null : jumpOf(callee);
    if (callee === null) this.#indirect.push(fn);
    else if (kind === 'setjmp') this.#marks.set(fn, (this.#marks.get(fn) ?? 0) + 1);
    else if (kind === 'longjmp') this.#jumping.push(fn);
    else {
      const list = this.#callers.get(callee.id);
      if (list === undefined) this.#callers.set(callee.id, [fn]);
      else list.push(fn);
    }
  }

  /** Records the address of a function outside of direct calls. */
  address(declaration: FunctionDeclaration): void {
    if (this.#active) this.#addressed.add((declaration.same ?? declaration).id);
  }

  finish(): JumpSurvey {
    const mayJump = new Set<number>();
    const pending = [...this.#jumping];
    let throughPointers = false;
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (mayJump.has(id)) continue;
      mayJump.add(id);
      pending.push(...(this.#callers.get(id) ?? []));
      if (!this.#addressed.has(id) || throughPointers) continue;
      throughPointers = true;
      pending.push(...this.#indirect);
    }
    return { marks: this.#marks, mayJump, throughPointers, addressed: this.#addressed };
  }
}
