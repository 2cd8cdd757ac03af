import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderAt } from "../../testing/render.tsx";
import { ReportSummary } from "./ReportCard.tsx";
import { buildReport } from "./testing.ts";

const now = buildReport();
const former = { reporter: "민수", reportedUser: "느린투자노트" };

describe("the summary of a report", () => {
  it("names the reported person as at the time of the report, beside the present name", () => {
    renderAt(<ReportSummary report={{ ...now, nicknamesThen: former }} />);
    expect(screen.getByText("민수 → 지현")).toBeInTheDocument();
    expect(screen.getByText("신고 당시 이름: 피신고자 느린투자노트")).toBeInTheDocument();
  });

  it("names both where both have another name now", () => {
    renderAt(<ReportSummary report={{ ...now, nicknamesThen: { ...former, reporter: "예전민수" } }} />);
    expect(screen.getByText("신고 당시 이름: 피신고자 느린투자노트, 신고자 예전민수")).toBeInTheDocument();
  });

  it("says nothing of names that are the same, and of those that nothing is kept of", () => {
    // Kept on a device by a version whose reports had none.
    const older = JSON.parse(JSON.stringify({ ...now, nicknamesThen: undefined })) as typeof now;
    for (const report of [now, { ...now, nicknamesThen: null }, older]) {
      const { unmount } = renderAt(<ReportSummary report={report} />);
      expect(screen.getByText("민수 → 지현")).toBeInTheDocument();
      expect(screen.queryByText(/당시 이름/)).toBeNull();
      unmount();
    }
  });
});
