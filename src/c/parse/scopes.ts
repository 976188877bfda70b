import type { SourceLocation } from '../../base/source.ts';
import type { ArrayType, CType, EnumDefinition, RecordDefinition } from '../../types/types.ts';
import type { FunctionDeclaration, Variable } from '../ast.ts';
import type { Name } from '../lex/names.ts';

interface BindingCommon {
  /** Scope in which the name was declared: 0 is the file. */
  readonly depth: number;
  readonly at: SourceLocation;
}

/** The meaning of an ordinary identifier (C11 6.2.3). */
export type Binding = BindingCommon &
  (
    | { readonly kind: 'typedef'; type: CType }
    /**
     * A variable. `type` is the one that this file declares. The variable's own type may be more complete,
     * or come from a file that declares it differently.
     */
    | { readonly kind: 'variable'; readonly variable: Variable; type: CType; isDefinition: boolean; readonly isRegister: boolean }
    | { readonly kind: 'function'; readonly function: FunctionDeclaration; type: CType; implicit: boolean }
    | { readonly kind: 'constant'; readonly value: bigint; readonly type: CType }
  );

/** The meaning of a tag. */
export interface TagBinding {
  readonly depth: number;
  readonly at: SourceLocation;
  readonly definition: RecordDefinition | EnumDefinition;
  readonly kind: 'struct' | 'union' | 'enum';
  /**
   * True once this file has the member list. A definition shared with another file may be complete
   * earlier.
   */
  complete: boolean;
  /** The type of the record's bytes, if it has members of variable size. */
  variable?: ArrayType;
  /** True once a type names the tag before its member list ends. */
  mentioned?: boolean;
}

/** A label of the current function (labels have function scope, or block scope after `__label__`). */
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
