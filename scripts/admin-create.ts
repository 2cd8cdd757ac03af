import { AppError } from "@knowhow/shared";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { createAdmin } from "../packages/server/src/features/accounts/createAdmin.ts";
import { readConfig } from "../packages/server/src/config.ts";
import { startEmbeddedDatabase } from "../packages/server/dev-database/embedded.ts";
import { openKnex } from "../packages/server/src/database/knex.ts";
import { migrate } from "../packages/server/src/database/migrate.ts";

const questions = [
  { name: "userId", flag: "id", text: "Login id (one of ADMIN_USER_IDS)" },
  { name: "email", flag: "email", text: "E-mail" },
  { name: "nickname", flag: "nickname", text: "Nickname" },
  { name: "password", flag: "password", text: "Password (not shown)" },
] as const;

/** Takes the answers from the flags and asks for the others; a typed password stays unseen. */
const ask = async (): Promise<Record<string, string>> => {
  const { values: flags } = parseArgs({
    options: Object.fromEntries(questions.map(({ flag }) => [flag, { type: "string" as const }])),
  });
  let isSecret = false;
  const screen = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isSecret) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: screen, terminal: process.stdin.isTTY });
  // Lines, not questions: piped input is there before it is asked for.
  const lines = terminal[Symbol.asyncIterator]();
  const answers: Record<string, string> = {};
  try {
    for (const { name, flag, text } of questions) {
      const given = flags[flag];
      if (given !== undefined) {
        answers[name] = given;
        continue;
      }
      process.stdout.write(`${text}: `);
      isSecret = name === "password";
      const line = await lines.next();
      answers[name] = line.done === true ? "" : line.value;
      if (isSecret) process.stdout.write("\n");
      isSecret = false;
    }
  } finally {
    terminal.close();
  }
  return answers;
};

const run = async (): Promise<void> => {
  const config = readConfig();
  const answers = await ask();
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedDatabase({ dataDir: config.dataDir, log: () => undefined })
      : undefined;
  try {
    const url = config.directUrl ?? config.databaseUrl ?? embedded?.url ?? "";
    const knex = openKnex(url);
    try {
      await migrate(url);
      const { userId, nickname } = await createAdmin({ config, knex }, answers);
      process.stdout.write(`Made the administrator ${userId} (${nickname}).\n`);
    } finally {
      await knex.destroy();
    }
  } finally {
    await embedded?.stop();
  }
};

/** Errors, a line for each wrong answer. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AppError)
    return Object.values(error.details.fields ?? { "": error.message }).join("\n");
  return error instanceof Error ? error.message : String(error);
};

run().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
});
