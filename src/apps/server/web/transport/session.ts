import type { ServerMessage, SubmittedTask } from '../../protocol.ts';
import { formProblems, taskOf } from '../state/form.ts';
import { isOpen } from '../state/race.ts';
import { fragmentOf, readRoute } from '../state/route.ts';
import { signIn } from './sign-in.ts';
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
      signedOut: () => store.dispatch({ kind: 'connection', state: 'signed-out' }),
      message: (message) => this.#take(message),
    });
    addEventListener('hashchange', () => {
      const route = readRoute(location.hash);
      // A shared job has a page of its own, without a session.
      if (route.page === 'shared') location.reload();
      else store.dispatch({ kind: 'routed', route });
    });
    store.watch((app, before) => {
      if (app.route !== before.route) {
        const fragment = fragmentOf(app.route);
        if (readRoute(location.hash).page !== app.route.page || location.hash !== fragment)
          history.pushState(null, '', fragment);
      }
      this.#follow();
      if (app.route.page === 'jobs' && before.route.page !== 'jobs') this.#list();
      if (app.connection === 'open' && app.job !== null && app.job.task === null && app.job.id !== before.job?.id)
        void this.#loadTask(app.job.id);
    });
    setInterval(() => this.#list(), LIST_PERIOD);
  }

  /** Returns whether the server takes the token; then the stream connects. Null: there is no answer. */
  readonly signIn = async (token: string): Promise<boolean | null> => {
    const signedIn = await signIn(token);
    if (signedIn === true) {
      this.store.dispatch({ kind: 'connection', state: 'connecting' });
      this.#stream.resume();
    }
    return signedIn;
  };

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

  /** Deletes a job that is over. */
  readonly remove = (job: string): void => {
    this.#stream.send({ type: 'delete', job });
    this.#list();
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
      const { job } = this.store.app;
      if (job !== null && job.task === null) void this.#loadTask(job.id);
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
