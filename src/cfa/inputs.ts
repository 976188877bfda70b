import type { SourceLocation } from '../base/source.ts';
import type { CType } from '../c/types.ts';

/** A scalar as its unsigned bit pattern, or the content of an array of scalars: a default element and exceptions by flattened element index. */
export type InputValue =
  | bigint
  | { readonly default: bigint; readonly entries: readonly (readonly [index: bigint, value: bigint])[] };

/** One value that a run of a program takes from outside, with the place that takes it. */
export interface ProgramInput {
  /**
   * - `nondet`: the result of a call of `__VERIFIER_nondet_*`;
   * - `unknown-function`: the result of a call of another function without body or model;
   * - `allocation`: 1 where a call of malloc or its like returns null although there is memory (`Program.allocationMayFail`), else 0;
   * - `uninitialised`: the content of (a scalar part of) an automatic object when its declaration is executed, or of a global that is only declared.
   */
  readonly kind: 'nondet' | 'unknown-function' | 'uninitialised' | 'allocation';
  /** `Context.path` + `:` + edge id (linked.ts); `global:` + variable id for globals. */
  readonly site: string;
  /** For uninitialised objects: from the object down to the scalar or array of scalars, as in `StaticValue.path`; else []. */
  readonly path: readonly number[];
  readonly value: InputValue;
}

/** The values that a place takes, one after the other: millions of inputs of a run are a few of these. */
export interface InputQueue extends Omit<ProgramInput, 'value'> {
  readonly values: readonly InputValue[];
}

/** Inputs by the places that take them, in the order of the first ones: runs do not depend on how those of different places are mixed. */
export function queueInputs(inputs: Iterable<ProgramInput>): readonly InputQueue[] {
  const queues = new Map<string, Map<string, InputQueue & { readonly values: InputValue[] }>>();
  for (const { kind, site, path, value } of inputs) {
    const part = path.length === 0 ? kind : `${kind} ${path.join('.')}`;
    let parts = queues.get(site);
    if (parts === undefined) queues.set(site, (parts = new Map()));
    const queue = parts.get(part);
    if (queue === undefined) parts.set(part, { kind, site, path, values: [value] });
    else queue.values.push(value);
  }
  return [...queues.values()].flatMap((parts) => [...parts.values()]);
}

/** What a run asks its input source for. */
export interface InputRequest {
  readonly kind: ProgramInput['kind'];
  readonly site: string;
  /** Type of the value, or of the whole object for `uninitialised`. */
  readonly type: CType;
  /** Function or variable name. */
  readonly name: string;
  readonly at: SourceLocation;
}
