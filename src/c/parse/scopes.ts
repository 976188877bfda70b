import type { SourceLocation } from '../../base/source.ts';
import type { ArrayType, CType, EnumDefinition, RecordDefinition } from '../../types/types.ts';
import type { FunctionDeclaration, Variable } from '../ast.ts';
import type { Name } from '../lex/names.ts';

interface BindingCommon {
  /** Scope in which the name was declared: 0 is the file. */
  readonly depth: number;
  readonly at: SourceLocation;
}

/** What an ordinary identifier denotes (C11 6.2.3). */
export type Binding = BindingCommon &
  (
    | { readonly kind: 'typedef'; type: CType }
    /** `type` as this file declares it; the variable itself may know more, or come from a file with another idea of it. */
    | { readonly kind: 'variable'; readonly variable: Variable; type: CType; isDefinition: boolean; readonly isRegister: boolean }
    | { readonly kind: 'function'; readonly function: FunctionDeclaration; type: CType; implicit: boolean }
    | { readonly kind: 'constant'; readonly value: bigint; readonly type: CType }
  );

/** What a tag denotes. */
export interface TagBinding {
  readonly depth: number;
  readonly at: SourceLocation;
  readonly definition: RecordDefinition | EnumDefinition;
  readonly kind: 'struct' | 'union' | 'enum';
  /** True once this file has the member list (a definition shared with another file may be complete before). */
  complete: boolean;
  /** Its type, if members of variable size make it one of bytes. */
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

/** Bindings that a closed scope had, so that a function body can reopen the scope of its parameters. */
export interface ClosedScope {
  readonly ordinary: readonly (readonly [Name, Binding])[];
  readonly tags: readonly (readonly [Name, TagBinding])[];
}

/**
 * Scopes of one file. What a name means now is kept in the name itself, so a look-up is one field; a scope is the list of what to
 * restore when it ends.
 */
export class Scopes {
  private readonly changes: Change[] = [];
  private readonly marks: number[] = [];

  /** 0 at file scope. */
  get depth(): number {
    return this.marks.length;
  }

  enter(): void {
    this.marks.push(this.changes.length);
  }

  /** Ends the innermost scope and returns what was declared in it. */
  leave(): ClosedScope {
    const mark = this.marks.pop()!;
    const ordinary: [Name, Binding][] = [];
    const tags: [Name, TagBinding][] = [];
    for (let i = this.changes.length - 1; i >= mark; i--) {
      const change = this.changes[i]!;
      if (change.ordinary !== undefined) {
        if (change.name.ordinary !== null) ordinary.push([change.name, change.name.ordinary]);
        change.name.ordinary = change.ordinary;
      } else {
        if (change.name.tag !== null) tags.push([change.name, change.name.tag]);
        change.name.tag = change.tag!;
      }
    }
    this.changes.length = mark;
    return { ordinary, tags };
  }

  /** Opens a scope again that was left before. */
  reopen(scope: ClosedScope): void {
    this.enter();
    for (const [name, binding] of scope.ordinary) this.declare(name, binding);
    for (const [name, binding] of scope.tags) this.declareTag(name, binding);
  }

  declare(name: Name, binding: Binding): void {
    this.changes.push({ name, ordinary: name.ordinary, tag: undefined });
    name.ordinary = binding;
  }

  declareTag(name: Name, binding: TagBinding): void {
    this.changes.push({ name, ordinary: undefined, tag: name.tag });
    name.tag = binding;
  }
}
