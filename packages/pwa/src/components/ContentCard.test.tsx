import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { buildContent } from "@knowhow/ui/testing/contents.ts";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { ContentCard } from "./ContentCard.tsx";

const preview = "/api/proxy-image/01900000-0000-7000-8000-000000000001/0?v=abc";

describe("ContentCard", () => {
  it("is one link with everything about the content in it", () => {
    renderAt(<ContentCard content={buildContent()} action={<button>좋아요</button>} />);
    const card = screen.getByRole("article");
    const links = within(card).getAllByRole("link");
    expect(links).toHaveLength(1);
    expect(links[0]).toHaveAttribute("href", "/content/01900000-0000-7000-8000-000000000001");
    expect(links[0]).not.toContainElement(screen.getByRole("button", { name: "좋아요" }));
    expect(links[0]).toHaveTextContent("여행 영어 필수 표현 200");
    for (const text of ["외국어", "지현", "10,500원", "1.2만"])
      expect(within(card).getByText(text)).toBeInTheDocument();
    expect(within(card).getByLabelText("조회 12345")).toBeInTheDocument();
  });

  it("counts the images beyond the first, blank addresses left out", () => {
    renderAt(<ContentCard content={buildContent({ previewImageUrls: [preview, " ", preview, ""] })} />);
    expect(screen.getByLabelText("이미지 1장 더 있음")).toHaveTextContent("+1");
  });

  it("offers the image in the three widths that the server keeps", () => {
    const { container } = renderAt(<ContentCard content={buildContent({ previewImageUrls: [preview] })} />);
    const image = container.querySelector("img");
    expect(image?.getAttribute("srcset")).toBe(
      [320, 640, 1280].map((width) => `${preview}&w=${width} ${width}w`).join(", "),
    );
  });

  it("makes a cover where there is no image", () => {
    const { container } = renderAt(<ContentCard content={buildContent()} />);
    expect(container.querySelector("img")).toBeNull();
    expect(container.querySelector("[data-cover=generated]")).toHaveTextContent("여행 영어 필수 표현 200");
  });

  it("makes a cover where the image fails, and logs the failure", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { container } = renderAt(<ContentCard content={buildContent({ previewImageUrls: [preview] })} />);
    fireEvent.error(container.querySelector("img") ?? document.body);
    expect(container.querySelector("[data-cover=generated]")).not.toBeNull();
    expect(warn).toHaveBeenCalledWith(expect.any(String), expect.stringContaining(preview));
    warn.mockRestore();
  });

  it("calls a price of nothing 무료", () => {
    renderAt(<ContentCard content={buildContent({ price: 0 })} />);
    expect(screen.getByText("무료")).toBeInTheDocument();
  });
});
