import type { Expressions } from './expressions.ts';
import { initial } from './initial.ts';
import { type Place, Scope } from './places.ts';
import type { Random } from './random.ts';
import { declare, FLOATS, hasPart, type Type } from './types.ts';

/** Makes the lines of one statement, or null where the scope has nothing for it. */
export type StatementMaker = (statements: Statements, scope: Scope, depth: number) => string[] | null;

/** Random statements; every block begins with a probe that tells that it was reached. */
export class Statements {
  readonly random: Random;
  probes = 0;
  #names = 0;

  constructor(
    readonly expressions: Expressions,
    /** What the features of the program add, with their weights. */
    readonly extra: readonly (readonly [number, StatementMaker])[],
    /** Types that variables may have. */
    readonly types: readonly Type[],
  ) {
    this.random = expressions.random;
  }

  /** A name that nothing else has. */
  fresh(prefix: string): string {
    return `${prefix}${this.#names++}`;
  }

  probe(): string {
    return `P(${this.probes++});`;
  }

  /** The statements of a scope of its own, without braces. */
  block(outer: Scope, count: number, depth: number): string[] {
    return this.statements(new Scope(outer.depth + 1, outer), count, depth);
  }

  statements(scope: Scope, count: number, depth: number): string[] {
    return [this.probe(), ...Array.from({ length: count }, () => this.statement(scope, depth)).flat()];
  }

  statement(scope: Scope, depth: number): string[] {
    const flat: (readonly [number, StatementMaker])[] = [
      [8, assignment],
      [4, compound],
      [2, increment],
      [2, declaration],
    ];
    const nested: (readonly [number, StatementMaker])[] = [
      [5, branch],
      [3, counted],
      [2, bottomTested],
      [2, switched],
      [1, jumpOver],
      [1, jumpBack],
    ];
    const makers = [...flat, ...this.extra, ...(depth > 0 ? nested : [])];
    for (let attempt = 0; attempt < 8; attempt++) {
      const lines = this.random.weighted(makers)(this, scope, depth);
      if (lines !== null) return lines;
    }
    return [];
  }
}

const scalar = ({ type }: Place): boolean => type.kind !== 'array';
const number = ({ type }: Place): boolean => type.kind === 'integer' || type.kind === 'float';

const assignment: StatementMaker = ({ expressions, random }, scope) => {
  const target = expressions.place(scope, scalar);
  const value = target === null ? null : expressions.valueFor(scope, target);
  if (target === null || value === null) return null;
  const second = random.chance(15) ? expressions.place(scope, ({ type }) => type.kind === 'integer') : null;
  // The value of an assignment is what was stored.
  if (second !== null && target.type.kind === 'integer' && independent(second, target)) {
    return [`${second.text} = ${target.text} = ${value};`];
  }
  return [`${target.text} = ${value};`];
};

