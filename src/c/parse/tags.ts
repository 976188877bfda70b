import type { SourceLocation } from '../../base/source.ts';
import type { Name } from '../lex/names.ts';
import { compatible } from '../types/type-relations.ts';
import type { ArrayType, EnumDefinition, Field, RecordDefinition } from '../types/types.ts';
import type { TagBinding } from './bindings.ts';
import { type Context, report } from './context.ts';
import { failure } from './failures.ts';

/**
 * Tags (C11 6.7.2.3). If a later file declares a record or enumeration at file scope with the same
 * members, it shares the same object. So types of different files are equal by identity (6.2.7p1).
 */

/**
 * Thrown when a later file's definition differs from the one that it was taken for. The program is
 * then read again with `key` unshared.
 */
export class NotShared {
  constructor(readonly key: string) {}
}

function keyOf(kind: string, tag: Name): string {
  return `${kind} ${tag.text}`;
}

function shareable(c: Context, kind: string, tag: Name): boolean {
  return c.scopes.depth === 0 && !c.program.unshared.has(`${c.program.file}:${keyOf(kind, tag)}`);
}

function emptyRecord(c: Context, kind: 'struct' | 'union', tag: Name | null, at: SourceLocation): RecordDefinition {
  return {
    id: c.program.nextRecord(),
    kind,
    tag: tag === null ? null : tag.text,
    fields: null,
    packed: false,
    align: null,
    pack: null,
    at,
  };
}

function emptyEnum(c: Context, tag: Name | null, at: SourceLocation): EnumDefinition {
  return { id: c.program.nextRecord(), tag: tag === null ? null : tag.text, underlying: null, constants: [], at };
}

function bindTag(c: Context, kind: 'struct' | 'union' | 'enum', tag: Name, at: SourceLocation): TagBinding {
  const share = shareable(c, kind, tag);
  let definition = share ? c.program.tags.get(keyOf(kind, tag)) : undefined;
  if (definition === undefined) {
    definition = kind === 'enum' ? emptyEnum(c, tag, at) : emptyRecord(c, kind, tag, at);
    if (share) c.program.tags.set(keyOf(kind, tag), definition);
  }
  const binding: TagBinding = { kind, definition, depth: c.scopes.depth, at, complete: false };
  c.scopes.declareTag(tag, binding);
  return binding;
}

/**
 * Returns the tag of a specifier without member list. `alone`: it is `struct S;`, which always
 * declares a tag in the innermost scope.
 */
export function findTag(
  c: Context,
  kind: 'struct' | 'union' | 'enum',
  tag: Name,
  at: SourceLocation,
  alone: boolean,
): TagBinding {
  const binding = tag.tag;
  if (binding !== null && (!alone || binding.depth === c.scopes.depth)) {
    if (!binding.complete) binding.mentioned = true;
    if (binding.kind === kind) return binding;
    report(c, 'C1314', [tag.text, binding.kind], at, [{ message: 'first declared here', at: binding.at }]);
  }
  return bindTag(c, kind, tag, at);
}

/** Returns the binding that a specifier with member list completes: one of the innermost scope. */
function tagToComplete(c: Context, kind: 'struct' | 'union' | 'enum', tag: Name, at: SourceLocation): TagBinding {
  const binding = tag.tag;
  if (binding !== null && binding.depth === c.scopes.depth) {
    if (binding.kind === kind && !binding.complete) return binding;
    const code = binding.kind === kind ? 'C1315' : 'C1314';
    report(c, code, [tag.text, binding.kind], at, [{ message: 'first declared here', at: binding.at }]);
  }
  return bindTag(c, kind, tag, at);
}

/** Makes the record whose members follow. */
export function newRecord(
  c: Context,
  kind: 'struct' | 'union',
  tag: Name | null,
  at: SourceLocation,
): RecordDefinition {
  return tag === null
    ? emptyRecord(c, kind, null, at)
    : (tagToComplete(c, kind, tag, at).definition as RecordDefinition);
}

/** Makes the enumeration whose constants follow. */
export function newEnum(c: Context, tag: Name | null, at: SourceLocation): EnumDefinition {
  return tag === null ? emptyEnum(c, null, at) : (tagToComplete(c, 'enum', tag, at).definition as EnumDefinition);
}

/** Completes the tag's record as one of variable size. Throws C1336 if a type names it already. */
export function completeVariableRecord(tag: Name | null, definition: RecordDefinition, type: ArrayType): void {
  if (tag === null) return;
  const binding = tag.tag!;
  if (binding.definition !== definition) return;
  if (binding.mentioned)
    throw failure('C1336', [`'${type.record!.name}', whose size is variable, before its member list`], definition.at);
  binding.complete = true;
  binding.variable = type;
}

