import { api } from "../api.ts";
import type { AnyEndpoint, CallSchemas, CallSchemaTypes } from "../endpoint.ts";
import { accountSecuritySchemas } from "./accountSecurity.ts";
import { accountsSchemas } from "./accounts.ts";
import { adminSettlementsSchemas } from "./adminSettlements.ts";
import { alertsSchemas } from "./alerts.ts";
import { assistantSchemas } from "./assistant.ts";
import { chatsSchemas } from "./chats.ts";
import { commentsSchemas } from "./comments.ts";
import { contentsSchemas } from "./contents.ts";
import { deviceKeysSchemas } from "./deviceKeys.ts";
import { documentationSchemas } from "./documentation.ts";
import { draftsSchemas } from "./drafts.ts";
import { eventsSchemas } from "./events.ts";
import { evidencesSchemas } from "./evidence.ts";
import { filesSchemas } from "./files.ts";
import { healthSchemas } from "./health.ts";
import { homeSchemas } from "./home.ts";
import { inquiriesSchemas } from "./inquiries.ts";
import { likesSchemas } from "./likes.ts";
import { mentorsSchemas } from "./mentors.ts";
import { ordersSchemas } from "./orders.ts";
import { penaltiesSchemas } from "./penalties.ts";
import { pushSchemas } from "./push.ts";
import { ratingsSchemas } from "./ratings.ts";
import { questionsSchemas } from "./questions.ts";
import { readingSchemas } from "./reading.ts";
import { refundsSchemas } from "./refunds.ts";
import { relatedSchemas } from "./related.ts";
import { reportsSchemas } from "./reports.ts";
import { searchSchemas } from "./search.ts";
import { synonymsSchemas } from "./synonyms.ts";
import { sellerSchemas } from "./seller.ts";
import { settlementsSchemas } from "./settlements.ts";
import { trialsSchemas } from "./trials.ts";
import { uploadsSchemas } from "./uploads.ts";
import { wishesSchemas } from "./wishes.ts";

type Features = typeof api;

/** The schemas of every call, by feature and name. */
const schemas: {
  readonly [F in keyof Features]: { readonly [N in keyof Features[F]]: CallSchemaTypes };
} = {
  health: healthSchemas,
  accounts: accountsSchemas,
  accountSecurity: accountSecuritySchemas,
  deviceKeys: deviceKeysSchemas,
  contents: contentsSchemas,
  files: filesSchemas,
  uploads: uploadsSchemas,
  drafts: draftsSchemas,
  trials: trialsSchemas,
  search: searchSchemas,
  synonyms: synonymsSchemas,
  reading: readingSchemas,
  questions: questionsSchemas,
  mentors: mentorsSchemas,
  related: relatedSchemas,
  home: homeSchemas,
  likes: likesSchemas,
  wishes: wishesSchemas,
  comments: commentsSchemas,
  ratings: ratingsSchemas,
  orders: ordersSchemas,
  refunds: refundsSchemas,
  settlements: settlementsSchemas,
  seller: sellerSchemas,
  adminSettlements: adminSettlementsSchemas,
  chats: chatsSchemas,
  events: eventsSchemas,
  push: pushSchemas,
  reports: reportsSchemas,
  evidences: evidencesSchemas,
  penalties: penaltiesSchemas,
  inquiries: inquiriesSchemas,
  alerts: alertsSchemas,
  assistant: assistantSchemas,
  documentation: documentationSchemas,
};

const byEndpoint = new Map<AnyEndpoint, CallSchemaTypes>(
  Object.entries(api).flatMap(([feature, calls]) => {
    // Widened: the features differ. That both have the same calls is held by the type above.
    const featureSchemas: Readonly<Record<string, CallSchemaTypes>> = schemas[feature as keyof Features];
    return Object.entries<AnyEndpoint>(calls).map(
      ([name, entry]) => [entry, featureSchemas[name] ?? {}] as const,
    );
  }),
);

/** What a call of the contract takes and answers. */
export const schemasOf = (endpoint: AnyEndpoint): CallSchemas => {
  const found = byEndpoint.get(endpoint);
  // Without its schemas its input would go unjudged.
  if (!found) throw new Error(`${endpoint.method} ${endpoint.path} is no call of the contract.`);
  // All of the table above are yup's.
  return found as CallSchemas;
};
