import type { ChatMessage } from "@knowhow/shared";
import { newIdempotencyKey } from "../client/client.ts";
import { messageOf } from "../client/failure.ts";
import { keepUnsent, readUnsent, type Outgoing } from "./unsent.ts";

/** A fresh uuid (version 4), also where the page is not a secure context. */
const newClientId = (): string =>
  newIdempotencyKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");

/** What the messages of an outbox go through. */
export interface Delivery {
  send: (body: { message: string; clientId: string }) => Promise<ChatMessage>;
  /** Called before the message leaves the outbox, so that it is never missing. */
  onStored: (message: ChatMessage) => void;
  onFailed: (error: unknown) => void;
}

/**
 * Messages on their way into a room, delivered one after the other in the order they were written, and kept in this tab
 * until they are stored. `room` names the room and its writer.
 */
export const createOutbox = (room: string) => {
  let outgoing: readonly Outgoing[] = readUnsent(room).sent;
  let delivery: Delivery | undefined;
  let isBusy = false;
  const queue: string[] = [];
  const listeners = new Set<() => void>();
  const change = (next: Outgoing[]) => {
    outgoing = next;
    keepUnsent(room, { sent: next });
    for (const listener of listeners) listener();
  };
  const discard = (clientId: string) => change(outgoing.filter((one) => one.clientId !== clientId));
  const mark = (clientId: string, failure: string | undefined) =>
    change(outgoing.map((one) => (one.clientId === clientId ? { ...one, failure } : one)));

  const deliver = async ({ text, clientId }: Outgoing, { send, onStored, onFailed }: Delivery) => {
    try {
      onStored(await send({ message: text, clientId }));
      discard(clientId);
    } catch (error) {
      mark(clientId, messageOf(error));
      onFailed(error);
    }
  };
  const work = async () => {
    if (isBusy) return;
    isBusy = true;
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const next = outgoing.find(({ clientId }) => clientId === id);
      if (next && delivery) await deliver(next, delivery);
    }
    isBusy = false;
  };
  const enqueue = (clientId: string) => {
    queue.push(clientId);
    void work();
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    read: () => outgoing,
    /** Says how they are delivered from now on. */
    through: (next: Delivery) => {
      delivery = next;
    },
    /** Sends again what was under way when the page was left: stored meanwhile, it is not stored twice. */
    resume: () => {
      for (const { clientId, failure } of outgoing) if (failure === undefined) enqueue(clientId);
    },
    send: (text: string) => {
      const message = { clientId: newClientId(), text, createdAt: new Date().toISOString() };
      change([...outgoing, message]);
      enqueue(message.clientId);
    },
    /** Under the same clientId: had the first one been stored after all, it is not stored twice. */
    retry: (clientId: string) => {
      mark(clientId, undefined);
      enqueue(clientId);
    },
    discard,
  };
};
