import { unreachable } from '../../base/errors.ts';
import type { Wide } from '../../base/wide.ts';
import type { CType } from '../../c/types/types.ts';
import { type InputRequest, type InputSource, InputsExhausted } from './source.ts';

/** One input that a run took. */
export type TakenInput =
  /** A choice is varied between 0 and 1. */
  | { readonly kind: 'scalar'; readonly type: CType; readonly value: Wide; readonly isChoice: boolean }
  /** The content of an object; null: the source left it unchanged. */
  | { readonly kind: 'content'; readonly bytes: Uint8Array | null }
  | { readonly kind: 'pointer'; readonly name: string | null };

/** Most bytes of an object whose content is noted. */
const MOST_BYTES = 4096;
/** Most inputs of a run. */
export const MOST_TAKEN = 4096;

/** A source that repeats given inputs in their order, and notes all that it gives but the content of large objects. */
export interface NotingSource extends InputSource {
  readonly taken: readonly TakenInput[];
}

/**
 * Returns a source of given inputs. Where the next one is of another kind than the request, or none is
 * left, `rest` gives the value. The run ends where it asks for more than `most` inputs.
 */
export function notingSource(given: readonly TakenInput[], rest: InputSource, most = MOST_TAKEN): NotingSource {
  const taken: TakenInput[] = [];
  const note = (input: TakenInput): void => void taken.push(input);
  const next = (): TakenInput | undefined => {
    if (taken.length >= most) throw new InputsExhausted(`${most} inputs`);
    return given[taken.length];
  };
  return {
    taken,
    scalar(request) {
      const input = next();
      const value = input?.kind === 'scalar' ? input.value : rest.scalar(request);
      note({ kind: 'scalar', type: request.type, value, isChoice: isChoice(request) });
      return value;
    },
    content(request, bytes, layout) {
      const input = next();
      if (input?.kind !== 'content') {
        const filled = rest.content(request, bytes, layout);
        note({ kind: 'content', bytes: filled && bytes.length <= MOST_BYTES ? bytes.slice() : null });
        return filled;
      }
      note(input);
      if (input.bytes === null) return false;
      bytes.set(input.bytes.subarray(0, bytes.length));
      return true;
    },
    pointer(request, names) {
      const input = next();
      const name = input?.kind === 'pointer' ? input.name : rest.pointer(request, names);
      note({ kind: 'pointer', name });
      return name;
    },
  };
}

function isChoice({ kind, type }: InputRequest): boolean {
  switch (kind) {
    case 'nondet':
    case 'unknown-function':
    case 'uninitialised':
    case 'external-content':
    case 'external-argument':
      return type.kind === 'integer' && type.name === 'bool';
    case 'allocation':
    case 'external-change':
    case 'external-call':
    case 'external-pointer':
    case 'external-offset':
      return true;
    default:
      return unreachable(kind);
  }
}
