import { UINT } from '../../../c/types/type-basics.ts';
import type { ScalarType } from '../../../c/types/types.ts';
import type { CellKind, Shape, Shapes } from '../../shapes/shape.ts';
import type { MemoryObject } from './object.ts';
import type { ObjectTable } from './object-table.ts';

/**
 * The encoding's notes about objects, in objects of its own that no pointer leads to. They are made at their
 * first use, and those of a family have a value for each of its objects.
 */
export class HiddenObjects {
  constructor(
    private readonly objects: ObjectTable,
    private readonly shapes: Shapes,
  ) {}

  /** Returns the variable that holds an object's address. */
  address(object: MemoryObject): MemoryObject {
    const key = `@${object.key}`;
    const known = this.objects.withKey(key);
    if (known !== null) return known;
    const { family } = object;
    const type = this.shapes.addressType();
    const shape = this.shapes.of(type);
    const cells = family === null ? shape.cells : shape.cells.map((cell) => this.shapes.lifted(cell));
    const name = `address of ${object.name}`;
    const at = object.at ?? { file: '', line: 1, column: 1 };
    return this.objects.add({
      key,
      kind: 'address',
      name,
      variable: null,
      context: -1,
      type,
      shape,
      cells,
      family,
      at,
    });
  }

  /** Returns the bit that says whether an object's lifetime has ended. */
  ended(object: MemoryObject): MemoryObject {
    return this.#bitOf(object, `e${object.key}`, `end of ${object.name}`);
  }

  /** Returns the object that {@link ended} made; null if it has not been made. */
  endedIfAny(object: MemoryObject): MemoryObject | null {
    return this.objects.withKey(`e${object.key}`);
  }

  /** Returns the number of bytes of an object without a fixed size, of the width of offsets. */
  extent(object: MemoryObject, width: number): MemoryObject {
    const cell: CellKind = { sort: { kind: 'bv', width }, role: 'value' };
    return this.#hidden(object, `u${object.key}`, `size of ${object.name}`, cell, UINT);
  }

  /** Returns the cell of {@link extent}; null if no access asked for it. */
  extentCell(object: MemoryObject): number | null {
    return this.objects.withKey(`u${object.key}`)?.base ?? null;
  }

  /** Returns the bit that says whether `realloc` may have moved a block while pointers to it were left. */
  moved(object: MemoryObject): MemoryObject {
    return this.#bitOf(object, `m${object.key}`, `move of ${object.name}`);
  }

  /** Returns the object that {@link moved} made; null if it has not been made. */
  movedIfAny(object: MemoryObject): MemoryObject | null {
    return this.objects.withKey(`m${object.key}`);
  }

  /** Returns the bit that says whether `realloc` made a block smaller. */
  shrunk(object: MemoryObject): MemoryObject {
    return this.#bitOf(object, `w${object.key}`, `shrinking of ${object.name}`);
  }

  /** Returns the object that {@link shrunk} made; null if it has not been made. */
  shrunkIfAny(object: MemoryObject): MemoryObject | null {
    return this.objects.withKey(`w${object.key}`);
  }

  /** Returns the bit that says whether a block is live; of a family, the number of its live blocks. */
  live(block: MemoryObject): MemoryObject {
    const key = `b${block.key}`;
    return block.family === null
      ? this.#bitOf(block, key, `life of ${block.name}`)
      : this.counter(key, `live blocks of ${block.name}`);
  }

  /** The number of blocks whose address the program dropped at once. */
  get dropped(): MemoryObject {
    return this.counter('b', 'blocks without a pointer');
  }

  /**
   * Returns one of the encoding's own numbers, of 32 bits, which starts as zero. `key` is unique among
   * them.
   */
  counter(key: string, name: string): MemoryObject {
    return this.#hidden(null, key, name, { sort: { kind: 'bv', width: 32 }, role: 'value' }, UINT);
  }

  #bitOf(object: MemoryObject, key: string, name: string): MemoryObject {
    const bit: CellKind = { sort: { kind: 'bv', width: 1 }, role: 'value' };
    return this.#hidden(object, key, name, bit, { kind: 'integer', name: 'bool' });
  }

  /** Returns a scalar of the object, if there is one, or one for each object of its family. It starts as zero. */
  #hidden(object: MemoryObject | null, key: string, name: string, cell: CellKind, type: ScalarType): MemoryObject {
    const known = this.objects.withKey(key);
    if (known !== null) return known;
    const shape: Shape = { kind: 'scalar', type, field: null, cells: [cell], size: this.shapes.sizeOf(type) };
    const family = object === null || object.family === null ? null : { ...object.family, zeroed: true };
    const cells = family === null ? [cell] : [this.shapes.lifted(cell)];
    const at = object === null ? null : object.at;
    return this.objects.add({ key, kind: 'static', name, variable: null, context: -1, type, shape, cells, family, at });
  }
}
