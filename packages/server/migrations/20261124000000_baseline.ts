import type { Knex } from "knex";
import { accounts } from "./baseline/accounts.ts";
import { assistant } from "./baseline/assistant.ts";
import { audits } from "./baseline/audits.ts";
import { chats } from "./baseline/chats.ts";
import { clock } from "./baseline/clock.ts";
import { contents } from "./baseline/contents.ts";
import { events } from "./baseline/events.ts";
import { evidence } from "./baseline/evidence.ts";
import { files } from "./baseline/files.ts";
import { ledger } from "./baseline/ledger.ts";
import { operations } from "./baseline/operations.ts";
import { orders } from "./baseline/orders.ts";
import { refunds } from "./baseline/refunds.ts";
import { reports } from "./baseline/reports.ts";
import { sanctions } from "./baseline/sanctions.ts";
import { settlements } from "./baseline/settlements.ts";

/** Each refers to those before it. */
const sections = [
  clock,
  accounts,
  files,
  contents,
  orders,
  refunds,
  ledger,
  events,
  settlements,
  chats,
  reports,
  evidence,
  sanctions,
  audits,
  assistant,
  operations,
];

/** The whole schema of the first release. */
export const up = async (knex: Knex): Promise<void> => {
  for (const { create } of sections) await knex.raw(create);
};

export const down = async (knex: Knex): Promise<void> => {
  for (const { drop } of [...sections].reverse()) await knex.raw(drop);
};
