import { Ajv } from 'ajv';
import schema from '../../../schemas/stream.schema.json' with { type: 'json' };
import { CHECK_KINDS } from '../../program/cfa/checks/kinds.ts';
import { areArgumentBounds, MOST_ARGUMENT_BYTES } from '../../race/options/argument-bounds.ts';
import { ENGINE_NAMES } from '../../race/schedule/engine-names.ts';
import { type ClientMessage, Refusal, type SubmittedTask } from './protocol.ts';

/** Most nested levels of arrays and objects; messages have about ten. */
const MOST_LEVELS = 64;

const ajv = new Ajv({ strict: true, allErrors: false });
const message = ajv.compile<ClientMessage>(schema);
const task = ajv.compile<SubmittedTask>({ ...schema.definitions.task, $id: 'task', definitions: schema.definitions });

/** @throws Refusal `bad-request` with a message that repeats nothing of the text */
export function readClientMessage(text: string): ClientMessage {
  const value = parseJson(text);
  if (!message(value))
    throw new Refusal('bad-request', 'this is not a message of the protocol (schemas/stream.schema.json)');
  return value.type === 'submit' ? { ...value, task: checked(value.task) } : value;
}

/** @throws Refusal `bad-request` */
export function readTask(text: string): SubmittedTask {
  const value = parseJson(text);
  if (task(value)) return checked(value);
  const [{ instancePath, message: what } = { instancePath: '', message: '' }] = task.errors ?? [];
  throw new Refusal(
    'bad-request',
    `the task does not match schemas/stream.schema.json: ${instancePath || 'it'} ${what ?? ''}`.trim(),
  );
}

const engines: ReadonlySet<string> = new Set(ENGINE_NAMES);

/** Checks a task beyond the schema: the names of engines and checks, and the product of two numbers. */
function checked(given: SubmittedTask): SubmittedTask {
  if (given.engines?.every((name) => engines.has(name)) === false)
    throw new Refusal('bad-request', `there is no such engine; there are ${ENGINE_NAMES.join(', ')}`);
  const unknown = given.checks?.find((kind) => !CHECK_KINDS.includes(kind));
  if (unknown !== undefined)
    throw new Refusal('bad-request', `there is no such check; there are ${CHECK_KINDS.join(', ')}`);
  if (given.termination === true && given.checks !== undefined)
    throw new Refusal('bad-request', 'termination and checks are two questions');
  if (given.arguments !== undefined && !areArgumentBounds(given.arguments))
    throw new Refusal('bad-request', `the arguments have more than ${MOST_ARGUMENT_BYTES} bytes in all`);
  return given;
}

/**
 * Parses a text from the network. A text that is nested as deeply as it is long would take a hundred
 * times the memory.
 * @throws Refusal `bad-request`
 */
export function parseJson(text: string): unknown {
  if (nestsDeeper(text, MOST_LEVELS)) throw new Refusal('bad-request', 'this is nested too deeply');
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('bad-request', 'this is not JSON');
  }
}

/**
 * Whether more than `most` arrays and objects are open at some place; arbitrary for text that is not
 * JSON. One pass.
 */
function nestsDeeper(text: string, most: number): boolean {
  let open = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '[' || character === '{') open += 1;
    else if (character === ']' || character === '}') open -= 1;
    if (open > most) return true;
  }
  return false;
}