/** Whether the two are distinct variables, whose stores C need not order. */
function independent(a: Place, b: Place): boolean {
  return a.text !== b.text && !/[*[>.]/.test(a.text) && !/[*[>.]/.test(b.text);
}

const compound: StatementMaker = ({ expressions, random }, scope) => {
  const target = expressions.place(scope, number);
  if (target === null) return null;
  if (target.type.kind === 'float')
    return [`${target.text} ${random.pick(['+=', '-=', '*='])} ${expressions.integer(scope, 2)};`];
  const value = expressions.integer(scope);
  const operator = random.pick(['+=', '-=', '*=', '^=', '|=', '&=', '/=', '%=', '<<=', '>>=']);
  if (operator === '/=' || operator === '%=') return [`${target.text} ${operator} ((${value}) & 7) + 1;`];
  if (operator === '<<=' || operator === '>>=') return [`${target.text} ${operator} (${value}) & 7;`];
  return [`${target.text} ${operator} ${value};`];
};

const increment: StatementMaker = ({ expressions, random }, scope) => {
  const target = expressions.place(scope, number);
  if (target === null) return null;
  const operator = random.pick(['++', '--']);
  return [random.chance(50) ? `${target.text}${operator};` : `${operator}${target.text};`];
};

const declaration: StatementMaker = (statements, scope) => {
  const { expressions, random } = statements;
  let type = random.pick(statements.types);
  if (expressions.floats && random.chance(30)) type = random.pick(FLOATS);
  if (random.chance(20)) type = { kind: 'array', of: type, length: random.between(2, 5) };
  if (random.chance(20)) {
    const object = expressions.place(scope, ({ bitField }) => !bitField);
    if (object !== null) type = { kind: 'pointer', to: object.type };
  }
  const still = random.chance(8) && !hasPart(type, ({ kind }) => kind === 'pointer');
  const value = initial(expressions, scope, type, still);
  if (value === null) return null;
  const name = statements.fresh('v');
  scope.add(name, type, still ? 0 : scope.depth);
  return [`${still ? 'static ' : ''}${declare(type, name)} = ${value};`];
};

function inner(statements: Statements, scope: Scope, depth: number): string[] {
  return statements.block(scope, statements.random.between(1, 3), depth - 1);
}

const branch: StatementMaker = (statements, scope, depth) => {
  const { expressions, random } = statements;
  const yes = inner(statements, scope, depth);
  const no = random.chance(50) ? ['} else {', ...inner(statements, scope, depth)] : [];
  return [`if (${expressions.integer(scope)}) {`, ...yes, ...no, '}'];
};

/** `break` or `continue` under a condition, at the end of the body of a loop. */
function leave({ expressions, random }: Statements, scope: Scope): string[] {
  return random.chance(30) ? [`if (${expressions.integer(scope, 2)}) ${random.pick(['break', 'continue'])};`] : [];
}

const counted: StatementMaker = (statements, scope, depth) => {
  const { expressions, random } = statements;
  const i = statements.fresh('i');
  const bound = random.chance(60) ? `${random.between(1, 5)}` : `(int)((${expressions.integer(scope, 1)}) & 3)`;
  const body = [...leave(statements, scope), ...inner(statements, scope, depth), ...leave(statements, scope)];
  return [`for (int ${i} = 0, n_${i} = ${bound}; ${i} < n_${i}; ${i}++) {`, ...body, '}'];
};

const bottomTested: StatementMaker = (statements, scope, depth) => {
  const i = statements.fresh('i');
  const condition = statements.random.chance(50) ? '' : ` && ${statements.expressions.integer(scope, 2)}`;
  const body = [...inner(statements, scope, depth), ...leave(statements, scope)];
  const start = `unsigned char ${i} = ${statements.random.between(1, 4)};`;
  if (statements.random.chance(50)) return [start, `while (${i}-- > 0${condition}) {`, ...body, '}'];
  return [start, 'do {', ...body, `} while (--${i} > 0${condition});`];
};

const switched: StatementMaker = (statements, scope, depth) => {
  const { expressions, random } = statements;
  const lines = [`switch (${expressions.integer(scope, 2)}${random.chance(60) ? ' & 3' : ''}) {`];
  const labels = ['case 0:', 'case 1:', 'case 2:', 'case -1:', 'case 3 ... 100:', 'default:'].filter(() =>
    random.chance(60),
  );
  if (labels.length > 1 && random.chance(50)) labels.reverse();
  for (const label of labels) {
    lines.push(label, '{', ...inner(statements, scope, depth), '}');
    if (random.chance(65)) lines.push('break;');
  }
  return [...lines, '}'];
};

const jumpOver: StatementMaker = (statements, scope, depth) => {
  const label = statements.fresh('over');
  const jump = `if (${statements.expressions.integer(scope, 2)}) goto ${label};`;
  const more = inner(statements, scope, depth);
  return ['{', ...inner(statements, scope, depth), jump, ...more, '}', `${label}:;`];
};

const jumpBack: StatementMaker = (statements, scope, depth) => {
  const label = statements.fresh('back');
  const i = statements.fresh('i');
  const condition = statements.expressions.integer(scope, 2);
  return [
    `int ${i} = ${statements.random.between(1, 4)};`,
    `${label}: {`,
    ...inner(statements, scope, depth),
    '}',
    `if (--${i} > 0 && ${condition}) goto ${label};`,
  ];
};
