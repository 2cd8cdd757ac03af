import type { Environment } from "./config.ts";

/** What the service may cost in a day unless the operator says otherwise: some two thousand calls. */
export const defaultDailyWon = 10_000;

/** The service that drafts and summarises, or any that speaks its protocol. */
export interface OpenAiSettings {
  apiKey: string;
  /** Address before the names of the calls, without a slash at its end. */
  baseUrl: string;
  model: string;
}

/** Takes the settings of the service together; undefined without a key. */
export const openAiOf = (env: Environment): OpenAiSettings | undefined =>
  env.OPENAI_API_KEY === undefined
    ? undefined
    : {
        apiKey: env.OPENAI_API_KEY,
        baseUrl: (env.OPENAI_BASE_URL ?? "https://api.openai.com/v1").replace(/\/+$/, ""),
        model: env.OPENAI_MODEL ?? "gpt-4.1-mini",
      };
