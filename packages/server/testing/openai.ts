import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A question as the service receives it. */
export interface AskedQuestion {
  model: string;
  messages: { role: string; content: string }[];
  response_format: { type: string; json_schema: { name: string; strict: boolean; schema: unknown } };
  tools?: unknown;
  /** When the asker hung up before the answer was complete. */
  left: Promise<void>;
  authorization: string | undefined;
}

/** How the service behaves towards one call. */
export type Behaviour = (question: AskedQuestion, response: ServerResponse) => void;

/** A model that is asked over HTTP, as the real service's is. */
export interface TestOpenAi {
  /** For OPENAI_BASE_URL. */
  url: string;
  asked: AskedQuestion[];
  /** Answers to the next calls, one each; after them, and without any, `usual`. */
  next(...behaviours: Behaviour[]): void;
  /** Answers all other calls. */
  usual(behaviour: Behaviour): void;
  close(): void;
}

const send = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(typeof body === "string" ? body : JSON.stringify(body));
};

/** Parts of a completion that tests change. */
interface Completion {
  finishReason?: string;
  refusal?: string;
  toolCalls?: unknown[];
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

/** Answers with this text as the model's. */
export const says =
  (content: unknown, { finishReason = "stop", refusal, toolCalls, usage }: Completion = {}): Behaviour =>
  ({ model }, response) => {
    send(response, 200, {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model,
      choices: [
        {
          index: 0,
          finish_reason: finishReason,
          message: {
            role: "assistant",
            content: typeof content === "string" || content === null ? content : JSON.stringify(content),
            refusal: refusal ?? null,
            ...(toolCalls ? { tool_calls: toolCalls } : {}),
          },
        },
      ],
      ...(usage === null ? {} : { usage: usage ?? { prompt_tokens: 1_000, completion_tokens: 200 } }),
    });
  };

/** Fails with a status, as the service words it. */
export const failsWith =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (_question, response) => {
    send(
      response,
      status,
      { error: { message: "Incorrect API key provided: sk-secret", type: "x" } },
      headers,
    );
  };

/** Never answers. */
export const hangs: Behaviour = () => undefined;

/** Sends any JSON at all. */
export const answers =
  (body: unknown): Behaviour =>
  (_question, response) => {
    send(response, 200, JSON.stringify(body));
  };

/** Sends something outside of the protocol. */
export const babbles: Behaviour = (_question, response) => {
  send(response, 200, "<html>maintenance</html>", { "content-type": "text/html" });
};

/** Hangs up. */
export const cuts: Behaviour = (_question, response) => {
  response.destroy();
};

/** A draft that the product takes. */
export const goodDraft = {
  title: "주식 첫걸음 안내서",
  description: "계좌 개설부터 첫 매수까지 순서대로 안내합니다.",
  category: "stock",
  suggestedPrice: 7_000,
  reason: "비슷한 자료의 가격을 참고했습니다.",
};

/** What a file holds that was sent with a question. */
export const excerptOf = ({ messages }: AskedQuestion): { text: string; fileName: string }[] =>
  messages.flatMap(({ content }) => {
    if (!content.startsWith(`{"documentExcerpt"`)) return [];
    // What the product sends, see the questions of the helper.
    return (JSON.parse(content) as { documentExcerpt: { text: string; fileName: string }[] }).documentExcerpt;
  });

/** A model that does as it is asked: a draft, or a summary with sentences that stand in the file. */
export const obliges: Behaviour = (question, response) => {
  if (question.response_format.json_schema.name === "content_suggestion") {
    says(goodDraft)(question, response);
    return;
  }
  const sentences = excerptOf(question).flatMap((part) => part.text.split(/(?<=[.!?])\s+/u));
  says({ summary: "파일의 내용을 요약했습니다.", sources: sentences.slice(0, 3) })(question, response);
};

/** Starts a local service that speaks the protocol of chat completions. */
export const startTestOpenAi = async (): Promise<TestOpenAi> => {
  const asked: AskedQuestion[] = [];
  const queue: Behaviour[] = [];
  let usual = obliges;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const left = once(response, "close").then(() => undefined);
    // What the SDK sends; tests look at it.
    const question = JSON.parse(await text(request)) as AskedQuestion;
    question.left = left;
    question.authorization = request.headers.authorization;
    asked.push(question);
    if (request.url === "/v1/chat/completions") (queue.shift() ?? usual)(question, response);
    else send(response, 404, {});
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    next: (...behaviours) => {
      queue.push(...behaviours);
    },
    usual: (behaviour) => {
      usual = behaviour;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
