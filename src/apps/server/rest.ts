import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from './access.ts';
import { parseJson, readTask } from './client-messages.ts';
import type { Job } from './job/job.ts';
import type { Jobs } from './job/jobs.ts';
import type { Limits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { Page } from './page.ts';
import { type DocumentName, REFUSALS, Refusal } from './protocol.ts';

/** The page loads nothing from elsewhere, and texts are never interpreted as markup. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** Longest body with a token, in bytes. */
const MOST_TOKEN_BYTES = 1_024;

/**
 * The answers to plain requests:
 *
 *     POST   /api/jobs               a task; 201 and {"job": id}
 *     POST   /api/check              a task; the messages of the compiler, null if it was too busy
 *     GET    /api/jobs               all jobs, newest first
 *     GET    /api/jobs/ID            its state
 *     DELETE /api/jobs/ID            cancels it; `?delete=true`: deletes it once it is over
 *     GET    /api/jobs/ID/task       what was submitted
 *     GET    /api/jobs/ID/events     those kept; `?after=N`: after that number
 *     GET    /api/jobs/ID/result     as `lemmata verify --json`; 409 while there is none
 *     GET    /api/jobs/ID/witness    409 while, and 404 if there is none
 *     GET    /api/jobs/ID/sarif
 *     GET    /api/jobs/ID/certificate
 *     POST   /api/jobs/ID/share      with --share-links: {"share": secret}; GET asks for it, DELETE revokes it
 *     GET    /api/shared/SECRET      that job without token, and below it as below /api/jobs/ID
 *     GET    /api/session            whether the request has a session; POST {"token"} begins one
 *     GET    /api/cluster            the workers of the queue, as `lemmata cluster status --json`; 404 where jobs run here
 *     GET    /metrics, /health       the latter without token
 *
 * The files of the page need no token either: they are the same for everybody.
 */
export class Rest {
  constructor(
    private readonly access: Access,
    private readonly jobs: Jobs,
    private readonly limits: Limits,
    private readonly metrics: Metrics,
    private readonly page: Page,
    /** Returns the state of the workers of the queue; null: jobs run here. */
    private readonly cluster: (() => Promise<object>) | null = null,
  ) {}

  handle(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    this.#route(request, response).catch((error: unknown) => {
      const code = error instanceof Refusal ? error.code : 'internal';
      this.metrics.refused.inc({ why: code });
      if (response.headersSent) return void response.destroy();
      if (code === 'unauthorised') response.setHeader('WWW-Authenticate', 'Bearer');
      // The rest of a body that is too large is not read.
      if (code === 'too-large') response.setHeader('Connection', 'close');
      const message = error instanceof Refusal ? error.message : 'an internal error';
      json(response, REFUSALS[code], { error: { code, message } });
    });
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = addressOf(request);
    const method = request.method ?? 'GET';
    const reading = method === 'GET' || method === 'HEAD';
    const token = searchParams.get('token');
    const isPage = reading && this.page.has(pathname);
    this.access.checkSource(request, { link: isPage && token === null });
    if (pathname === '/health' && reading)
      return json(response, 200, { status: 'ok', running: this.jobs.running, waiting: this.jobs.waiting });
    if (pathname === '/' && reading && token !== null) return this.#enter(token, request, response);
    if (isPage) return this.page.send(pathname, request, response);
    if (pathname === '/api/session') return this.#session(method, request, response);
    const shared = /^\/api\/shared\/([A-Za-z0-9_-]{43})(?:\/([a-z]+))?$/.exec(pathname);
    if (shared !== null && reading) {
      const job = this.jobs.shared(shared[1]);
      if (job === null) throw new Refusal('no-such-job', 'there is nothing here');
      return this.#show(job, shared[2] ?? 'shared', afterOf(searchParams), response);
    }
    const client = this.access.client(request, { reading });
    if (pathname === '/metrics' && reading)
      return text(response, this.metrics.registry.contentType, await this.metrics.registry.metrics());
    if (pathname === '/api/jobs' && method === 'POST') {
      const job = await this.jobs.submit(client, readTask(await bodyOf(request, 1.5 * this.limits.uploadBytes)));
      response.setHeader('Location', `/api/jobs/${job.id}`);
      return json(response, 201, { job: job.id });
    }
    if (pathname === '/api/check' && method === 'POST') {
      const task = readTask(await bodyOf(request, 1.5 * this.limits.uploadBytes));
      return json(response, 200, { diagnostics: await this.jobs.check(client, task) });
    }
    if (pathname === '/api/jobs' && reading) return json(response, 200, { jobs: this.jobs.list() });
    if (pathname === '/api/cluster' && reading) {
      if (this.cluster === null) throw new Refusal('no-such-job', 'jobs run on this machine');
      return json(response, 200, await this.cluster());
    }
    const match = /^\/api\/jobs\/([A-Za-z0-9_-]{22})(?:\/([a-z]+))?$/.exec(pathname);
    if (match === null) throw new Refusal('no-such-job', 'there is nothing here');
    const job = this.jobs.get(match[1]);
    if (match[2] === 'share') return this.#share(job, method, response);
    if (match[2] === undefined && method === 'DELETE') {
      if (searchParams.get('delete') === 'true') await this.jobs.remove(job);
      else await this.jobs.cancel(job);
      return json(response, 200, job.summary());
    }
    if (!reading) throw new Refusal('method-not-allowed', 'this can only be read');
    return this.#show(job, match[2] ?? 'summary', afterOf(searchParams), response);
  }

  /** Answers an address with a token; the token leaves the address, and therefore the history. */
  #enter(token: string, request: IncomingMessage, response: ServerResponse): void {
    const known = this.access.isToken(token);
    // The page asks people for another token.
    const person = /\btext\/html\b/.test(request.headers.accept ?? '');
    if (!known && !(person && this.page.has('/'))) throw new Refusal('unauthorised', 'the token is wrong');
    response.writeHead(303, { Location: '/', ...(known ? { 'Set-Cookie': this.access.newSession() } : {}) }).end();
  }

  async #session(method: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (method === 'GET') return json(response, 200, { signedIn: this.access.isSignedIn(request) });
    if (method !== 'POST') throw new Refusal('method-not-allowed', 'this can be read and begun');
    const given = parseJson(await bodyOf(request, MOST_TOKEN_BYTES));
    const token = typeof given === 'object' && given !== null && 'token' in given ? given.token : null;
    const signedIn = typeof token === 'string' && this.access.isToken(token);
    if (signedIn) response.setHeader('Set-Cookie', this.access.newSession());
    else this.metrics.refused.inc({ why: 'unauthorised' });
    return json(response, 200, { signedIn });
  }

  async #share(job: Job, method: string, response: ServerResponse): Promise<void> {
    const { shares } = this.jobs;
    if (shares === null) throw new Refusal('no-such-job', 'this server shares no jobs (lemmata serve --share-links)');
    if (method === 'DELETE') await shares.revoke(job.id);
    const share = method === 'POST' ? await shares.share(job.id) : shares.of(job.id);
    return json(response, method === 'POST' ? 201 : 200, { share });
  }

  async #show(job: Job, what: string, after: number, response: ServerResponse): Promise<void> {
    switch (what) {
      case 'summary':
        return json(response, 200, job.summary());
      case 'shared': {
        // Without the id, which means something to those with a token.
        const { job: _, ...rest } = job.summary();
        return json(response, 200, rest);
      }
      case 'task':
        return json(response, 200, await job.task());
      case 'events': {
        if (!Number.isSafeInteger(after) || after < 0)
          throw new Refusal('bad-request', 'after is the number of an event');
        const events = [...(await job.log()).after(after)].map(({ number, event }) => ({ number, event }));
        job.forget();
        return json(response, 200, { state: job.state, events });
      }
      case 'result': {
        if (!job.over) throw new Refusal('not-ready', `the job is ${job.state}`);
        const log = await job.log();
        const last = log.get(log.last)?.event;
        job.forget();
        if (last?.kind !== 'verdict')
          throw new Refusal('no-such-job', `the job ended without a verdict: it is ${job.state}`);
        return json(response, 200, last.result);
      }
      case 'witness':
      case 'sarif':
      case 'certificate': {
        const document = await this.jobs.document(job, what);
        const { name, type } = DOCUMENTS[what];
        response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
        return text(response, type, what === 'certificate' ? Buffer.from(document, 'base64') : document);
      }
      default:
        throw new Refusal('no-such-job', 'there is nothing here');
    }
  }
}

/** Name and type of each document for download. */
const DOCUMENTS = {
  witness: { name: 'witness.yml', type: 'text/plain; charset=utf-8' },
  sarif: { name: 'result.sarif', type: 'application/sarif+json' },
  certificate: { name: 'certificate.zip', type: 'application/zip' },
} as const satisfies Record<DocumentName, { readonly name: string; readonly type: string }>;

/** @param most longest body in bytes */
async function bodyOf(request: IncomingMessage, most: number): Promise<string> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new Refusal('bad-request', 'the body must be application/json');
  if (Number(request.headers['content-length'] ?? 0) > most) throw new Refusal('too-large', 'the body is too large');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new Refusal('too-large', 'the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Returns the number of the event after which a client asks. */
function afterOf(parameters: URLSearchParams): number {
  return Number(parameters.get('after') ?? 0);
}

function addressOf(request: IncomingMessage): URL {
  try {
    return new URL(request.url ?? '/', 'http://lemmata.invalid');
  } catch {
    throw new Refusal('bad-request', 'this is not an address');
  }
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(`${JSON.stringify(value)}\n`);
}

function text(response: ServerResponse, type: string, body: string | Uint8Array): void {
  response.writeHead(200, { 'Content-Type': type }).end(body);
}
