import type { CType, FunctionType } from '../../c/types/types.ts';
import type { AutomatonFunction } from './automaton.ts';

/** The part in which functions without a body differ. */
type Head = Pick<AutomatonFunction, 'id' | 'name' | 'type' | 'origin' | 'at'> &
  Partial<Pick<AutomatonFunction, 'hasTwin' | 'noreturn' | 'pure'>>;

/** Makes a function without a body: one location and no edge. It returns and has effects unless the head denies it. */
export function bodylessFunction(head: Head): AutomatonFunction {
  return {
    hasTwin: false,
    noreturn: false,
    pure: false,
    ...head,
    parameters: [],
    locals: [],
    defined: false,
    entry: 0,
    exit: 0,
    locationCount: 1,
    edges: [],
    outgoing: [[]],
    marks: [],
    extents: new Map(),
  };
}

/** A type of functions without parameters. */
export function functionReturning(result: CType): FunctionType {
  return { kind: 'function', result, parameters: [], variadic: false, prototyped: true };
}
