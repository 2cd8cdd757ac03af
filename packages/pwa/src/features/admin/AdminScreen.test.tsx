import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { bePatient } from "@knowhow/ui/testing/patience.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { refuse, type startServer } from "@knowhow/ui/testing/server.ts";
import { buildUser } from "@knowhow/ui/testing/users.ts";
import { AdminScreen } from "./AdminScreen.tsx";
import {
  buildAct,
  buildCase,
  buildHistory,
  buildPenalty,
  buildReport,
  buildRoom,
  idOf,
  startAdminServer,
} from "@knowhow/ui/features/admin/testing.ts";

bePatient();

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server.close());

const counts = { all: 1_234, pending: 1, processed: 1_233 };

const noLeases = { "/api/admin/reports/leases": () => ({ body: { leases: [] } }) };

describe("/admin", () => {
  it("sends home who is no administrator, with the reason, and asks for nothing", async () => {
    server = await startAdminServer({ "/api/auth/me": () => ({ body: { user: buildUser() } }) });
    const { router } = renderAt(<AdminScreen />, "/admin", "/admin");
    expect(await screen.findByText("접근 권한 없음")).toBeInTheDocument();
    expect(screen.getByText("관리자만 접근할 수 있는 페이지입니다.")).toBeInTheDocument();
    expect(router.state.location.pathname).toBe("/");
    expect(server.asked.map(({ path }) => path)).toEqual(["/api/auth/me"]);
  });

  it("sends visitors to sign in", async () => {
    server = await startAdminServer({
      "/api/auth/me": () => refuse("LOGIN_REQUIRED"),
    });
    const { router } = renderAt(<AdminScreen />, "/admin", "/admin");
    await expect.poll(() => router.state.location.pathname).toBe("/login");
  });

  it("counts, lists what waits, finds it by a word and brings more of it", async () => {
    server = await startAdminServer({
      ...noLeases,
      "/api/admin/reports": ({ path }) => {
        const query = new URL(path, "http://page.invalid").searchParams;
        if (query.get("q") === "없는 말") return { body: { reports: [], counts } };
        if (query.get("cursor") === "next")
          return { body: { reports: [buildReport({ id: idOf("2"), reportReason: "spam" })], counts } };
        return {
          body: { reports: [buildReport()], counts },
          headers: { link: '</api/admin/reports?cursor=next>; rel="next"' },
        };
      },
    });
    const user = userEvent.setup();
    renderAt(<AdminScreen />, "/admin", "/admin");
    expect(await screen.findByText("1,234건")).toBeInTheDocument();
    const list = await screen.findByRole("region", { name: "신고 목록" });
    expect(within(list).getByRole("heading", { name: "사기/허위 정보" })).toBeInTheDocument();
    expect(within(list).getByText("민수 → 지현")).toBeInTheDocument();
    expect(within(list).getByText("2026년 11월 20일 오후 2:06")).toBeInTheDocument();
    expect(within(list).getByRole("link", { name: "콘텐츠로 이동" })).toHaveAttribute(
      "href",
      `/content/${idOf("c")}`,
    );
    await user.click(within(list).getByRole("button", { name: "더 보기" }));
    expect(await screen.findByRole("heading", { name: "스팸/광고" })).toBeInTheDocument();
    await user.type(screen.getByRole("searchbox", { name: "신고 검색" }), "없는 말");
    expect(await screen.findByText("찾는 신고가 없어요")).toBeInTheDocument();
    expect(server.asked.at(-1)?.path).toContain("status=pending");
  });

  it("has a report under review among the processed ones, in list and count, where it is still decided", async () => {
    const reports = [
      buildReport({ status: "reviewed" }),
      buildReport({ id: idOf("2"), status: "dismissed", contentId: idOf("c2") }),
    ];
    server = await startAdminServer({
      ...noLeases,
      "/api/admin/reports": ({ path }) => ({
        body: {
          counts: { all: 4, pending: 1, processed: 2, open: 2, decided: 1, voices: 3, pendingVoices: 2 },
          reports: path.includes("status=processed") ? reports : [],
        },
      }),
    });
    renderAt(<AdminScreen />, "/admin?tab=processed", "/admin");
    const [underReview, dismissed] = await screen.findAllByRole("listitem");
    expect(underReview).toHaveTextContent("검토중");
    expect(underReview).toHaveTextContent("처리하기");
    expect(dismissed).not.toHaveTextContent("처리하기");
    const told = () => screen.getAllByRole("term").map(({ parentElement }) => parentElement?.textContent);
    await expect
      .poll(told)
      .toEqual(["전체 신고4건신고 수", "대기중1건대상 수 · 신고 2건", "처리됨2건신고 수 · 검토중은 대상 수"]);
  });

  it("says that a comment was reported, in its words, and leads to it", async () => {
    const comment = { reportType: "comment", commentId: idOf("7"), commentText: "비꼬는 댓글" } as const;
    server = await startAdminServer({
      ...noLeases,
      "/api/admin/reports": () => ({
        body: {
          counts: { all: 9, pending: 3, processed: 4, pendingVoices: 5 },
          reports: [
            buildReport(comment),
            buildReport({ ...comment, id: idOf("2"), commentId: idOf("8"), commentText: null }),
            buildReport({ id: idOf("3") }),
          ],
        },
      }),
    });
    renderAt(<AdminScreen />, "/admin", "/admin");
    const [first, gone, content] = await screen.findAllByRole("listitem");
    const inFirst = within(first as HTMLElement); // all items are elements
    expect(inFirst.getByText("댓글 신고")).toBeInTheDocument();
    expect(inFirst.getByText("비꼬는 댓글")).toBeInTheDocument();
    expect(inFirst.getByRole("link", { name: "댓글로 이동" })).toHaveAttribute(
      "href",
      `/content/${idOf("c")}#comment-${idOf("7")}`,
    );
    expect(gone).toHaveTextContent("작성자가 삭제한 댓글이에요");
    expect(content).toHaveTextContent("콘텐츠 신고");
    expect(content).not.toHaveTextContent("댓글");
    // As many as there are rows, and beside it how many reports they stand for.
    const told = () => screen.getAllByRole("term").map(({ parentElement }) => parentElement?.textContent);
    await expect
      .poll(told)
      .toEqual(["전체 신고9건신고 수", "대기중3건대상 수 · 신고 5건", "처리됨4건신고 수 · 검토중은 대상 수"]);
    expect(await screen.findAllByRole("listitem")).toHaveLength(3);
  });

  it("tells of decided reports how they ended, and opens the talk where there is no content", async () => {
    server = await startAdminServer({
      ...noLeases,
      "/api/admin/reports": () => ({
        body: {
          counts,
          reports: [
            buildReport({
              status: "dismissed",
              contentId: null,
              contentTitle: null,
              chatRoomId: idOf("9"),
              lastAct: buildAct({ kind: "dismissed", notes: "근거가 없음" }),
            }),
            buildReport({
              id: idOf("2"),
              status: "resolved",
              reportedUser: { ...buildReport().reportedUser, nickname: "서연", warningCount: 1 },
              lastAct: buildAct({
                at: "2026-11-20T07:00:00.000Z",
                penalty: buildPenalty({ penaltyType: "suspension", duration: 7, reason: "반복" }),
              }),
            }),
          ],
        },
      }),
      "/api/admin/chat-messages": ({ path }) => {
        const before = new URL(path, "http://page.invalid").searchParams.get("before");
        const build = (at: number, text: string) => ({
          id: idOf(String(at)),
          senderId: idOf("b"),
          message: text,
          messageType: "text",
          clientId: null,
          isRead: true,
          createdAt: "2026-11-20T05:00:00.000Z",
          sender: { nickname: "지현" },
        });
        if (before !== null) return { body: { messages: [build(99, `${before} 앞의 말`)] } };
        return { body: { messages: Array.from({ length: 50 }, (_, at) => build(100 + at, `말 ${at}`)) } };
      },
    });
    const user = userEvent.setup();
    renderAt(<AdminScreen />, "/admin?tab=processed", "/admin");
    expect(await screen.findByText("기각됨")).toBeInTheDocument();
    expect(screen.getByText("검토 메모: 근거가 없음")).toBeInTheDocument();
    expect(screen.getByText("2026년 11월 20일 오후 3:00")).toBeInTheDocument();
    expect(screen.getByText("제재 사유: 반복")).toBeInTheDocument();
    expect(screen.getByText("기각됨 · 지킴이")).toBeInTheDocument();
    // The penalty of the decision, not the person's total of warnings.
    expect(screen.getByText("해결됨 · 서비스 이용 정지 7일 · 지킴이")).toBeInTheDocument();
    expect(screen.getByText("누적 경고 1/3")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "처리하기" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "채팅 보기" }));
    const dialog = await screen.findByRole("dialog", { name: "신고된 대화" });
    expect(await within(dialog).findByText("말 49")).toBeInTheDocument();
    expect(within(dialog).getAllByText("피신고자")).toHaveLength(50);
    const countLines = () => within(dialog).getAllByRole("listitem").length;
    const linesBefore = countLines();
    await user.click(within(dialog).getByRole("button", { name: "이전 메시지 보기" }));
    await expect.poll(countLines).toBe(linesBefore + 1);
    expect(within(dialog).getAllByRole("listitem")[0]).toHaveTextContent(`${idOf("100")} 앞의 말`);
    expect(within(dialog).queryByRole("button", { name: "이전 메시지 보기" })).toBeNull();
  });

  it("shows the whole case of a decided report, with nothing to decide", async () => {
    const lastAct = buildAct({ kind: "dismissed", notes: "근거 없음" });
    const report = buildReport({ status: "dismissed", lastAct });
    server = await startAdminServer({
      ...noLeases,
      "/api/admin/reports": () => ({ body: { counts, reports: [report] } }),
      [`/api/admin/reports/${report.id}`]: () => ({ body: buildCase(report, { acts: [lastAct] }) }),
      "/api/admin/users": () => ({ body: buildHistory() }),
    });
    const user = userEvent.setup();
    renderAt(<AdminScreen />, "/admin?tab=processed", "/admin");
    await user.click(await screen.findByRole("button", { name: "처리 기록" }));
    const dialog = within(await screen.findByRole("dialog", { name: "처리 기록" }));
    expect(dialog.getByText("검토 메모: 근거 없음")).toBeInTheDocument();
    expect(await dialog.findByText("지현님의 이력")).toBeInTheDocument();
    expect(dialog.getByRole("link", { name: "판매 정산 보기" })).toHaveAttribute(
      "href",
      `/payouts?q=${idOf("b")}`,
    );
    expect(dialog.queryByRole("form")).toBeNull();
    expect(server.asked.filter(({ path }) => path.endsWith("/lease"))).toEqual([]);
  });

  it("lists conversations by what they are, with their state and the way in", async () => {
    server = await startAdminServer({
      ...noLeases,
      "/api/admin/reports": () => ({ body: { reports: [], counts } }),
      "/api/admin/chat-rooms": () => ({
        body: {
          chatRooms: [
            buildRoom(),
            buildRoom({ id: idOf("e2"), type: "report_result", status: "inactive", userNickname: "서연" }),
            buildRoom({ id: idOf("e3"), type: "penalty_notice", userNickname: "지현" }),
          ],
        },
      }),
    });
    renderAt(<AdminScreen />, "/admin?tab=results", "/admin");
    expect(await screen.findByText("일반 문의")).toBeInTheDocument();
    expect(screen.getByText("신고 결과")).toBeInTheDocument();
    expect(screen.getByText("진행 중")).toBeInTheDocument();
    expect(screen.getByText("종료")).toBeInTheDocument();
    expect(screen.queryByText("지현")).toBeNull();
    expect(screen.getByRole("link", { name: "민수님과의 대화 참여" })).toHaveAttribute(
      "href",
      `/admin-chat/${idOf("e")}`,
    );
  });
});
