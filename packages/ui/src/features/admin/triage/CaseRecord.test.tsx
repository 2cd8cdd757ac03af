import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { bePatient } from "../../../testing/patience.ts";
import { renderAt } from "../../../testing/render.tsx";
import { startServer } from "../../../testing/server.ts";
import { admin, buildHistory, buildReport, idOf } from "../testing.ts";
import { CaseRecord } from "./CaseRecord.tsx";

bePatient();
let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const report = buildReport({ status: "dismissed" });
const joinedAt = "2026-11-01T00:00:00.000Z";
const reporter = {
  ...{ id: report.reporter.id, nickname: "민수", joinedAt, reports: 3, dismissed: 2, penalty: null },
  ...{ warningCount: 0, suspendedUntil: null, isBanned: false },
};
const voices = ["1", "2"].map((end) => ({
  ...{ reportId: idOf(end), nickname: `신고자${end}`, joinedAt, reportReason: "fraud", createdAt: joinedAt },
}));

describe("the record of a report", () => {
  it("leads to the history of its reporter, and counts who was decided about with it", async () => {
    server = await startServer(({ path }) => {
      if (path.endsWith("/me")) return { body: { user: admin } };
      if (path.includes("/users/")) return { body: buildHistory() };
      return {
        body: {
          ...{ report, lease: null, related: [], sameTarget: 4, decidedApart: 0 },
          ...{ acts: [], reporter, voices },
        },
      };
    });
    renderAt(<CaseRecord report={report} />);
    const user = userEvent.setup();
    // Those that are open by now are none of them.
    expect(await screen.findByText("같은 대상을 신고한 사람 2명")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "신고자 이력" }));
    expect(await screen.findByRole("dialog", { name: "사용자 이력" })).toBeInTheDocument();
    const asked = server.asked.map(({ path }) => path).filter((path) => path.includes("/users/"));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((path) => path.includes(report.reporter.id))).toBe(true);
  });

  it.each([
    ["pending", "같은 대상의 신고 3건은 이미 처리됐어요.", null],
    ["dismissed", "같은 대상의 다른 신고 3건은 따로 처리됐어요.", idOf("8")],
  ] as const)("says of one that is %s what came of the others", async (status, words, left) => {
    const about = buildReport({ status });
    const related = [buildReport({ id: idOf("7"), contentId: idOf("c7") }), buildReport({ id: idOf("8") })];
    server = await startServer(({ path }) =>
      path.endsWith("/me")
        ? { body: { user: admin } }
        : {
            body: {
              ...{ report: about, lease: null, related, sameTarget: 2, decidedApart: 3 },
              ...{ acts: [], reporter, voices: [] },
            },
          },
    );
    renderAt(<CaseRecord report={about} />);
    expect(await screen.findByText(words)).toBeInTheDocument();
    if (left === null) expect(screen.queryByText(/남아 있어요/)).toBeNull();
    else {
      expect(screen.getByText(/같은 대상의 신고 2건이 남아 있어요/)).toBeInTheDocument();
      expect(screen.getByRole("link", { name: "남은 신고 보기" })).toHaveAttribute(
        "href",
        `/reports/${left}`,
      );
    }
  });
});
