import {
  checkExactly,
  listActions,
  pushChannel,
  pushes,
  type BridgeHandlers,
  type PushData,
  type PushName,
} from "@knowhow/shared/ipc.ts";
import type { IpcMain, IpcMainInvokeEvent, WebContents } from "electron";
import { isConsoleAddress } from "./origin.ts";

/** Only the console's own page may ask, and no frame inside it. */
const isTrusted = ({ senderFrame }: IpcMainInvokeEvent): boolean =>
  senderFrame !== null && senderFrame.parent === null && isConsoleAddress(senderFrame.url);

/** Answers every action of the contract; sender, input and output are checked. */
export const answerBridge = (ipcMain: IpcMain, handlers: BridgeHandlers): void => {
  // Both walk the same contract, which the mapped type can not be followed through.
  const all = handlers as unknown as Record<string, Record<string, (input: unknown) => unknown>>;
  for (const { feature, name, channel, action } of listActions())
    ipcMain.handle(channel, async (event, ...given: unknown[]) => {
      if (!isTrusted(event)) throw new Error("untrusted sender");
      if (given.length > 1) throw new TypeError("too much was given");
      const handle = all[feature]?.[name];
      if (!handle) throw new Error(`nothing answers ${channel}`);
      return checkExactly(action.output, await handle(checkExactly(action.input, given[0])));
    });
};

/** Tells the window something by the contract. */
export const push = <N extends PushName>(contents: WebContents, name: N, data: PushData<N>): void => {
  if (contents.isDestroyed()) return;
  contents.send(pushChannel(name), checkExactly(pushes[name], data));
};
