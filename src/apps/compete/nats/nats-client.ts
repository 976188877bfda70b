/** The clients of NATS, as far as they are used. The build puts them into one file, which bundles load on demand. */
export { AckPolicy, DiscardPolicy, jetstream, jetstreamManager, RetentionPolicy } from '@nats-io/jetstream';
export { Kvm } from '@nats-io/kv';
export { Objm } from '@nats-io/obj';
export { connect, credsAuthenticator, nkeyAuthenticator } from '@nats-io/transport-node';
