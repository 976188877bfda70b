import type { Edge, Expr, Operation } from '../../program/cfa/automaton.ts';
import { walkOperation } from '../../program/cfa/walk.ts';
import type { Step } from '../activation.ts';
import { compatible } from '../convention.ts';
import { isScalarType } from '../values.ts';
import { storeCode } from './accesses.ts';
import { type Caller, type CodeWriter, NotCompilable, numeral, type Scope } from './code-writer.ts';

/** Steps of locations as closures; see `compileLocation`. */
export type StepOf = (location: number) => Step;

/** Writes operations as JavaScript. */
export class OperationCode {
  constructor(
    private readonly writer: CodeWriter,
    private readonly stepOf: StepOf,
  ) {}

  /** @throws {NotCompilable} */
  of(scope: Scope, edge: Edge, location: number): string {
    const { op } = edge;
    switch (op.kind) {
      case 'skip':
        return '';
      case 'assign':
        return this.#assign(scope, edge, op, location);
      case 'declare':
        // A variable that is always assigned first needs no code.
        if (scope.code.frame.slots.has(op.variable.id) && !scope.code.declarations.seen.has(edge.id)) return '';
        return this.#closure(scope, edge, location);
      default:
        return this.#closure(scope, edge, location);
    }
  }

  #assign(scope: Scope, edge: Edge, op: Operation & { kind: 'assign' }, location: number): string {
    const { target, value } = op;
    const slot = target.kind === 'variable' ? scope.code.frame.slots.get(target.variable.id) : undefined;
    if (slot !== undefined) return `${this.writer.slot(scope, slot, true)} = ${this.writer.expr(scope, value)};`;
    // A copy of a floating-point number has to keep all its bits.
    if (!isScalarType(target.type) || (target.type.kind === 'float' && value.kind === 'load'))
      return this.#closure(scope, edge, location);
    return storeCode(this.writer, scope, target, this.writer.expr(scope, value));
  }

  /** Writes the arguments of an inlined call. @throws {NotCompilable} */
  arguments(scope: Scope, inner: Scope, values: readonly Expr[]): string {
    const { runtime } = scope.context;
    const parts = inner.fn.parameters.map(({ id, type }, index) => {
      const slot = inner.code.frame.slots.get(id);
      const adapt = compatible(runtime.represent(values[index].type), runtime.represent(type), runtime.pointerSize);
      if (slot === undefined || adapt === 'different') throw new NotCompilable();
      const value = this.writer.expr(scope, values[index]);
      return `${this.writer.slot(inner, slot, true)} = ${adapt === 'same' ? value : `${this.writer.constant(adapt)}(${value})`};`;
    });
    return parts.join(' ');
  }

  /** Writes the result of an inlined call. @throws {NotCompilable} */
  result(scope: Scope, edge: Edge | null, { scope: outer, op: call }: Caller): string {
    const value = edge?.op.kind === 'return' ? edge.op.value : null;
    if (value === null) return '';
    const code = this.writer.expr(scope, value);
    if (call.result === null) return `${this.writer.temporary()} = ${code};`;
    if (!isScalarType(call.result.type)) throw new NotCompilable();
    const slot = call.result.kind === 'variable' ? outer.code.frame.slots.get(call.result.variable.id) : undefined;
    if (slot !== undefined) return `${this.writer.slot(outer, slot, true)} = ${code};`;
    return storeCode(this.writer, outer, call.result, code);
  }

  /** Writes a step by its closure, which reads and writes the variables in the frame. */
  #closure(scope: Scope, edge: Edge, location: number): string {
    if (scope.number !== 0) throw new NotCompilable();
    const { writer } = this;
    const { slots } = scope.code.frame;
    const step = this.stepOf(location);
    const touched = new Set<number>();
    walkOperation(
      edge.op,
      {
        place(place) {
          const slot = place.kind === 'variable' ? slots.get(place.variable.id) : undefined;
          if (slot !== undefined) touched.add(slot);
        },
      },
      true,
    );
    if (edge.op.kind === 'declare') touched.add(slots.get(edge.op.variable.id) ?? 0);
    touched.delete(0);
    writer.mayThrow = true;
    const held = [...touched].map((slot) => ({ slot, name: writer.slot(scope, slot, true) }));
    const before = held.map(({ slot, name }) => `f[${slot}] = ${name}; `).join('');
    const after = held.map(({ slot, name }) => ` ${name} = f[${slot}];`).join('');
    // If a closure does not lead to the next location, it has started another activation. Such calls are
    // not inlined.
    return `${before}${writer.constant(step)}(f);${after} V = M.view; S = M.states; C = S.length * 8;`;
  }
}

/**
 * Writes a choice by value: the code of its branches, and of the exit where no case applies. @throws
 * {NotCompilable}
 */
export function switchCode(
  writer: CodeWriter,
  scope: Scope,
  edges: readonly Edge[],
): (to: readonly string[], otherwise: string) => string {
  const [{ op: first }] = edges;
  if (first.kind !== 'case' && first.kind !== 'default') throw new NotCompilable();
  const { kind } = scope.context.runtime.represent(first.value.type);
  if (kind !== 'int' && kind !== 'wide') throw new NotCompilable();
  const value = writer.temporary();
  const chosen = writer.expr(scope, first.value);
  const literal = (bound: bigint): string => numeral(Number.isSafeInteger(Number(bound)) ? Number(bound) : bound);
  return (to, otherwise) => {
    const seen = new Set<bigint>();
    let [cases, ranges, rest] = ['', '', otherwise];
    for (const [index, { op }] of edges.entries()) {
      if (op.kind === 'default') rest = to[index];
      else if (op.kind !== 'case') continue;
      else if (op.low !== op.high)
        ranges += `if (${value} >= ${literal(op.low)} && ${value} <= ${literal(op.high)}) { ${to[index]} }\n`;
      else if (!seen.has(op.low)) {
        seen.add(op.low);
        cases += `case ${literal(op.low)}: { ${to[index]} }\n`;
      }
    }
    return `${value} = ${chosen}; switch (${value}) { ${cases} default: { ${ranges} ${rest} } }`;
  };
}
