import log from "electron-log/main";
import { join } from "node:path";

const maxBytes = 5 * 1024 * 1024;

/** Writes to a file in a folder, with uncaught errors; the file before is kept beside it. */
export const openLog = (folder: string): ((text: string) => void) => {
  log.transports.file.resolvePathFn = () => join(folder, "console.log");
  log.transports.file.maxSize = maxBytes;
  log.transports.file.level = "info";
  log.transports.console.level = "warn";
  log.errorHandler.startCatching({ showDialog: false });
  return (text) => {
    log.info(text);
  };
};
