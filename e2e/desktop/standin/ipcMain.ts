import { EventEmitter } from "node:events";

type Handler = (event: object, ...values: unknown[]) => unknown;

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** What Electron does with an `invoke`: the answer is a clone, an error keeps its text only. */
  async answer(
    channel: string,
    event: object,
    values: unknown[],
  ): Promise<{ value?: unknown; error?: string }> {
    try {
      const handler = this.#handlers.get(channel);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      return { value: structuredClone(await handler(event, ...values)) };
    } catch (error) {
      return { error: `Error invoking remote method '${channel}': ${String(error)}` };
    }
  }
}

/** Electron's `ipcMain`. */
export const ipcMain = new IpcMain();
