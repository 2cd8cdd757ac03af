import { errors, type ErrorCode } from "@knowhow/shared";
import type { IncomingMessage } from "node:http";
import { checkAnswer, runningTest } from "./contractCheck.ts";
import { startPageServer } from "./pageServer.ts";

/** One request as the server received it. */
export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** The response; a text is sent as it is. */
export interface FakeAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The connection is cut instead. */
  isLost?: boolean;
  /** From a machine on the way, which knows nothing of the contract. */
  isForeign?: boolean;
}

/** A failure as the server would answer it; its body may say more. */
export const refuse = (code: ErrorCode, more: object = {}): FakeAnswer => ({
  status: errors[code].status,
  body: { code, message: errors[code].message, ...more },
});

/** The page's origin is named, as requests with cookies want it. */
const corsOf = ({ headers }: IncomingMessage) => ({
  "access-control-allow-origin": headers.origin ?? "*",
  "access-control-allow-credentials": "true",
  "access-control-expose-headers":
    "retry-after, link, etag, location, upload-length, upload-offset, tus-resumable, upload-object-path",
  "access-control-allow-methods": headers["access-control-request-method"] ?? "*",
  "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
});

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // an undecoded stream gives buffers
  return Buffer.concat(chunks).toString();
};

/**
 * A real HTTP server on a free port that the client talks to; `asked` holds the requests. An answer that the contract
 * does not allow fails its test.
 */
export const startServer = async (answer: (asked: RecordedRequest) => FakeAnswer | Promise<FakeAnswer>) => {
  const asked: RecordedRequest[] = [];
  const server = await startPageServer((request, response) => {
    const cors = corsOf(request);
    const test = runningTest();
    const respond = async () => {
      const entry = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: await bodyOf(request),
      };
      if (entry.method === "OPTIONS") {
        response.writeHead(204, cors).end();
        return;
      }
      asked.push(entry);
      const {
        status = 200,
        body = {},
        headers = {},
        isLost = false,
        isForeign = false,
      } = await answer(entry);
      if (isLost) {
        response.destroy();
        return;
      }
      // A test that sets the clock means the server's too.
      response.sendDate = false;
      if (!isForeign) checkAnswer({ ...entry, test }, status, body);
      response.writeHead(status, { ...cors, ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    void respond();
  });
  return { ...server, asked };
};
