import type { TestApp } from "./app.ts";
import type { Answer, TestClient } from "./client.ts";
import { createContent, createSeller, createUser, type TestContent, type TestUser } from "./factories.ts";
import { buy } from "./payments.ts";

/** A buyer, their seller, and the room of both. */
export interface Deal {
  buyer: TestUser;
  seller: TestUser;
  buyerClient: TestClient;
  sellerClient: TestClient;
  content: TestContent;
  chatRoomId: string;
}

/** Two people and one purchase between them. */
export const makeDeal = async (app: TestApp, { price = 0 } = {}): Promise<Deal> => {
  const [buyer, seller] = [await createUser(app.deps), await createSeller(app.deps)];
  const [buyerClient, sellerClient] = [await app.as(buyer), await app.as(seller)];
  const content = await createContent(app.deps, seller.id, { price });
  const { chatRoomId } = await buy(app.url, buyerClient, content);
  return { buyer, seller, buyerClient, sellerClient, content, chatRoomId };
};

/** The buyer reports the content; gives the report's id. */
export const fileReport = async (
  { buyerClient, content }: Pick<Deal, "buyerClient" | "content">,
  reportReason = "spam",
): Promise<string> => {
  const answer = await buyerClient.post("/api/reports", {
    reportType: "content",
    contentId: content.id,
    reportReason,
    reportDetails: "다른 곳의 광고만 있습니다.",
  });
  if (answer.status !== 201) throw new Error(`not reported: ${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body["report"] as unknown as { id: string }).id; // The contract's answer was checked by the server.
};

/** The fields of a decision that is judged by the present state, with the password just given. */
export const unconditional = {
  expected: null,
  expectedByUser: new Map<string, never>(),
  requireFreshPassword: async () => undefined,
};

/** A decision of an administrator about a report. */
export const decide = (admin: TestClient, reportId: string, decision: object): Promise<Answer> =>
  admin.put(`/api/admin/reports/${reportId}`, decision);
