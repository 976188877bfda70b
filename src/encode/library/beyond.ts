import { beyondConstruct } from '../../cfa/beyond.ts';
import { DEFAULT_ARGUMENTS } from '../../cfa/main-arguments.ts';
import type { Term } from '../../smt/builder.ts';
import type { Execution } from '../execution.ts';
import { shapeOf, store } from '../memory/access.ts';
import type { Reference } from '../memory/places.ts';

/** Returns an int that is not 0 if inputs go beyond those of runs. In the interpreter it is always 0. */
export function choosesBeyond(x: Execution, name: string): Term {
  const { terms } = x;
  return x.unknown({ kind: 'bv', width: 32 }, construct(x, name), {}, (value) => terms.not(terms.eq(value, terms.bv(32, 0))));
}

/** Stores any value. A pointer in it leads to no object of the program. */
export function storeBeyond(x: Execution, reference: Reference, name: string): void {
  const cells = shapeOf(x, reference).cells.map(({ sort, role }) => {
    if (role === 'offset') return x.encoding.zero(sort);
    return x.unknown(sort, construct(x, name), role === 'object' ? { targets: new Set() } : {});
  });
  store(x, reference, cells);
}

function construct({ encoding }: Execution, name: string): string {
  const { arguments: given, environment } = encoding.linked.program;
  return beyondConstruct(name, given ?? environment?.bounds ?? DEFAULT_ARGUMENTS) ?? name;
}
