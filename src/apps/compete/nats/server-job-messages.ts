import { record } from '../../../base/json-schema.ts';
import { reader } from './schema.ts';

/** Raised when a field changes its meaning or is removed. */
const SERVER_JOB_VERSION = 1;

/**
 * A job of a server on the queue, and its result in the key-value store: the digest of content in the
 * object store.
 */
export interface ServerJobMessage {
  readonly version: typeof SERVER_JOB_VERSION;
  /** SHA-256 of the content. */
  readonly content: string;
}

const MESSAGE = record({
  version: { const: SERVER_JOB_VERSION },
  content: { type: 'string', pattern: '^[0-9a-f]{64}$' },
});

/** Null if the bytes are not a message of this version. */
export const parseServerJob: (bytes: Uint8Array) => ServerJobMessage | null = reader(MESSAGE);

export function serverJobMessage(content: string): string {
  return JSON.stringify({ version: SERVER_JOB_VERSION, content } satisfies ServerJobMessage);
}
