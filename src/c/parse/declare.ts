import type { SourceLocation } from '../../base/source.ts';
import type { ArgumentSize, FunctionDeclaration, Variable } from '../ast.ts';
import type { Name } from '../lex/names.ts';
import { qualifiersOf } from '../types/type-basics.ts';
import { formatType } from '../types/type-format.ts';
import { compatible, compatibleUnqualified, composite, promoteArgument } from '../types/type-relations.ts';
import type { CType, FunctionType } from '../types/types.ts';
import type { Binding } from './bindings.ts';
import { type Context, report, warn } from './context.ts';
import type { DeclaredType, External } from './program.ts';
import type { Attributes, StorageClass } from './specifiers.ts';

/**
 * Declarations of names with linkage. They are merged with earlier declarations in this file and in
 * other files (C11 6.2.2, 6.2.7, 6.9.2).
 */

/** Extent to which a declaration of a variable defines it. */
export type Extent = 'extern' | 'tentative' | 'definition';

type VariableBinding = Binding & { kind: 'variable' };
type FunctionBinding = Binding & { kind: 'function' };

function conflict(
  c: Context,
  code: 'C1318' | 'C1327' | 'C1328' | 'C1329',
  name: Name,
  at: SourceLocation,
  other: SourceLocation,
): void {
  report(c, code, [name.text], at, [{ message: 'previous declaration is here', at: other }]);
}

/** Returns the visible binding of a name with linkage, if it is of that kind. */
function visible<K extends 'variable' | 'function'>(
  c: Context,
  name: Name,
  kind: K,
  at: SourceLocation,
): (Binding & { kind: K }) | null {
  const other = name.ordinary;
  if (other === null) return null;
  if (other.kind === kind) return other as Binding & { kind: K };
  if (other.depth === c.scopes.depth) conflict(c, 'C1318', name, at, other.at);
  return null;
}

/** Declares a variable at file scope, or an `extern` one in a block. */
export function declareGlobal(
  c: Context,
  name: Name,
  type: CType,
  extent: Extent,
  options: {
    isStatic: boolean;
    threadLocal: boolean;
    attributes: Attributes;
    asmName?: string | null;
    at: SourceLocation;
  },
): VariableBinding {
  const { at, isStatic, threadLocal } = options;
  const found = visible(c, name, 'variable', at);
  const earlier = found !== null && found.variable.storage === 'static' && found.variable.scope === null ? found : null;
  let variable: Variable;
  let own = type;
  if (earlier !== null) {
    variable = earlier.variable;
    if (isStatic && variable.external) conflict(c, 'C1328', name, at, earlier.at);
    if (!compatible(earlier.type, type)) conflict(c, 'C1327', name, at, earlier.at);
    own = compatible(earlier.type, type) ? composite(earlier.type, type) : earlier.type;
    if (earlier.isDefinition && extent === 'definition') conflict(c, 'C1329', name, at, earlier.at);
    if (variable.external) defineExternal(c, name, variable, extent, at, options.attributes);
  } else if (isStatic)
    variable = c.program.newVariable(name.text, type, at, { storage: 'static', scope: null, threadLocal });
  else variable = externalVariable(c, name, type, extent, threadLocal, options.attributes, at);
  const external = variable.external ? c.program.externals.get(name.text) : undefined;
  if (extent !== 'extern') variable.undefined = false;
  if (external?.kind === 'variable') {
    external.asmName ??= options.asmName ?? null;
    own = addType(external, own, extent, at);
  } else if (compatible(variable.type, own)) {
    variable.type = composite(variable.type, own);
    own = composite(own, variable.type);
  }
  const binding: VariableBinding = {
    kind: 'variable',
    variable,
    type: own,
    isDefinition: extent === 'definition' || (earlier?.isDefinition ?? false),
    isRegister: false,
    depth: c.scopes.depth,
    at,
  };
  c.scopes.declare(name, binding);
  return binding;
}

/**
 * Adds the type of a declaration to those of the variable, and returns the type that the name has from
 * here on. The declaration that says most gives the variable its type; `uniteTypes` compares the others.
 */
