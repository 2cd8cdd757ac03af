import { accounts } from "./accounts.ts";
import { adminSettlements } from "./adminSettlements.ts";
import { accountSecurity } from "./accountSecurity.ts";
import { alerts } from "./alerts.ts";
import { assistant } from "./assistant.ts";
import { chats } from "./chats.ts";
import { comments } from "./comments.ts";
import { contents } from "./contents.ts";
import { deviceKeys } from "./deviceKeys.ts";
import { documentation } from "./documentation.ts";
import { drafts } from "./drafts.ts";
import type { Api } from "./endpoint.ts";
import { events } from "./events.ts";
import { evidences } from "./evidence.ts";
import { files } from "./files.ts";
import { health } from "./health.ts";
import { home } from "./home.ts";
import { inquiries } from "./inquiries.ts";
import { likes } from "./likes.ts";
import { mentors } from "./mentors.ts";
import { orders } from "./orders.ts";
import { penalties } from "./penalties.ts";
import { push } from "./push.ts";
import { ratings } from "./ratings.ts";
import { questions } from "./questions.ts";
import { reading } from "./reading.ts";
import { refunds } from "./refunds.ts";
import { related } from "./related.ts";
import { reports } from "./reports.ts";
import { search } from "./search.ts";
import { synonyms } from "./synonyms.ts";
import { seller } from "./seller.ts";
import { settlements } from "./settlements.ts";
import { trials } from "./trials.ts";
import { uploads } from "./uploads.ts";
import { wishes } from "./wishes.ts";

/** Every call that the server answers. */
export const api = {
  health,
  accounts,
  accountSecurity,
  deviceKeys,
  search,
  contents,
  files,
  uploads,
  drafts,
  trials,
  reading,
  questions,
  mentors,
  related,
  home,
  likes,
  wishes,
  comments,
  ratings,
  orders,
  refunds,
  settlements,
  seller,
  adminSettlements,
  chats,
  events,
  push,
  reports,
  evidences,
  penalties,
  inquiries,
  alerts,
  synonyms,
  assistant,
  documentation,
} satisfies Api;
