import { AppError, megabyte, storageQuota } from "@knowhow/shared";

/** The failure of a file of more bytes than this; `name` says which, where there are several. */
export const tooLarge = (limit: number, name?: string): AppError =>
  new AppError("TOO_LARGE", {
    message: `${name === undefined ? "" : `${name}: `}파일이 너무 큽니다. (최대 ${Math.floor(limit / megabyte)}MB)`,
  });

/** The failure of an upload for which its owner has no room left. */
export const storageFull = (): AppError =>
  new AppError("TOO_LARGE", {
    message: `저장 공간이 부족합니다. (1인당 최대 ${storageQuota / megabyte / 1024}GB)`,
  });
