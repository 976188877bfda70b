import type { Variable } from '../../c/ast.ts';
import type { Extent, Program } from '../../cfa/automaton.ts';

/**
 * The variables whose names are unambiguous. A reader sees invariants where inner declarations may
 * hide outer ones.
 */
export class Names {
  readonly #extents = new Map<number, Extent>();
  readonly #hidden = new Set<number>();

  constructor(program: Program) {
    const globals = new Map<string, Variable[]>();
    const statics = new Set<string>();
    for (const variable of program.globals) {
      if (variable.scope === null) append(globals, variable);
      else statics.add(variable.name);
    }
    for (const [name, twins] of globals) {
      if (twins.length > 1 || statics.has(name)) for (const { id } of twins) this.#hidden.add(id);
    }
    for (const fn of program.functions) {
      if (fn === null || fn === undefined) continue;
      const byName = new Map<string, Variable[]>();
      for (const variable of [...fn.parameters, ...fn.locals]) {
        const extent = fn.extents.get(variable.id);
        // No C program can write the name of a hidden variable.
        if (extent === undefined || variable.name.startsWith('$')) continue;
        this.#extents.set(variable.id, extent);
        append(byName, variable);
        // The scope of static locals is not known.
        if (statics.has(variable.name)) this.#hidden.add(variable.id);
        // A local hides a global. The class treats it as hidden everywhere, though the local hides it in one
        // function only.
        for (const { id } of globals.get(variable.name) ?? []) this.#hidden.add(id);
      }
      for (const twins of byName.values()) this.#hideOverlapping(twins);
    }
  }

  /** Whether another variable has the same name in a part of its scope, or its scope is not known. */
  isHidden(variable: Variable): boolean {
    return this.#hidden.has(variable.id) || (variable.scope !== null && !this.#extents.has(variable.id));
  }

  /** The variable's scope; null for names at file scope. */
  extent(variable: Variable): Extent | null {
    return this.#extents.get(variable.id) ?? null;
  }

  /** Hides overlapping variables of one name. Scopes are disjoint or nested. */
  #hideOverlapping(twins: readonly Variable[]): void {
    if (twins.length === 1) return;
    const byStart = twins.map(({ id }) => ({ id, ...this.#extents.get(id)! })).sort((a, b) => a.from - b.from);
    const around: typeof byStart = [];
    for (const inner of byStart) {
      while (around.length > 0 && around[around.length - 1].to <= inner.from) around.pop();
      const outer = around.at(-1);
      if (outer !== undefined) this.#hidden.add(outer.id);
      around.push(inner);
    }
  }
}

function append(map: Map<string, Variable[]>, variable: Variable): void {
  const list = map.get(variable.name);
  if (list === undefined) map.set(variable.name, [variable]);
  else list.push(variable);
}
