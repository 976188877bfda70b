import { AUTOMATIC, inputExtent, list, type Place, type PlaceMaker, plain, smallExtent } from './places.ts';

const mallocConstant: PlaceMaker = (request) => {
  const { name, element } = request;
  const extent = smallExtent(request);
  return plain(extent, {
    locals: `${element.type} *${name} = malloc(${extent.count} * sizeof(${element.type}));`,
    pointer: name,
  });
};

const mallocInput: PlaceMaker = (request) => {
  const { name, element } = request;
  const extent = inputExtent(request);
  return plain(extent, {
    locals: `${element.type} *${name} = malloc(${extent.count} * sizeof *${name});`,
    pointer: name,
  });
};

const callocBlock: PlaceMaker = (request) => {
  const { name, element, random } = request;
  const extent = random.chance(50) ? inputExtent(request) : smallExtent(request);
  return plain(extent, {
    locals: `${element.type} *${name} = calloc(${extent.count}, sizeof(${element.type}));`,
    pointer: name,
    initialised: random.chance(70),
  });
};

const reallocBlock: PlaceMaker = (request) => {
  const { name, element, random } = request;
  const extent = random.chance(60) ? inputExtent(request) : smallExtent(request);
  const before = random.pick(['1', '2', 'b + 1', `${extent.count} + 1`]);
  return plain(extent, {
    locals: [
      `${element.type} *${name} = malloc((${before}) * sizeof(${element.type}));`,
      element.set(`${name}[0]`, 'c + 1'),
      `${name} = realloc(${name}, ${extent.count} * sizeof(${element.type}));`,
      `for (int i = 1; i < ${extent.count}; i++) ${element.set(`${name}[i]`, 'i + 5')}`,
    ].join('\n'),
    pointer: name,
    initialised: true,
  });
};

const allocaBlock: PlaceMaker = (request) => {
  const { name, element, random } = request;
  const extent = random.chance(50) ? inputExtent(request) : smallExtent(request);
  return plain(extent, {
    locals: `${element.type} *${name} = __builtin_alloca(${extent.count} * sizeof(${element.type}));`,
    pointer: name,
  });
};

const flexible: PlaceMaker = (request) => {
  const { name, element, random } = request;
  const extent = random.chance(60) ? inputExtent(request) : smallExtent(request);
  const tag = `struct @${name}_row`;
  const size = random.chance(20) ? `__builtin_offsetof(${tag}, v)` : `sizeof(${tag})`;
  return plain(extent, {
    globals: `${tag} { ${random.pick(['int', 'char', 'long'])} n; ${element.type} v[]; };`,
    locals: `${tag} *${name} = malloc(${size} + ${extent.count} * sizeof(${element.type}));\n${name}->n = 5;`,
    pointer: `${name}->v`,
    around: [`(unsigned)${name}->n`],
  });
};

const staticObject: PlaceMaker = (request) => {
  const { name, element, random } = request;
  const extent = smallExtent(request);
  const declaration = `static ${element.type} @${name}[${extent.count}] = ${list(element, extent.most - random.below(2), 2)};`;
  const inside = random.chance(30);
  return plain(extent, {
    globals: inside ? '' : declaration,
    locals: inside ? declaration : '',
    pointer: `@${name}`,
    initialised: true,
    whole: `@${name}`,
  });
};

const literal: PlaceMaker = ({ name, element, random }) => {
  const text = random.pick(['abc', 'ab', 'hello', 'ba\\0c', 'aaab']);
  const most = text.replace('\\0', '0').length + 1;
  const direct = random.chance(40);
  return plain(
    { count: `${most}`, least: most, most },
    {
      locals: direct ? '' : `const ${element.type} *${name} = (const ${element.type} *)"${text}";`,
      pointer: direct ? `((const ${element.type} *)"${text}")` : name,
      initialised: true,
      writable: false,
    },
  );
};

const compound: PlaceMaker = (request) => {
  const { name, element } = request;
  const extent = smallExtent(request);
  return plain(extent, {
    locals: `${element.type} *${name} = (${element.type}[${extent.count}])${list(element, extent.most, 3)};`,
    pointer: name,
    initialised: true,
  });
};

/** Makes several blocks by one call of `malloc` in a loop. */
const family: PlaceMaker = (request): Place => {
  const { name, element, random } = request;
  const extent = random.chance(40) ? inputExtent(request) : smallExtent(request);
  const which = random.pick(['1', 'b', 'c', '2']);
  return plain(extent, {
    locals: [
      `${element.type} *${name}[4];`,
      `for (int j = 0; j < 4; j++) {`,
      `  ${name}[j] = malloc(${extent.count} * sizeof(${element.type}));`,
      `  for (int i = 0; i < ${extent.count}; i++) ${element.set(`${name}[j][i]`, '(i + j * 2)')}`,
      '}',
    ].join('\n'),
    pointer: `${name}[${which}]`,
    initialised: true,
    around: [0, 3].map((j) => element.read(`${name}[${j}][0]`)),
  });
};

/** All kinds of objects, by name. */
export const PLACES: Readonly<Record<string, PlaceMaker>> = {
  ...AUTOMATIC,
  'malloc constant': mallocConstant,
  'malloc input': mallocInput,
  calloc: callocBlock,
  realloc: reallocBlock,
  alloca: allocaBlock,
  flexible,
  static: staticObject,
  literal,
  compound,
  family,
};