function addType(external: External & { kind: 'variable' }, type: CType, extent: Extent, at: SourceLocation): CType {
  const { types, variable } = external;
  const rank = extentRank(extent, type);
  let declared = types.find((each) => compatible(each.type, type));
  if (declared === undefined) types.push((declared = { type, at, rank }));
  else {
    declared.type = composite(declared.type, type);
    if (rank > declared.rank) Object.assign(declared, { at, rank });
  }
  // An initialiser has given the variable its type.
  if (variable.initializer === null) variable.type = standingType(types).type;
  return composite(type, compatible(variable.type, type) ? variable.type : declared.type);
}

/** Returns how much a declaration says about its variable. */
function extentRank(extent: Extent, type: CType): number {
  if (extent === 'definition') return 3;
  if (extent === 'tentative') return 2;
  return type.kind === 'array' && type.length === 'unknown' ? 0 : 1;
}

/** Returns the first of the types that say most. */
export function standingType(types: readonly DeclaredType[]): DeclaredType {
  return types.reduce((best, each) => (each.rank > best.rank ? each : best));
}

function externalVariable(
  c: Context,
  name: Name,
  type: CType,
  extent: Extent,
  threadLocal: boolean,
  attributes: Attributes,
  at: SourceLocation,
): Variable {
  const known = c.program.externals.get(name.text);
  if (known?.kind === 'variable') {
    defineExternal(c, name, known.variable, extent, at, attributes);
    return known.variable;
  }
  if (known) report(c, 'C1601', [name.text], at, [{ message: 'declared as a function here', at: known.function.at }]);
  const variable = c.program.newVariable(name.text, type, at, {
    storage: 'static',
    scope: null,
    external: true,
    undefined: extent === 'extern',
    threadLocal,
  });
  const external: External = {
    kind: 'variable',
    variable,
    types: [],
    definedAt: extent === 'definition' ? at : null,
    weak: attributes.weak,
    tentative: extent === 'tentative',
    asmName: null,
  };
  c.program.externals.set(name.text, external);
  return variable;
}

/**
 * Records a further declaration of an external variable. A second definition is an error unless one of
 * the two is weak.
 */
function defineExternal(
  c: Context,
  name: Name,
  variable: Variable,
  extent: Extent,
  at: SourceLocation,
  attributes: Attributes,
): void {
  const external = c.program.externals.get(name.text);
  if (external?.kind !== 'variable') return;
  if (attributes.weak) external.weak = true;
  if (extent === 'tentative') external.tentative = true;
  if (extent !== 'definition') return;
  if (external.definedAt !== null && !external.weak) {
    report(c, 'C1602', [name.text], at, [{ message: 'first defined here', at: external.definedAt }]);
  }
  external.definedAt = at;
  (variable as { at: SourceLocation }).at = at;
}

/** Declares a function, in any scope. */
export function declareFunction(
  c: Context,
  name: Name,
  type: FunctionType,
  options: {
    storage: StorageClass;
    attributes: Attributes;
    sizes?: readonly ArgumentSize[];
    asmName: string | null;
    at: SourceLocation;
    implicit?: boolean;
  },
): FunctionBinding {
  const { at, attributes, asmName } = options;
  const found = visible(c, name, 'function', at);
  let declaration: FunctionDeclaration;
  let own = type;
  if (found !== null) {
    declaration = found.function;
    own = mergedType(c, name, found, type, at);
    if (options.storage === 'static' && declaration.external) {
      if (found.implicit) (declaration as { external: boolean }).external = false;
      else conflict(c, 'C1328', name, at, found.at);
    }
  } else if (options.storage === 'static') declaration = c.program.newFunction(name.text, type, false, at);
  else declaration = externalFunction(c, name, type, options.implicit ?? false, at);
  if (compatible(declaration.type, own)) {
    declaration.type = composite(declaration.type, own) as FunctionType;
    own = declaration.type;
  } else if (found !== null) declaration.type = own;
  else {
    const external = c.program.externals.get(name.text);
    if (external?.kind === 'function' && external.implicit) declaration.type = own;
    else warn(c, 'C1961', [name.text, formatType(own), formatType(declaration.type)], at);
  }
  const external = declaration.external ? c.program.externals.get(name.text) : undefined;
  if (external?.kind === 'function') {
    external.implicit &&= options.implicit ?? false;
    external.weak ||= attributes.weak;
  }
  for (const startup of attributes.startup) c.program.addStartup(declaration, startup);
  declaration.noreturn ||= attributes.noreturn;
  declaration.align = Math.max(declaration.align, attributes.align ?? 1);
  declaration.pure ||= attributes.pure;
  declaration.nonnull =
    declaration.nonnull === 'all' || attributes.nonnull === 'all'
      ? 'all'
      : [...declaration.nonnull, ...attributes.nonnull];
  declaration.sizes = [...declaration.sizes, ...(options.sizes ?? []), ...attributes.sizes];
  declaration.system ||= c.scanner.system && options.implicit !== true;
  declaration.asmName ??= asmName;
  const binding: FunctionBinding = {
    kind: 'function',
    function: declaration,
    type: own,
    implicit: options.implicit ?? false,
    depth: c.scopes.depth,
    at,
  };
  c.scopes.declare(name, binding);
  return binding;
}

