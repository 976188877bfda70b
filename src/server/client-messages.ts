import { Ajv } from 'ajv';
import schema from '../../schemas/stream.schema.json' with { type: 'json' };
import { type ClientMessage, Refusal, type SubmittedTask } from './protocol.ts';

const ajv = new Ajv({ strict: true, allErrors: false });
const message = ajv.compile<ClientMessage>(schema);
const task = ajv.compile<SubmittedTask>({ ...schema.definitions.task, $id: 'task', definitions: schema.definitions });

/** @throws Refusal `bad-request` in words that repeat nothing of the text */
export function readClientMessage(text: string): ClientMessage {
  const value = parse(text);
  if (!message(value)) throw new Refusal('bad-request', 'this is no message of the protocol (schemas/stream.schema.json)');
  return value;
}

/** @throws Refusal `bad-request` */
export function readTask(text: string): SubmittedTask {
  const value = parse(text);
  if (task(value)) return value;
  const [{ instancePath, message: what } = { instancePath: '', message: '' }] = task.errors ?? [];
  throw new Refusal(
    'bad-request',
    `the task is not as schemas/stream.schema.json says: ${instancePath || 'it'} ${what ?? ''}`.trim(),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('bad-request', 'this is no JSON');
  }
}
