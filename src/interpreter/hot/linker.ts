import type { Variable } from '../../c/ast.ts';
import { liveVariables } from '../../program/cfa/analysis/live-variables.ts';
import type { Edge } from '../../program/cfa/automaton.ts';
import { type Frame, type Step, SWITCH } from '../activation.ts';
import type { Calls } from '../calls.ts';
import { compileStore } from '../loads.ts';
import type { Value } from '../values.ts';
import type { CodeWriter, Scope } from './code-writer.ts';
import type { Graph } from './graph.ts';

/** The data that generated code and the machine share. */
export class Link {
  /** Number of allowed steps that the code has not made. */
  left = 0;
  /** The edge at which the code threw; null if it did not. */
  thrownAt: Edge | null = null;

  constructor(readonly calls: Calls) {}
}

/** A place where the code may throw: the current edge, and the steps that `n` does not count yet. */
export interface Site {
  readonly edge: Edge;
  readonly steps: number;
}

/** A location of an inlined call at which the interpreter continues. */
export interface Leaf {
  readonly scope: Scope;
  readonly location: number;
}

type Run = (frame: Frame, fuel: number) => number;

/** Makes a function of the code of a loop. */
export class Linker {
  constructor(
    private readonly graph: Graph,
    private readonly writer: CodeWriter,
    private readonly link: Link,
  ) {}

  run(body: string, sites: readonly Site[], leaves: readonly Leaf[], plain: Step): Run {
    const { writer, link } = this;
    const { memory } = this.graph.scopes[0].context.runtime;
    const thrown = (at: number, n: number): void => {
      link.left = n - (sites[at]?.steps ?? 0);
      link.thrownAt = sites[at]?.edge ?? null;
    };
    const made = leaves.map((leaf) => this.#activations(leaf));
    const { declarations, missing } = this.#rootSlots();
    const frames = this.graph.scopes
      .slice(1)
      .map(({ number, code }) => `const f${number} = new Array(${code.slotCount}).fill(undefined);`);
    const names = [...writer.changed].filter((name) => name.startsWith('s0_'));
    const source = `'use strict';
${writer.constants.map((_, index) => `const k${index} = K[${index}];`).join(' ')}
${frames.join(' ')}
return function loop(f, n) {
${missing.length === 0 ? '' : `if (${missing.join(' || ')}) { link.left = n - 1; return plain(f); }`}
const F = f[0];
let x = 0, at = 0, V = M.view, S = M.states, C = S.length * 8;
${declarations}
${this.#innerSlots()}
${Array.from({ length: writer.temporaries }, (_, index) => `let t${index} = 0;`).join(' ')}
try { X: { ${body} } } catch (error) { thrown(at, n); throw error; }
${names.map((name) => `f[${name.slice(3)}] = ${name};`).join(' ')}
link.left = n;
${made.length === 0 ? '' : `if (x < 0) switch (x) { ${leaves.map((leaf, index) => `case ${-1 - index}: return made[${index}](${this.#values(leaf)});`).join('\n')} }`}
return x;
};`;
    return new Function('K', 'M', 'link', 'plain', 'thrown', 'made', source)(
      writer.constants,
      memory,
      link,
      plain,
      thrown,
      made,
    ) as Run;
  }

  /**
   * Declares variables of the running activation, with their values of the frame. Variables that are
   * assigned before any read need no value.
   */
  #rootSlots(): { declarations: string; missing: string[] } {
    const [{ scope, location }] = this.graph.nodes;
    const { slots } = scope.code.frame;
    const live = liveVariables(scope.fn, slots.keys());
    const missing: string[] = [];
    const declarations = variablesOf(scope).flatMap(({ variable, slot }) => {
      const name = `s0_${slot}`;
      if (!this.writer.used.has(name)) return [];
      if (live?.isLive(location, variable.id) === false) return [`let ${name} = 0;`];
      missing.push(`f[${slot}] === undefined`);
      return [`let ${name} = ${typed(scope, variable, `f[${slot}]`)};`];
    });
    return { declarations: declarations.join(' '), missing };
  }

  #innerSlots(): string {
    const names = [...this.writer.used].filter((name) => !name.startsWith('s0_'));
    return names.map((name) => `let ${name} = 0;`).join(' ');
  }

  /**
   * Returns a function that makes the activations of the calls that lead to a leaf. `values`: the slots
   * of each, from the outermost one on.
   */
  #activations({ scope, location }: Leaf): (values: readonly (readonly (Value | undefined)[])[]) => number {
    const { calls } = this.link;
    const { runtime } = scope.context;
    const entries = chainOf(scope).map(({ code, fn, caller }) => {
      const { edge, op, scope: outer } = caller;
      const store = op.result === null ? null : compileStore(outer.context, op.result);
      const types = fn.parameters.map(({ type }) => type);
      const entrance = calls.entrance({ function: fn, types, resultType: op.result?.type ?? fn.type.result, store });
      return { code, edge, entrance };
    });
    return (values) => {
      for (const [index, { code, edge, entrance }] of entries.entries()) {
        const slots = values[index];
        const given = code.function.parameters.map(({ id }) => slots[code.frame.slots.get(id) ?? 0] ?? 0);
        calls.enter(entrance, given, edge.to, runtime.activation, edge);
        const frame = runtime.activation?.frame ?? [];
        for (let slot = 1; slot < slots.length; slot++) frame[slot] = slots[slot];
      }
      if (runtime.activation !== null) runtime.activation.resume = location;
      return SWITCH;
    };
  }

  #values({ scope }: Leaf): string {
    const lists = chainOf(scope).map(({ number, code }) => {
      const slots = Array.from({ length: code.slotCount }, (_, slot) => `s${number}_${slot}`);
      return `[${slots.map((name) => (this.writer.used.has(name) ? name : 'undefined')).join(', ')}]`;
    });
    return `[${lists.join(', ')}]`;
  }
}

type InnerScope = Scope & { readonly caller: NonNullable<Scope['caller']> };

/** Returns the scopes of inlined calls that lead to a scope, the outermost first. */
function chainOf(scope: Scope): InnerScope[] {
  const chain: InnerScope[] = [];
  for (let at = scope; at.caller !== null; at = at.caller.scope) chain.unshift({ ...at, caller: at.caller });
  return chain;
}

function variablesOf({ fn, code }: Scope): { variable: Variable; slot: number }[] {
  const found = new Map<number, { variable: Variable; slot: number }>();
  for (const variable of [...fn.parameters, ...fn.locals]) {
    const slot = code.frame.slots.get(variable.id);
    if (slot !== undefined) found.set(slot, { variable, slot });
  }
  return [...found.values()];
}

/** Writes the value of a variable in a form that shows the engine its kind. */
function typed({ context }: Scope, { type }: Variable, code: string): string {
  const representation = context.runtime.represent(type);
  if (representation.kind === 'int') return representation.signed ? `${code} | 0` : `${code} >>> 0`;
  return representation.kind === 'float' ? `+${code}` : code;
}