function externalFunction(
  c: Context,
  name: Name,
  type: FunctionType,
  implicit: boolean,
  at: SourceLocation,
): FunctionDeclaration {
  const known = c.program.externals.get(name.text);
  if (known?.kind === 'function') return known.function;
  if (known) report(c, 'C1601', [name.text], at, [{ message: 'declared as a variable here', at: known.variable.at }]);
  const declaration = c.program.newFunction(name.text, type, true, at);
  c.program.externals.set(name.text, {
    kind: 'function',
    function: declaration,
    definedAt: null,
    weak: false,
    implicit,
  });
  return declaration;
}

/**
 * Returns the composite of the earlier and the new type of a function in this file. After a call
 * without declaration the new type counts.
 */
function mergedType(
  c: Context,
  name: Name,
  earlier: FunctionBinding,
  type: FunctionType,
  at: SourceLocation,
): FunctionType {
  const old = earlier.type as FunctionType;
  if (compatible(old, type)) return composite(old, type) as FunctionType;
  if (earlier.implicit || onlyOldStyleDiffers(old, type)) {
    warn(c, 'C1962', [name.text], at);
    return type;
  }
  conflict(c, 'C1327', name, at, earlier.at);
  return type;
}

/**
 * Whether the types differ only by the promotions of an old-style definition. GCC accepts one whose
 * promoted parameters do not match a prototype if the unpromoted ones do.
 */
function onlyOldStyleDiffers(a: FunctionType, b: FunctionType): boolean {
  if (
    a.prototyped === b.prototyped ||
    qualifiersOf(a.result) !== qualifiersOf(b.result) ||
    !compatible(a.result, b.result)
  )
    return false;
  if (a.parameters.length === 0 || b.parameters.length === 0) return false;
  return (
    a.parameters.length === b.parameters.length &&
    a.parameters.every(
      (parameter, i) =>
        compatibleUnqualified(parameter.type, b.parameters[i].type) ||
        compatibleUnqualified(promoteArgument(parameter.type), promoteArgument(b.parameters[i].type)),
    )
  );
}

/** Declares a typedef name. The same type again is not an error (C11 6.7p3). */
export function declareTypedef(c: Context, name: Name, type: CType, at: SourceLocation): void {
  const other = name.ordinary;
  if (other !== null && other.depth === c.scopes.depth) {
    if (other.kind !== 'typedef') conflict(c, 'C1318', name, at, other.at);
    else if (!compatible(other.type, type)) conflict(c, 'C1327', name, at, other.at);
  }
  c.scopes.declare(name, { kind: 'typedef', type, depth: c.scopes.depth, at });
}

/** Declares a variable without linkage in a block. */
export function declareLocal(
  c: Context,
  name: Name,
  variable: Variable,
  isRegister: boolean,
  at: SourceLocation,
): VariableBinding {
  const other = name.ordinary;
  if (other !== null && other.depth === c.scopes.depth) {
    const external = other.kind === 'function' && other.implicit;
    if (!external) conflict(c, 'C1318', name, at, other.at);
  }
  const binding: VariableBinding = {
    kind: 'variable',
    variable,
    type: variable.type,
    isDefinition: true,
    isRegister,
    depth: c.scopes.depth,
    at,
  };
  c.scopes.declare(name, binding);
  return binding;
}
