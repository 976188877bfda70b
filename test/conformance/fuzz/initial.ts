import type { Expressions } from './expressions.ts';
import type { Scope } from './places.ts';
import { declare, type Type } from './types.ts';

/**
 * An initialiser; null if a pointer in the type has nothing to point to. `constant`: only constants
 * and addresses of objects that live as long as the program.
 */
export function initial(expressions: Expressions, scope: Scope, type: Type, constant: boolean): string | null {
  const { random } = expressions;
  switch (type.kind) {
    case 'integer':
      return constant || random.chance(30) ? `${random.between(-5, 130)}` : expressions.integer(scope, 2);
    case 'float':
      return constant || !expressions.floats
        ? `${random.pick(['0.5', '-2.0', '3', '1e-3f'])}`
        : expressions.float(scope, 2);
    case 'pointer':
      return addressIn(expressions, scope, type.to, constant);
    case 'array': {
      const count = random.chance(70) ? type.length : random.between(1, type.length);
      const some = needsAll(type.of) ? type.length : Math.min(count, 9);
      const elements = Array.from({ length: some }, () => initial(expressions, scope, type.of, constant));
      return elements.includes(null) ? null : `{ ${elements.join(', ')} }`;
    }
    case 'record': {
      const fields = type.union ? type.fields.slice(0, 1) : type.fields;
      const values = fields.map(({ name, type: inner }) => {
        const value = initial(expressions, scope, inner, constant);
        return value === null ? null : random.chance(30) ? `.${name} = ${value}` : value;
      });
      if (values.includes(null)) return null;
      // A designator moves the place of what follows, so either all have one or none.
      const designated = values.some((value) => value!.startsWith('.'));
      const texts = fields.map(({ name }, i) =>
        designated && !values[i]!.startsWith('.') ? `.${name} = ${values[i]}` : values[i],
      );
      return `{ ${texts.join(', ')} }`;
    }
  }
}

/** Elements that are not mentioned are null pointers: those of such arrays are all mentioned. */
function needsAll(type: Type): boolean {
  if (type.kind === 'pointer') return true;
  if (type.kind === 'array') return needsAll(type.of);
  return type.kind === 'record' && type.fields.some((field) => needsAll(field.type));
}

function addressIn(expressions: Expressions, scope: Scope, to: Type, constant: boolean): string | null {
  if (!constant) return expressions.pointerTo(scope, to, scope.depth);
  const same = declare(to, '');
  const roots = scope.roots.filter(({ lifetime, type }) => lifetime === 0 && declare(type, '') === same);
  const elements = scope.roots.filter(
    ({ lifetime, type }) => lifetime === 0 && type.kind === 'array' && declare(type.of, '') === same,
  );
  const all = [
    ...roots.map(({ text }) => `&${text}`),
    ...elements.map(({ text }) => `&${text}[1]`),
    ...elements.map(({ text }) => text),
  ];
  return all.length === 0 ? null : expressions.random.pick(all);
}
