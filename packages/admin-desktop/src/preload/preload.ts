import { checkExactly, listActions, pushChannel, pushes, type PushName } from "@knowhow/shared/ipc.ts";
import { contextBridge, ipcRenderer, type IpcRendererEvent } from "electron";

type Call = (...given: unknown[]) => Promise<unknown>;

/** One narrow function for each action of the contract; nothing else of the process is to be had in the page. */
const api: Record<string, Record<string, Call | ((handler: (data: unknown) => void) => () => void)>> = {};
for (const { feature, name, channel, action } of listActions()) {
  const call: Call = async (input) =>
    checkExactly(action.output, await ipcRenderer.invoke(channel, checkExactly(action.input, input)));
  api[feature] = { ...api[feature], [name]: call };
}

// Object.keys forgets which keys there are.
for (const name of Object.keys(pushes) as PushName[]) {
  const subscribe = (handler: (data: unknown) => void) => {
    const channel = pushChannel(name);
    const listener = (_event: IpcRendererEvent, data: unknown) => {
      handler(checkExactly(pushes[name], data));
    };
    ipcRenderer.on(channel, listener);
    return () => {
      ipcRenderer.removeListener(channel, listener);
    };
  };
  api["on"] = { ...api["on"], [name]: subscribe };
}

contextBridge.exposeInMainWorld("knowhow", api);
