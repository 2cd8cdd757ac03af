import { api, errors, isErrorCode, type AnyEndpoint } from "@knowhow/shared";
import { codesOf, schemasOf } from "@knowhow/shared/schemas.ts";
import { expect } from "vitest";
import { ValidationError } from "yup";

const paramsOf = (path: string): number => path.split(":").length - 1;

/** Every call of the contract, those with fewer parameters in their path first. */
const routes = Object.values(api)
  .flatMap((feature) => Object.values<AnyEndpoint>(feature))
  .sort((one, other) => paramsOf(one.path) - paramsOf(other.path))
  .map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replace(/[.*+?]/g, "\\$&").replace(/:\w+/g, "[^/]+")}$`),
  }));

/** The call of the contract that a request is for; a HEAD that has none of its own is the GET. */
export const findEndpoint = (method: string, address: string): AnyEndpoint | undefined => {
  const { pathname } = new URL(address, "http://server.invalid");
  const find = (wanted: string) =>
    routes.find(({ endpoint, pattern }) => endpoint.method === wanted && pattern.test(pathname))?.endpoint;
  return find(method) ?? (method === "HEAD" ? find("GET") : undefined);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const failureFaults = (endpoint: AnyEndpoint, status: number, body: unknown): string[] => {
  if (!isObject(body)) return ["no error of the product"];
  const { code, message, fields } = body;
  if (!isErrorCode(code)) return [`code: ${String(code)} is not in the table of errors`];
  return [
    ...(codesOf({ ...endpoint, ...schemasOf(endpoint) }).includes(code)
      ? []
      : [`code: ${code} is none of this call`]),
    ...(errors[code].status === status ? [] : [`code: ${code} has the status ${errors[code].status}`]),
    ...(isText(message) ? [] : ["message: a text is missing"]),
    ...(fields === undefined || (isObject(fields) && Object.values(fields).every(isText))
      ? []
      : ["fields: one text for each is missing"]),
  ];
};

const successFaults = (endpoint: AnyEndpoint, status: number, body: unknown): string[] => {
  const { response } = schemasOf(endpoint);
  const allowed = [endpoint.status ?? 200, endpoint.repeatedStatus];
  if (!allowed.includes(status)) return [`status: a success has ${allowed.join(" ").trim()}`];
  if (!response) return [];
  try {
    response.validateSync(body, { strict: true, abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const failures = error.inner.length > 0 ? error.inner : [error];
    return failures.map(({ path, message }) => `${path || "body"}: ${message.split("\n", 1).join("")}`);
  }
};

/** A body as it arrives; a text that is no JSON arrives as that text. */
const arrivedBody = (body: unknown): unknown => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** The faults of an answer by the contract, each with its call and its field; none of 304, of 5xx and of bytes. */
export const contractFaults = (method: string, address: string, status: number, body: unknown): string[] => {
  const endpoint = findEndpoint(method, address);
  if (!endpoint) return [`${method} ${address}: no call of the contract`];
  if (status < 200 || status >= 500 || (status >= 300 && status < 400)) return [];
  const isBytes = endpoint.kind === "stream" && status < 300;
  if (isBytes || method === "HEAD") return [];
  const arrived = arrivedBody(body);
  const faults =
    status < 300 ? successFaults(endpoint, status, arrived) : failureFaults(endpoint, status, arrived);
  return faults.map((fault) => `${endpoint.method} ${endpoint.path} (${status}): ${fault}`);
};

/** The test that runs, for the request of an answer that may be given after its end. */
export const runningTest = (): string => expect.getState().currentTestName ?? "no test";

let found: string[] = [];

/** Takes note of an answer's faults, and of the test that asked, for the end of a test. */
export const checkAnswer = (
  { method, path, test }: { method: string; path: string; test: string },
  status: number,
  body: unknown,
): void => {
  found.push(...contractFaults(method, path, status, body).map((fault) => `${fault}, in “${test}”`));
};

/** An answer of a stubbed `fetch`, held against the contract as those of a faked server are. */
export const answerTo = (
  [address, request]: Parameters<typeof fetch>,
  body: unknown,
  { status = 200, ...init }: ResponseInit = {},
): Response => {
  const asked = new URL(address instanceof Request ? address.url : address, "http://server.invalid");
  const path = asked.pathname + asked.search;
  checkAnswer({ method: request?.method ?? "GET", path, test: runningTest() }, status, body);
  return Response.json(body, { status, ...init });
};

/** Fails for the faults since the last time, each of them named once. */
export const failOnFaults = (): void => {
  const faults = [...new Set(found)];
  found = [];
  if (faults.length > 0) throw new Error(`Answers that the contract does not allow:\n${faults.join("\n")}`);
};
