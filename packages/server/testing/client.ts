/** An answer as tests look at it. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or undefined when the answer is none. */
  // Tests read freely into answers whose shape the contract already checked.
  body: Record<string, never> & { [key: string]: unknown };
  bytes: Buffer;
}

/** Status and code of a refusal, as one text. */
export const failing = ({ status, body: { code } }: Answer): string => `${status} ${String(code)}`;

interface Options {
  headers?: Record<string, string>;
  /** Sent as it is, instead of a JSON body. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData;
}

/** A browser-like caller: keeps cookies, follows nothing. */
export class TestClient {
  readonly cookies = new Map<string, string>();
  readonly base: string;

  constructor(base: string) {
    this.base = base;
  }

  async request(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, raw }: Options = {},
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(path, this.base), {
      method,
      redirect: "manual",
      headers: {
        ...(cookie === "" ? {} : { cookie }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(raw !== undefined ? { body: raw } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    // A stream has no end to wait for.
    const isStream = response.headers.get("content-type")?.includes("event-stream") ?? false;
    if (isStream) await response.body?.cancel();
    const bytes = isStream ? Buffer.of() : Buffer.from(await response.arrayBuffer());
    // The answer to a HEAD says what it would be, and is empty.
    const isJson = method !== "HEAD" && (response.headers.get("content-type")?.includes("json") ?? false);
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(bytes.toString("utf8")) : undefined) as Answer["body"], // See Answer.
      bytes,
    };
  }

  get(path: string, options?: Options): Promise<Answer> {
    return this.request("GET", path, undefined, options);
  }
  post(path: string, body?: unknown, options?: Options): Promise<Answer> {
    return this.request("POST", path, body, options);
  }
  put(path: string, body?: unknown, options?: Options): Promise<Answer> {
    return this.request("PUT", path, body, options);
  }
  delete(path: string, body?: unknown, options?: Options): Promise<Answer> {
    return this.request("DELETE", path, body, options);
  }
}
