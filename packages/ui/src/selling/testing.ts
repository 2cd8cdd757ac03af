import { api } from "@knowhow/shared";
import { vi } from "vitest";
import { platform } from "../client/platform.ts";
import { startServer, type Answer, type Asked } from "../testing/server.ts";

/** How large the pictures are that the tests' browser shows; 0 is one that it can not show. */
export const picture = { side: 100, isCutOff: false };

/** jsdom can not make addresses of bytes, and shows no pictures. */
export const stubPictures = (): void => {
  picture.side = 100;
  picture.isCutOff = false;
  URL.createObjectURL = vi.fn(() => "blob:picture");
  URL.revokeObjectURL = vi.fn();
  class Picture {
    onload?: () => void;
    onerror?: () => void;
    readonly naturalWidth = picture.side;
    readonly naturalHeight = picture.side;
    set src(_address: string) {
      setTimeout(() => (this.naturalWidth > 0 ? this.onload?.() : this.onerror?.()));
    }
  }
  vi.stubGlobal("Image", Picture);
  vi.stubGlobal("createImageBitmap", () =>
    picture.isCutOff ? Promise.reject(new Error("cut off")) : Promise.resolve({ close: () => undefined }),
  );
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

const beginnings: Partial<Record<string, string>> = { pdf: "%PDF-1.7\n", png: "\x89PNG\r\n\x1a\n" };

/** A file of some bytes, beginning as its extension says. */
export const buildFile = (name: string, text = name, lastModified = 1): File =>
  buildRawFile(name, (beginnings[name.split(".").at(-1) ?? ""] ?? "") + text, lastModified);

/** A file of exactly these bytes, one for each character. */
export const buildRawFile = (name: string, bytes: string, lastModified = 1): File =>
  new File([Uint8Array.from(bytes, (character) => character.charCodeAt(0))], name, {
    type: name.endsWith(".pdf") ? "application/pdf" : "image/png",
    lastModified,
  });
