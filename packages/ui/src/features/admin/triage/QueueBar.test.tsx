import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { bePatient } from "../../../testing/patience.ts";
import { renderAt } from "../../../testing/render.tsx";
import type { Counts } from "../useReports.ts";
import type { QueueRequest } from "./queue.ts";
import { QueueBar } from "./QueueBar.tsx";

bePatient();

interface BarProps {
  counts?: Counts;
}
const Bar = ({ counts }: BarProps) => {
  const [asked, setAsked] = useState<QueueRequest>({ filter: "pending", type: "", reason: "", q: "환불" });
  const change = (to: Partial<QueueRequest>) => setAsked((now) => ({ ...now, ...to }));
  return (
    <>
      <button onClick={() => change({ q: "" })}>link</button>
      <p>{asked.q === "" ? "everything" : asked.q}</p>
      <QueueBar counts={counts} asked={asked} onChange={change} inputRef={null} />
    </>
  );
};

const box = () => screen.getByRole("searchbox", { name: "신고 검색" });

it("shows what a link asks for", () => {
  renderAt(<Bar />);
  fireEvent.click(screen.getByText("link"));
  expect(box()).toHaveValue("");
});

it("searches for what is being typed, though a link asks for something else meanwhile", async () => {
  renderAt(<Bar />);
  fireEvent.change(box(), { target: { value: "광고" } });
  fireEvent.click(screen.getByText("link"));
  expect(box()).toHaveValue("광고");
  expect(await screen.findByText("광고")).toBeInTheDocument();
});

it("counts the rows, and says beside them how many reports they stand for", () => {
  renderAt(<Bar counts={{ all: 2, pending: 2, processed: 0, voices: 4 }} />);
  expect(screen.getByRole("button", { name: "대기 중 2" })).toBeInTheDocument();
  expect(screen.getByText(/신고는 모두 4건/)).toBeInTheDocument();
});

it("says nothing of reports behind rows where there is no row", () => {
  renderAt(<Bar counts={{ all: 0, pending: 0, processed: 0, voices: 2 }} />);
  expect(screen.getByRole("button", { name: "대기 중 0" })).toBeInTheDocument();
  expect(screen.queryByText(/신고는 모두/)).toBeNull();
});