type RecordContent = Pick<RecordDefinition, 'fields' | 'pack' | 'packed' | 'align' | 'transparentUnion'>;

/** Gives the record its members. Returns the record of an earlier file instead if it is the same. */
export function completeRecord(
  c: Context,
  definition: RecordDefinition,
  tag: Name | null,
  content: RecordContent,
): RecordDefinition {
  if (tag !== null) {
    const binding = tag.tag!;
    if (binding.definition === definition) binding.complete = true;
    if (definition.fields !== null) {
      if (!sameRecord(definition, content)) throw new NotShared(`${c.program.file}:${keyOf(definition.kind, tag)}`);
      return definition;
    }
  } else if (c.scopes.depth === 0) {
    const names = content.fields!.map((field) => field.name);
    const other = sharedUntagged(c, `${definition.kind} ${names}`, definition, (each) =>
      sameRecord(each as RecordDefinition, content),
    );
    if (other !== definition) return other as RecordDefinition;
  }
  c.program.depths.complete(definition, content.fields!);
  definition.fields = content.fields;
  definition.pack = content.pack;
  definition.packed = content.packed;
  definition.align = content.align;
  if (content.transparentUnion) definition.transparentUnion = true;
  return definition;
}

/** Limit of the untagged definitions with the same member names that are kept for comparison. */
const MAX_CANDIDATES = 64;

/**
 * Returns the definition of an earlier file that this untagged one repeats. It is one from the same
 * line of a header, or the only equal one that did not occur in this file yet. If there is none,
 * returns the definition itself.
 */
function sharedUntagged(
  c: Context,
  key: string,
  definition: RecordDefinition | EnumDefinition,
  same: (other: RecordDefinition | EnumDefinition) => boolean,
): RecordDefinition | EnumDefinition {
  const { file, untagged } = c.program;
  const list = untagged.get(key) ?? [];
  if (file > 0) {
    const candidates = list.filter((each) => each.file !== file && same(each.definition));
    const { at } = definition;
    const chosen =
      candidates.find(
        ({ definition: { at: other } }) =>
          other.file === at.file && other.line === at.line && other.column === at.column,
      ) ?? (candidates.length === 1 ? candidates[0] : undefined);
    if (chosen !== undefined) {
      chosen.file = file;
      return chosen.definition;
    }
  }
  if (list.length < MAX_CANDIDATES) list.push({ definition, file });
  untagged.set(key, list);
  return definition;
}

function sameRecord(a: RecordContent, b: RecordContent): boolean {
  if (a.pack !== b.pack || a.packed !== b.packed || a.align !== b.align || a.fields!.length !== b.fields!.length)
    return false;
  return a.fields!.every((field, index) => sameField(field, b.fields![index]));
}

function sameField(a: Field, b: Field): boolean {
  return (
    a.name === b.name && a.bits === b.bits && a.align === b.align && a.packed === b.packed && compatible(a.type, b.type)
  );
}

/** Gives the enumeration its constants, like {@link completeRecord}. */
export function completeEnum(
  c: Context,
  definition: EnumDefinition,
  tag: Name | null,
  content: Pick<EnumDefinition, 'underlying' | 'constants'>,
): EnumDefinition {
  if (tag !== null) {
    const binding = tag.tag!;
    if (binding.definition === definition) binding.complete = true;
    if (definition.underlying !== null) {
      if (!sameEnum(definition, content)) throw new NotShared(`${c.program.file}:${keyOf('enum', tag)}`);
      return definition;
    }
  } else if (c.scopes.depth === 0) {
    const names = content.constants.map((constant) => constant.name);
    const other = sharedUntagged(c, `enum ${names}`, definition, (each) => sameEnum(each as EnumDefinition, content));
    if (other !== definition) return other as EnumDefinition;
  }
  definition.underlying = content.underlying;
  definition.constants = content.constants;
  return definition;
}

function sameEnum(
  a: Pick<EnumDefinition, 'underlying' | 'constants'>,
  b: Pick<EnumDefinition, 'underlying' | 'constants'>,
): boolean {
  if (a.underlying?.name !== b.underlying?.name || a.constants.length !== b.constants.length) return false;
  return a.constants.every(
    (constant, i) => constant.name === b.constants[i].name && constant.value === b.constants[i].value,
  );
}
