import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';
import { shapeOf, store } from '../memory/access.ts';
import type { Reference } from '../memory/places.ts';

/** Returns an int that is not 0 if the command line exceeds the bounds. In the interpreter it is always 0. */
export function choosesBeyond(x: Execution): Term {
  const { terms } = x;
  return x.unknown({ kind: 'bv', width: 32 }, construct(x), {}, (value) => terms.not(terms.eq(value, terms.bv(32, 0))));
}

/** Stores any value; a pointer in it leads to no object of the program. */
export function beyondArguments(x: Execution, reference: Reference): void {
  const cells = shapeOf(x, reference).cells.map(({ sort, role }) => {
    if (role === 'offset') return x.encoding.zero(sort);
    return x.unknown(sort, construct(x), role === 'object' ? { targets: new Set() } : {});
  });
  store(x, reference, cells);
}

function construct(x: Execution): string {
  const bounds = x.encoding.linked.program.arguments;
  return bounds === null ? 'the command line' : `a command line beyond --arguments ${bounds.count}x${bounds.bytes}`;
}
