// The viewer takes the library from the page.
import "pdfjs-dist/legacy/build/pdf.mjs";
import { EventBus } from "pdfjs-dist/legacy/web/pdf_viewer.mjs";
import { describe, expect, it } from "vitest";
import { DocumentLinks } from "./documentLinks.ts";

const { host, origin } = window.location;
const linkTo = (address: string) => {
  const link = document.createElement("a");
  new DocumentLinks({ eventBus: new EventBus() }).addLinkAttributes(link, address);
  return link.getAttribute("href");
};

describe("a link of a document", () => {
  it.each(["https://a.example/logout", "mailto:a@b.example", `${origin}/content/1`, `${origin}/terms`])(
    "leads to %s",
    (address) => {
      expect(linkTo(address)).toBe(address);
    },
  );

  it.each([
    `${origin}/logout`,
    `https://${host}/logout`,
    `${origin}/api/auth/logout`,
    `${origin}/checkout/1`,
  ])("does not lead to %s", (address) => {
    expect(linkTo(address)).toBeNull();
  });
});
