import { Clock } from './clock.ts';

/** The meaning of a write to the object that a function synchronises on, for the calling thread. */
type Meaning =
  /** All that others did before their releases of the object comes before what the thread does now. */
  | 'acquire'
  | 'release'
  /** The same for a lock that readers may hold together. */
  | 'read'
  | 'write'
  | 'leave'
  /** One function releases the object, and takes it again later. */
  | 'wait'
  | 'barrier'
  | 'once';

/**
 * Functions that order threads (POSIX 4.12, C11 7.26). A call that fails changes no object of its own,
 * and orders nothing.
 */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...named('acquire', 'pthread_mutex_lock pthread_mutex_trylock pthread_mutex_timedlock pthread_spin_lock'),
  ...named('acquire', 'pthread_spin_trylock sem_wait sem_trywait sem_timedwait'),
  ...named('release', 'pthread_mutex_unlock pthread_spin_unlock sem_post'),
  ...named('read', 'pthread_rwlock_rdlock pthread_rwlock_tryrdlock'),
  ...named('write', 'pthread_rwlock_wrlock pthread_rwlock_trywrlock'),
  ...named('leave', 'pthread_rwlock_unlock'),
  ...named('wait', 'pthread_cond_wait'),
  ...named('barrier', 'pthread_barrier_wait'),
  ...named('once', 'pthread_once'),
]);

function named(meaning: Meaning, names: string): [string, Meaning][] {
  return names.split(' ').map((name) => [name, meaning]);
}

/** The moments that releases of an object left for later calls. */
interface SyncObject {
  /** Releases by writers, and by all who hold the object alone. */
  readonly released: Clock;
  /** Releases by readers. */
  readonly read: Clock;
  /** The thread that holds the lock for writing; -1: none. */
  writer: number;
  /** Arrivals at the current use of a barrier; null before the first. */
  arrivals: Clock | null;
}

/** The order that synchronising functions and atomic objects make between threads. */
export class Synchronisation {
  readonly #objects = new Map<number, SyncObject>();
  /** The use of a barrier at which each thread arrived last. */
  readonly #arrived = new Map<number, Clock>();

  /** `clocks`: the present moment of each thread. */
  constructor(private readonly clocks: readonly Clock[]) {}

  #objectAt(address: number): SyncObject {
    let found = this.#objects.get(address);
    if (found === undefined) {
      found = { released: new Clock(), read: new Clock(), writer: -1, arrivals: null };
      this.#objects.set(address, found);
    }
    return found;
  }

  acquire(thread: number, address: number): void {
    this.clocks[thread].join(this.#objectAt(address).released);
  }

  release(thread: number, address: number): void {
    this.#give(thread, this.#objectAt(address).released);
  }

  #give(thread: number, to: Clock): void {
    to.join(this.clocks[thread]);
    this.clocks[thread].tick(thread);
  }

  /** An access of the model of a function to its object. `inner`: the part of the model. */
  access(thread: number, name: string, inner: string, address: number, write: boolean): void {
    const meaning = MEANINGS.get(name);
    if (meaning === undefined) return;
    const isTest = inner === '__await';
    if (!write) {
      // A thread that waits makes no accesses of its own, so that it may learn too early what it waits for.
      if (meaning === 'once' && isTest) this.acquire(thread, address);
      const arrived = this.#arrived.get(thread);
      if (meaning === 'barrier' && isTest && arrived !== undefined) this.clocks[thread].join(arrived);
      return;
    }
    const object = this.#objectAt(address);
    switch (meaning) {
      case 'acquire':
        this.acquire(thread, address);
        return;
      case 'release':
        this.release(thread, address);
        return;
      case 'read':
        this.acquire(thread, address);
        return;
      case 'write':
        this.acquire(thread, address);
        this.clocks[thread].join(object.read);
        object.writer = thread;
        return;
      case 'leave':
        this.#give(thread, object.writer === thread ? object.released : object.read);
        if (object.writer === thread) object.writer = -1;
        return;
      case 'wait':
        if (isTest) this.acquire(thread, address);
        else this.release(thread, address);
        return;
      case 'once':
        if (!isTest) this.release(thread, address);
        return;
      case 'barrier':
        if (!isTest) this.#arrive(thread, object);
        return;
    }
  }

  /** The first write of a thread to a barrier is its arrival. The last thread also sets it back. */
  #arrive(thread: number, barrier: SyncObject): void {
    const { arrivals } = barrier;
    if (arrivals !== null && this.#arrived.get(thread) === arrivals) {
      this.clocks[thread].join(arrivals);
      barrier.arrivals = null;
      return;
    }
    const use = arrivals ?? new Clock();
    barrier.arrivals = use;
    this.#arrived.set(thread, use);
    this.#give(thread, use);
  }
}
