import { Ajv } from 'ajv';
import schema from '../../../schemas/portfolio.schema.json' with { type: 'json' };
import { LemmataError, messageOf } from '../../base/errors.ts';
import { engineKey } from '../schedule/slices.ts';
import type { PortfolioFile, SliceEntry } from './portfolio-set.ts';
import { placeOf, schemaProblem } from './schema-problem.ts';

/** Most seconds of an engine before every other one has had a slice. */
const LONE_SECONDS = 10;

/**
 * Parses and validates a portfolio file. Throws LemmataError `E-INPUT` at the first problem, with its
 * line and column.
 *
 * The file names sets; a set has stages, each a schedule for a class of systems:
 *
 *     { "sets": { "mine": { "stages": [
 *       { "when": { "loops": ["one", "many"], "arrays": true, "size": ["small"] },
 *         "order": [
 *           { "engine": "sim", "seconds": 0.1 },
 *           { "engine": "houdini", "seconds": 0.3 },
 *           { "engine": "bmc", "options": { "solver": "z3" }, "seconds": 0.2 },
 *           { "engine": "houdini", "seconds": 1 }
 *         ] },
 *       { "order": [{ "engine": "kind", "seconds": 0.1 }] }
 *     ] } } }
 *
 * The first stage whose `when` holds for the compiled system is its schedule. `order` lists slices of
 * CPU time of the engines' threads, in their order. The second slice of `houdini` continues where the
 * first one ended. Engines of one name with different options are different engines. After the list
 * all its engines continue in turn, in growing slices, until the limit. `fewLeft` lists slices of the
 * same engines that come next once few checks are left, and `nearlyAll` those when nearly all are decided.
 */
export function parsePortfolio(text: string, file: string): PortfolioFile {
  const content = parseJson(text, file);
  const validate = new Ajv({ allowUnionTypes: true, verbose: true }).compile<PortfolioFile>(schema);
  if (!validate(content)) throw schemaProblem(validate.errors, text, file);
  for (const [name, { stages }] of Object.entries(content.sets)) {
    for (const [index, stage] of stages.entries()) {
      const { order } = stage;
      const refuse = (message: string, ...place: readonly (string | number)[]): never => {
        throw new LemmataError('E-INPUT', message, placeOf(text, file, ['sets', name, 'stages', index, ...place]));
      };
      const late = firstBehind(order);
      if (late !== null)
        refuse(
          `${order[late].engine} has its first slice after another engine has had ${LONE_SECONDS} s`,
          ...['order', late],
        );
      const listed = new Set(order.map(engineKey));
      for (const key of ['nearlyAll', 'fewLeft'] as const) {
        const late = stage[key] ?? [];
        const unlisted = late.findIndex((entry) => !listed.has(engineKey(entry)));
        if (unlisted >= 0)
          refuse(`${late[unlisted].engine} with these options has no slice in the order`, ...[key, unlisted]);
      }
    }
  }
  return content;
}

/**
 * Index of the first slice that begins an engine after another one has had {@link LONE_SECONDS}; null
 * if there is no such slice.
 */
function firstBehind(order: readonly SliceEntry[]): number | null {
  const had = new Map<string, number>();
  let most = 0;
  for (const [index, entry] of order.entries()) {
    const key = engineKey(entry);
    if (!had.has(key) && most >= LONE_SECONDS) return index;
    had.set(key, (had.get(key) ?? 0) + entry.seconds);
    most = Math.max(most, had.get(key) ?? 0);
  }
  return null;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = messageOf(error);
    const position = /at position (\d+)/.exec(message);
    const before = text.slice(0, position === null ? text.length : Number(position[1])).split('\n');
    const at = { file, line: before.length, column: (before.at(-1) ?? '').length + 1 };
    throw new LemmataError('E-INPUT', `not a JSON file: ${message}`, at, { cause: error });
  }
}
