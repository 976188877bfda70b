import type { Wide } from '../base/wide.ts';
import type { Program } from '../program/cfa/automaton.ts';
import type { Memory } from './memory.ts';

/** The construct that a run depends on where it compares pointers into such literals. */
const OPEN_SHARING = 'whether string literals share memory';

/** The memory of a run, with the objects of static storage: addresses and sizes by variable id. */
interface Statics {
  readonly program: Program;
  readonly globals: ReadonlyMap<number, number>;
  readonly globalSizes: ReadonlyMap<number, number>;
  readonly memory: Memory;
  readonly approximate: Set<string>;
}

/** A string literal in the memory of a run. */
interface LiteralExtent {
  readonly address: number;
  readonly end: number;
}

/**
 * String literals that may be one object, or the end of another one. C leaves that open (C11 6.4.5p7), and
 * compilers do both. Here they are distinct objects, so that a comparison of such pointers is approximate.
 */
export class SharedLiterals {
  #literals: readonly LiteralExtent[] | null = null;
  #mayShare: boolean | null = null;

  constructor(private readonly statics: Statics) {}

  /** Returns the test of an equality of two pointers; null where no literals of the program may share memory. */
  equality(isEqual: boolean): ((left: Wide, right: Wide) => boolean) | null {
    this.#mayShare ??= haveCommonEnds(this.statics.program);
    if (!this.#mayShare) return null;
    return (left, right) => {
      if (left === right) return isEqual;
      if (this.#mayBeOne(Number(left), Number(right))) this.statics.approximate.add(OPEN_SHARING);
      return !isEqual;
    };
  }

  /** Whether both addresses lie in literals, as far from their ends, and one literal ends with the other. */
  #mayBeOne(left: number, right: number): boolean {
    const [first, second] = [this.#literalAt(left), this.#literalAt(right)];
    if (first === null || second === null || first.end - left !== second.end - right) return false;
    const { bytes } = this.statics.memory.used();
    const length = Math.min(first.end - first.address, second.end - second.address);
    for (let i = 1; i <= length; i++) if (bytes[first.end - i] !== bytes[second.end - i]) return false;
    return true;
  }

  #literalAt(address: number): LiteralExtent | null {
    const literals = (this.#literals ??= this.#allLiterals());
    let [low, high] = [0, literals.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (literals[middle].end <= address) low = middle + 1;
      else high = middle;
    }
    return low < literals.length && literals[low].address <= address ? literals[low] : null;
  }

  #allLiterals(): readonly LiteralExtent[] {
    const { globals, globalSizes, program } = this.statics;
    return literalsOf(program)
      .map(({ id }) => {
        const address = globals.get(id) ?? 0;
        return { address, end: address + (globalSizes.get(id) ?? 0) };
      })
      .sort((a, b) => a.address - b.address);
  }
}

function literalsOf({ globals }: Program): Program['globals'] {
  return globals.filter(({ name }) => name.startsWith('$string'));
}

/** Whether some literal ends with another one: the next one, if they are sorted from their last units on. */
function haveCommonEnds(program: Program): boolean {
  const texts = literalsOf(program)
    .map(({ id }) => {
      const [entry] = program.initialValues.get(id) ?? [];
      const units = entry?.value.kind === 'bytes' ? entry.value.units : [];
      return `${[...units].reverse().join(' ')} `;
    })
    .sort();
  return texts.some((text, i) => texts[i + 1]?.startsWith(text) === true);
}
