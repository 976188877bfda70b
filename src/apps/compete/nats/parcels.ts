import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ObjectStore } from '@nats-io/obj';

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Puts a file into the store, under its digest, unless it is there. Null for a file that cannot be read. */
export async function sendFile(store: ObjectStore, file: string): Promise<string | null> {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch {
    return null;
  }
  return sendBytes(store, bytes);
}

/** Puts bytes into the store, under their digest, unless they are there. */
export async function sendBytes(store: ObjectStore, bytes: Uint8Array): Promise<string> {
  const digest = digestOf(bytes);
  const there = await store.info(digest);
  if (there === null || there.deleted) await store.putBlob({ name: digest }, bytes);
  return digest;
}

/**
 * The content that belongs to a digest; null if the store has none, or has other content under its
 * name.
 */
export async function fetchFile(store: ObjectStore, digest: string): Promise<Uint8Array | null> {
  const bytes = await store.getBlob(digest);
  return bytes !== null && digestOf(bytes) === digest ? bytes : null;
}
