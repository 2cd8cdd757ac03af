import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { deriveKey } from "../crypto.ts";
import { createFolderStorage } from "./folderStorage.ts";
import type { Storage } from "./storage.ts";

/** Opens the storage that the settings name: a bucket, else the folder `objects` of the data directory. */
export const openStorage = async (config: Config, log: Logger): Promise<Storage> => {
  const root = join(config.dataDir, "objects");
  const signingKey = deriveKey(config, "upload");
  if (!config.s3) return createFolderStorage({ root, signingKey });
  // The library of S3 is large, and not loaded where objects are stored in a folder.
  const { createS3Storage } = await import("./s3Storage.ts");
  return createS3Storage({ settings: config.s3, folder: join(root, "incoming"), signingKey, log });
};
