import type { Name } from '../lex/names.ts';
import type { Binding, TagBinding } from './bindings.ts';

/**
 * A declaration in a scope, with the binding that the name had before it: of the one name space
 * that it concerns.
 */
interface Change {
  readonly name: Name;
  readonly ordinary: Binding | null | undefined;
  readonly tag: TagBinding | null | undefined;
}

/** Bindings of a closed scope, so that a function body can reopen the scope of its parameters. */
export interface ClosedScope {
  readonly ordinary: readonly (readonly [Name, Binding])[];
  readonly tags: readonly (readonly [Name, TagBinding])[];
}

/**
 * The scopes of one file. Each name holds its current meaning, so a look-up reads one field. A scope
 * is the list of the bindings to restore at its end.
 */
export class Scopes {
  readonly #changes: Change[] = [];
  readonly #marks: number[] = [];

  /** Depth of the innermost scope; 0 at file scope. */
  get depth(): number {
    return this.#marks.length;
  }

  enter(): void {
    this.#marks.push(this.#changes.length);
  }

  /** Ends the innermost scope and returns its declarations. */
  leave(): ClosedScope {
    const mark = this.#marks.pop()!;
    const ordinary: [Name, Binding][] = [];
    const tags: [Name, TagBinding][] = [];
    for (let i = this.#changes.length - 1; i >= mark; i--) {
      const change = this.#changes[i];
      if (change.ordinary !== undefined) {
        if (change.name.ordinary !== null) ordinary.push([change.name, change.name.ordinary]);
        change.name.ordinary = change.ordinary;
      } else {
        if (change.name.tag !== null) tags.push([change.name, change.name.tag]);
        change.name.tag = change.tag!;
      }
    }
    this.#changes.length = mark;
    return { ordinary, tags };
  }

  /** Opens a closed scope again. */
  reopen(scope: ClosedScope): void {
    this.enter();
    for (const [name, binding] of scope.ordinary) this.declare(name, binding);
    for (const [name, binding] of scope.tags) this.declareTag(name, binding);
  }

  declare(name: Name, binding: Binding): void {
    this.#changes.push({ name, ordinary: name.ordinary, tag: undefined });
    name.ordinary = binding;
  }

  declareTag(name: Name, binding: TagBinding): void {
    this.#changes.push({ name, ordinary: undefined, tag: name.tag });
    name.tag = binding;
  }
}
