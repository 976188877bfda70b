import { Ajv } from 'ajv';
import schema from '../../schemas/stream.schema.json' with { type: 'json' };
import { ENGINE_NAMES } from '../portfolio/engine-names.ts';
import { type ClientMessage, Refusal, type SubmittedTask } from './protocol.ts';

const ajv = new Ajv({ strict: true, allErrors: false });
const message = ajv.compile<ClientMessage>(schema);
const task = ajv.compile<SubmittedTask>({ ...schema.definitions.task, $id: 'task', definitions: schema.definitions });

/** @throws Refusal `bad-request` in words that repeat nothing of the text */
export function readClientMessage(text: string): ClientMessage {
  const value = parseJson(text);
  if (!message(value)) throw new Refusal('bad-request', 'this is no message of the protocol (schemas/stream.schema.json)');
  return value.type === 'submit' ? { ...value, task: checked(value.task) } : value;
}

/** @throws Refusal `bad-request` */
export function readTask(text: string): SubmittedTask {
  const value = parseJson(text);
  if (task(value)) return checked(value);
  const [{ instancePath, message: what } = { instancePath: '', message: '' }] = task.errors ?? [];
  throw new Refusal(
    'bad-request',
    `the task is not as schemas/stream.schema.json says: ${instancePath || 'it'} ${what ?? ''}`.trim(),
  );
}

const engines: ReadonlySet<string> = new Set(ENGINE_NAMES);

/** What the schema does not say of a task, since it changes with every engine. */
function checked(given: SubmittedTask): SubmittedTask {
  if (given.engines?.every((name) => engines.has(name)) === false)
    throw new Refusal('bad-request', `there is no such engine; there are ${ENGINE_NAMES.join(', ')}`);
  return given;
}

/** @throws Refusal `bad-request` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('bad-request', 'this is no JSON');
  }
}
