import { createHash, randomBytes } from 'node:crypto';
import type { JobStore } from './store.ts';

/** 256 random bits. */
const SECRET_BYTES = 32;

/**
 * Secrets that let anybody read one job, and do nothing else. A job has at most one; it ends with
 * the job, or before. They are stored, so that a link outlives a restart of the server.
 */
export class Shares {
  /** Secrets by job. */
  readonly #secrets = new Map<string, string>();
  /** Jobs by the hash of their secret: looking one up takes no time that depends on the secrets. */
  readonly #jobs = new Map<string, string>();

  private constructor(private readonly store: JobStore) {}

  static async open(store: JobStore): Promise<Shares> {
    const shares = new Shares(store);
    for (const { job, secret } of await store.shares()) shares.#add(job, secret);
    return shares;
  }

  #add(job: string, secret: string): void {
    this.#secrets.set(job, secret);
    this.#jobs.set(hashOf(secret), job);
  }

  /** Returns the secret of a job; null: it has none. */
  of(job: string): string | null {
    return this.#secrets.get(job) ?? null;
  }

  /** Returns the id of the job of that secret; null: there is none. */
  jobOf(secret: string): string | null {
    return this.#jobs.get(hashOf(secret)) ?? null;
  }

  /** Returns the secret of a job, a new one if it has none. */
  async share(job: string): Promise<string> {
    const known = this.of(job);
    if (known !== null) return known;
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    this.#add(job, secret);
    await this.store.share(job, secret);
    return secret;
  }

  /** The job has no secret from now on. */
  async revoke(job: string): Promise<void> {
    const secret = this.of(job);
    if (secret === null) return;
    this.#secrets.delete(job);
    this.#jobs.delete(hashOf(secret));
    await this.store.share(job, null);
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
