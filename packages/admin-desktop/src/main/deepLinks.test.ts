import { describe, expect, it } from "vitest";
import { findDeepLink, readDeepLink } from "./deepLinks.ts";

const id = "01900000-0000-7000-8000-0000000000aa";

describe("links into the console", () => {
  it("lead to a report and to a conversation", () => {
    expect(readDeepLink(`knowhow://reports/${id}`)).toBe(`/reports/${id}`);
    expect(readDeepLink(`knowhow://reports/${id.toUpperCase()}/`)).toBe(`/reports/${id}`);
    expect(readDeepLink(`knowhow://inquiries/${id}`)).toBe(`/admin-chats?room=${id}`);
    expect(findDeepLink(["/opt/console", "--flag", `knowhow://reports/${id}`])).toBe(`/reports/${id}`);
  });

  it.each([
    `https://reports/${id}`,
    `knowhow://reports/${id}?next=https://evil.example`,
    `knowhow://reports/${id}/../../servers`,
    `knowhow://reports/${id}#x`,
    "knowhow://reports/1",
    `knowhow://reports/${"-".repeat(36)}`,
    `knowhow://servers/${id}`,
    `x knowhow://reports/${id}`,
    "knowhow://",
  ])("%s leads nowhere", (link) => {
    expect(readDeepLink(link)).toBeUndefined();
  });
});
