import type { CType } from '../../c/types/types.ts';

/**
 * Determines which values may lead to a function: through a pointer to one, or through objects that
 * hold such pointers.
 */
export class Relevance {
  /** Answers by record definition. */
  readonly #known = new Map<number, boolean>();

  of(type: CType): boolean {
    const seen = new Set<number>();
    const pending: CType[] = [type];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      switch (next.kind) {
        case 'function':
        case 'void':
          if (next !== type) return this.#leads(type);
          break;
        case 'pointer':
          pending.push(next.target);
          break;
        case 'array':
          pending.push(next.element);
          break;
        case 'struct':
        case 'union': {
          const { id, fields } = next.definition;
          const before = this.#known.get(id);
          if (before === true || fields === null) return this.#leads(type);
          if (before === false || seen.has(id)) break;
          seen.add(id);
          for (const field of fields) pending.push(field.type);
          break;
        }
        default:
      }
    }
    for (const id of seen) this.#known.set(id, false);
    return false;
  }

  #leads(type: CType): true {
    const record = type.kind === 'pointer' ? type.target : type;
    if (record.kind === 'struct' || record.kind === 'union') this.#known.set(record.definition.id, true);
    return true;
  }
}
