import { api } from "@knowhow/shared";
import { vi } from "vitest";
import { platform } from "../client/platform.ts";
import { startServer, type Answer, type Asked } from "../testing/server.ts";

/** jsdom can not make addresses of bytes. */
export const stubObjectUrls = (): void => {
  URL.createObjectURL = vi.fn(() => "blob:picture");
  URL.revokeObjectURL = vi.fn();
};

/** A server that takes every upload, each under a path of its own; everything else is answered as said. */
export const startUploadServer = (
  answer: (asked: Asked) => Answer | Promise<Answer> | undefined = () => undefined,
) => {
  let count = 0;
  return startServer(async (asked) => {
    const own = await answer(asked);
    if (own) return own;
    if (asked.path !== api.files.requestUpload.path) return {};
    count += 1;
    return {
      body: {
        uploadURL: `${platform.base}/.private/uploads/${count}`,
        objectPath: `/objects/uploads/${count}`,
      },
    };
  });
};

/** A file of some bytes. */
export const buildFile = (name: string, text = name, lastModified = 1): File =>
  new File([text], name, {
    type: name.endsWith(".pdf") ? "application/pdf" : "image/png",
    lastModified,
  });
