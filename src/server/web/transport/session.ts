import type { ServerMessage, SubmittedTask } from '../../protocol.ts';
import { formProblems, taskOf } from '../state/form.ts';
import { isOpen } from '../state/race.ts';
import { fragmentOf, readRoute } from '../state/route.ts';
import { Stream } from './socket.ts';
import type { Store } from './store.ts';

const STREAM_PATH = '/api/stream';
const LIST_PERIOD = 5_000;

/** Keeps the state and the server in step: watches the shown job, lists jobs, submits and cancels. */
export class Session {
  readonly #stream: Stream;
  #watched: string | null = null;
  /** Messages since the last frame. */
  #received: ServerMessage[] = [];

  constructor(private readonly store: Store) {
    this.#stream = new Stream(location.origin.replace(/^http/, 'ws') + STREAM_PATH, {
      opened: () => {
        this.#watched = null;
      },
      lost: () => store.dispatch({ kind: 'connection', state: 'lost' }),
      message: (message) => this.#take(message),
    });
    addEventListener('hashchange', () => store.dispatch({ kind: 'routed', route: readRoute(location.hash) }));
    store.watch((app, before) => {
      if (app.route !== before.route) {
        const fragment = fragmentOf(app.route);
        if (readRoute(location.hash).page !== app.route.page || location.hash !== fragment)
          history.pushState(null, '', fragment);
      }
      this.#follow();
      if (app.route.page === 'jobs' && before.route.page !== 'jobs') this.#list();
      if (app.job !== null && app.job.task === null && app.job.id !== before.job?.id) void this.#loadTask(app.job.id);
    });
    setInterval(() => this.#list(), LIST_PERIOD);
    const { job } = store.app;
    if (job !== null) void this.#loadTask(job.id);
  }

  readonly submit = (): void => {
    const { form, limits } = this.store.app;
    const [problem] = formProblems(form, limits);
    if (problem !== undefined) {
      this.store.dispatch({ kind: 'problem', text: problem });
      return;
    }
    this.store.dispatch({ kind: 'submitting' });
    if (!this.#stream.send({ type: 'submit', keep: true, task: taskOf(form) }))
      this.store.dispatch({ kind: 'problem', text: 'There is no connection to the server.' });
  };

  readonly cancel = (): void => {
    const { job } = this.store.app;
    if (job !== null && isOpen(job.race)) this.#stream.send({ type: 'cancel', job: job.id });
  };

  /** All messages that have come are applied once a frame; at once where no frames are drawn. */
  #take(message: ServerMessage): void {
    this.#received.push(message);
    if (this.#received.length > 1) return;
    if (document.visibilityState === 'visible') requestAnimationFrame(() => this.#flush());
    else setTimeout(() => this.#flush(), 100);
  }

  #flush(): void {
    const messages = this.#received;
    this.#received = [];
    // The server itself watches a submission.
    for (const message of messages) if (message.type === 'accepted') this.#watched = message.job;
    this.store.dispatch({ kind: 'received', messages });
    if (messages.some(({ type }) => type === 'welcome')) {
      this.#follow();
      this.#list();
    }
  }

  /** Watches the shown job, from the last event that the page has. */
  #follow(): void {
    const { job, connection } = this.store.app;
    if (connection !== 'open' || this.#watched === (job?.id ?? null)) return;
    if (this.#watched !== null) this.#stream.send({ type: 'unwatch', job: this.#watched });
    this.#watched = job?.id ?? null;
    if (job !== null) this.#stream.send({ type: 'watch', job: job.id, after: job.race.last });
  }

  #list(): void {
    if (this.store.app.route.page === 'jobs' && document.visibilityState === 'visible')
      this.#stream.send({ type: 'list' });
  }

  async #loadTask(job: string): Promise<void> {
    try {
      const response = await fetch(`/api/jobs/${job}/task`);
      if (!response.ok) return;
      const task: SubmittedTask = await response.json();
      this.store.dispatch({ kind: 'task', job, task });
    } catch {
      // There is no connection; the page says that already.
    }
  }
}
