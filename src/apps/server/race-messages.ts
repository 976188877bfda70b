import { Ajv } from 'ajv';
import raceSchema from '../../../schemas/race.schema.json' with { type: 'json' };
import resultSchema from '../../../schemas/result.schema.json' with { type: 'json' };
import serverSchema from '../../../schemas/server-messages.schema.json' with { type: 'json' };
import { parseJson } from './client-messages.ts';
import { type JobEvent, type RaceMessage, Refusal } from './protocol.ts';

/** Compiled for the first race: most servers receive none. */
let compiled: { isMessage(value: unknown): value is RaceMessage; isResult(value: unknown): boolean } | null = null;

function compile(): NonNullable<typeof compiled> {
  const ajv = new Ajv({ allowUnionTypes: true });
  const message = ajv.addSchema(serverSchema).compile<RaceMessage>(raceSchema);
  const result = new Ajv({ allowUnionTypes: true, strict: false }).compile({
    $ref: '#/definitions/result',
    definitions: resultSchema.definitions,
  });
  return {
    isMessage: (value): value is RaceMessage => message(value),
    isResult: (value) => result(value) === true,
  };
}

/** The event, if it and the result in it match the schemas; else null. */
export function asJobEvent(value: unknown): JobEvent | null {
  const { isMessage, isResult } = (compiled ??= compile());
  const message: unknown = { type: 'event', job: '0'.repeat(22), number: 1, event: value };
  if (!isMessage(message) || message.type !== 'event') return null;
  return message.event.kind === 'verdict' && !isResult(message.event.result) ? null : message.event;
}

/**
 * Reads a message of `lemmata verify --stream`, with results that match those of the command line:
 * viewers rely on it.
 * @throws Refusal `bad-request` with a message that repeats nothing of the text
 */
export function readRaceMessage(text: string): RaceMessage {
  const { isMessage, isResult } = (compiled ??= compile());
  const value = parseJson(text);
  if (!isMessage(value)) throw new Refusal('bad-request', 'not a message of a race (schemas/race.schema.json)');
  if (value.type === 'event' && value.event.kind === 'verdict' && !isResult(value.event.result))
    throw new Refusal('bad-request', 'not a result (schemas/result.schema.json)');
  return value;
}
