import { Ajv } from 'ajv';

/** Makes a reader of messages of one kind; it returns null for malformed ones. */
export function reader<T>(schema: object): (bytes: Uint8Array) => T | null {
  const isMessage = new Ajv({ allowUnionTypes: true }).compile<T>(schema);
  return (bytes) => {
    const value = parse(bytes);
    return isMessage(value) ? value : null;
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
