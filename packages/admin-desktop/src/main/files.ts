import { readFile } from "node:fs/promises";
import { extname, resolve, sep } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** What the console's own pages may do: their own files, calls to their own origin, nothing else. */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  // Emotion writes its rules into style elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headersOf = (type: string) => ({
  "content-type": type,
  "content-security-policy": pagePolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
});

const plain = (status: number) =>
  new Response(null, { status, headers: headersOf("text/plain; charset=utf-8") });

const read = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(path);
  } catch {
    // Not there, or a folder.
    return undefined;
  }
};

const decode = (pathname: string): string | undefined => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
};

/** Hands out the files of one folder and nothing outside of it; paths without an ending are screens. */
export const createFiles =
  (folder: string) =>
  async (pathname: string): Promise<Response> => {
    const decoded = decode(pathname);
    if (decoded === undefined || /[\0\\]/.test(decoded)) return plain(400);
    const path = resolve(folder, `.${decoded}`);
    if (path !== folder && !path.startsWith(folder + sep)) return plain(403);
    const ending = extname(path);
    const type = types[ending];
    if (ending !== "" && type === undefined) return plain(404);
    const content = await read(ending === "" ? resolve(folder, "index.html") : path);
    if (!content) return plain(404);
    return new Response(new Uint8Array(content), { headers: headersOf(type ?? "text/html; charset=utf-8") });
  };
