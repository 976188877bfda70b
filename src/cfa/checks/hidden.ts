import type { AutomatonFunction } from '../automaton.ts';
import * as make from '../make.ts';

/** A hidden function without a body that never returns. */
export function hiddenFunction(id: number, name: string): AutomatonFunction {
  return {
    id,
    name,
    type: { kind: 'function', result: { kind: 'void' }, parameters: [], variadic: false, prototyped: true },
    parameters: [],
    locals: [],
    defined: false,
    origin: 'program',
    hasTwin: false,
    noreturn: true,
    pure: false,
    entry: 0,
    exit: 0,
    locationCount: 1,
    edges: [],
    outgoing: [[]],
    marks: [],
    extents: new Map(),
    at: make.NOWHERE,
  };
}
