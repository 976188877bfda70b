import { Random } from '../fuzz/random.ts';
import { PLACES } from './blocks.ts';
import { ELEMENTS, type Element } from './elements.ts';
import { OPERATIONS } from './operations.ts';

/** Kind of sizes and offsets: constants in the program, or inputs. */
type Sizes = 'constant' | 'input';

/**
 * Access of the operation to its objects: by name, by variables, or in a function that gets their
 * addresses.
 */
type Access = 'names' | 'variables' | 'function';

/** One cell of the matrix. Equal cells give equal programs. */
export interface Cell {
  /** Unique name. It stays the same when cells are added. */
  readonly name: string;
  readonly operation: string;
  /** Kind of the destination. */
  readonly to: string;
  readonly from: string;
  readonly element: Element;
  readonly sizes: Sizes;
  readonly access: Access;
  /** Seed of all other choices. */
  readonly seed: number;
}

/** Kind of a source that is the destination itself. */
export const ITSELF = 'itself';
/** Operations that C defines even if their objects overlap. */
const WITHIN_ITSELF = new Set([
  'move',
  'move within',
  'compare',
  'loop by element',
  'swap',
  'union',
  'poke',
  'assign',
  'search text',
]);

/** Kinds of objects that no operation writes to. */
const READ_ONLY = new Set(['literal']);

/** Hashes a text by FNV-1a with 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}

/**
 * Yields all cells: each operation on each pair of kinds, `repeats` times with other elements,
 * sizes and offsets. They are ordered by operation, destination and source.
 */
export function* cells(repeats = 1): Generator<Cell> {
  for (const operation of Object.keys(OPERATIONS)) {
    for (const to of Object.keys(PLACES)) {
      if (READ_ONLY.has(to)) continue;
      for (const from of [...Object.keys(PLACES), ITSELF]) {
        if (from === ITSELF && !WITHIN_ITSELF.has(operation)) continue;
        for (let repeat = 0; repeat < repeats; repeat++) {
          const cell = cellOf({ operation, to, from }, repeat);
          if (cell !== null) yield cell;
        }
      }
    }
  }
}

/** Returns the cell of a name that `cells` yields; null for other names. */
export function cellNamed(name: string): Cell | null {
  const [operation, to, from, repeat] = name.split('/');
  if (!(operation in OPERATIONS) || !(to in PLACES) || !(from in PLACES || from === ITSELF) || !/^\d+$/.test(repeat))
    return null;
  return cellOf({ operation, to, from }, Number(repeat));
}

function cellOf({ operation, to, from }: Pick<Cell, 'operation' | 'to' | 'from'>, repeat: number): Cell | null {
  const name = `${operation}/${to}/${from}/${repeat}`;
  const seed = hash(name);
  const random = new Random(seed);
  const elements = ELEMENTS.filter(
    ([, element]) => OPERATIONS[operation].suits(element) && (from !== 'literal' || element.text),
  );
  if (elements.length === 0) return null;
  return {
    name,
    operation,
    to,
    from,
    element: random.weighted(elements),
    sizes: random.pick(['constant', 'input', 'input']),
    access: random.pick(['names', 'variables', 'function']),
    seed: random.below(2 ** 31),
  };
}
