import type { SourceLocation } from '../../base/source.ts';
import type { CType } from '../../c/types/types.ts';

/**
 * A scalar as its unsigned bit pattern, or the content of an array of scalars. An array has a default
 * element and exceptions by flattened element index.
 */
export type InputValue =
  | bigint
  /**
   * Name of the object that a pointer leads to: the end of a {@link changeSite}, or a name of
   * pointer-choices.ts.
   */
  | string
  | { readonly default: bigint; readonly entries: readonly (readonly [index: bigint, value: bigint])[] };

/** One value that a run of a program takes from outside, and the place that takes it. */
export interface ProgramInput {
  /**
   * - `nondet`: the result of a call of `__VERIFIER_nondet_*`;
   * - `unknown-function`: the result of a call of another function without body or model;
   * - `allocation`: 1 where a call of malloc or its kin returns null although there is memory
   *   (`Program.allocationMayFail`), else 0;
   * - `uninitialised`: the content of (a scalar part of) an automatic object when its declaration is
   *   executed, or of a global that is only declared;
   * - `external-change`: 1 where a call of an external function changes memory, and then 1 for each
   *   object that it changes;
   * - `external-content`: the content of (a scalar part of) such an object after the call. A pointer
   *   becomes null, or another one that external functions know; 0 means null, and all other values
   *   leave it unchanged;
   * - `external-call`: the function that an external function calls back now, by its position (from 1)
   *   among the candidates; 0: none;
   * - `external-argument`: (a scalar part of) an argument of such a call;
   * - `external-pointer`: the object that a pointer leads to, which an external function returns, passes
   *   or stores;
   * - `external-offset`: the number of bytes from the start of that object.
   */
  readonly kind:
    | 'nondet'
    | 'unknown-function'
    | 'uninitialised'
    | 'allocation'
    | 'external-change'
    | 'external-content'
    | 'external-call'
    | 'external-argument'
    | 'external-pointer'
    | 'external-offset';
  /**
   * The site: `Context.path` + `:` + edge id (linked.ts), or `global:` + variable id for globals. A
   * changed object's site adds the number of the call and the object: see {@link changeSite}.
   */
  readonly site: string;
  /**
   * Positions from an uninitialised object down to the scalar or array of scalars, as in
   * `StaticValue.path`; [] for others.
   */
  readonly path: readonly number[];
  readonly value: InputValue;
}

/** The values that one place takes, in order. Millions of inputs of a run consist of a few queues. */
export interface InputQueue extends Omit<ProgramInput, 'value'> {
  readonly values: readonly InputValue[];
}

/**
 * Groups inputs by the places that take them, in the order of the first ones. Runs do not depend on
 * the order between different places.
 */
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

/** A run's request to its input source. */
export interface InputRequest {
  readonly kind: ProgramInput['kind'];
  readonly site: string;
  /** Type of the value; for `uninitialised`, of the whole object. */
  readonly type: CType;
  /** Function or variable name. */
  readonly name: string;
  readonly at: SourceLocation;
  /** The external function that makes the change or the call. */
  readonly by?: string;
  /**
   * The functions that the value of an `external-call` counts, from 1; null for those that cannot be
   * called.
   */
  readonly choices?: readonly (string | null)[];
  /** Names the object that a pointer leads to for the user, from its internal name. */
  readonly textOf?: (name: string) => string;
}

/**
 * Whether an input is the result of a call. Others are content of objects, and acts of external
 * functions.
 */
export function isReturned(kind: ProgramInput['kind']): boolean {
  return kind === 'nondet' || kind === 'unknown-function' || kind === 'allocation';
}

/** Begins the name of an input that is the next character of a file; the file's name follows. */
export const OF_FILE = 'character of the file ';

/** Separates the site of a call from an object that the call changes. */
const CHANGED = '^';

/** Returns the site at which a call changes an object, given by name. */
export function changeSite(call: string, object: string): string {
  return `${call}${CHANGED}${object}`;
}

/**
 * Names an object of static storage (`path` is null), or an automatic one in the activation with that
 * path.
 */
export function variableName(variable: number, path: string | null): string {
  return `${variable}${path === null ? '' : `@${path}`}`;
}

/** Names the block of the heap that the last allocation at a site made. */
export function blockName(allocation: string): string {
  return `heap ${allocation}`;
}

/**
 * Inserts the number of the call into the site of a change. Calls that change anything are counted at
 * their site.
 */
export function numberedSite(site: string, number: (call: string) => number): string {
  const end = site.indexOf(CHANGED);
  const call = site.slice(0, end);
  return end < 0 ? site : `${call}#${number(call)}${site.slice(end)}`;
}
