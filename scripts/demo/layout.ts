import type { Block, DemoDocument } from "./document.ts";
import { widthOf, wrap } from "./fonts.ts";
import type { Face } from "./fonts.ts";
import type { Op, Page } from "./page.ts";
import { ink, mix, muted } from "./palette.ts";
import type { Palette } from "./palette.ts";
import { tableOps } from "./table.ts";

// A5 in points: readable on a phone without zooming, and prints two to a sheet.
const width = 420;
const height = 595;
const margin = 40;
const bodyWidth = width - 2 * margin;
const bottom = height - 52;
const size = 10.5;
const leading = 18;

/** Lays one document out on pages, in the dress of its category. */
export class Composer {
  readonly pages: Page[] = [];
  private y = margin;
  private headings = 0;

  constructor(
    private readonly palette: Palette,
    private readonly author: string,
  ) {}

  /** All pages of the document, with page numbers. */
  compose(document: DemoDocument): Page[] {
    if (this.palette.opening === "page") this.openingPage(document);
    else this.openingBand(document);
    for (const block of document.blocks) this.place(block);
    this.footers(document.title);
    return this.pages;
  }

  private get page(): Page {
    return this.pages.at(-1) ?? this.addPage();
  }

  private addPage(paper = "#FFFFFF"): Page {
    const page = { width, height, paper, ops: [] };
    this.pages.push(page);
    this.y = margin + 12;
    return page;
  }

  private draw(...ops: Op[]): void {
    this.page.ops.push(...ops);
  }

  /** Starts a new page unless `space` points are left on this one. */
  private need(space: number): void {
    if (this.pages.length === 0 || this.y + space > bottom) this.addPage();
  }

  private text(text: string, x: number, y: number, face: Face, fontSize: number, fill: string): void {
    this.draw({ kind: "text", x, y, text, face, size: fontSize, fill });
  }

  private openingPage({ title, lead }: DemoDocument): void {
    const { deep, soft, accent, lyrical } = this.palette;
    const face = lyrical ? "serifBold" : "black";
    this.addPage(lyrical ? soft : deep);
    const paint = lyrical ? deep : "#FFFFFF";
    let y = 178;
    this.draw({ kind: "rect", x: margin, y: y - 52, w: 34, h: 4, fill: accent });
    for (const line of wrap(title, face, 27, bodyWidth)) {
      this.text(line, margin, y, face, 27, paint);
      y += 38;
    }
    y += 8;
    for (const line of wrap(lead, "regular", 11.5, bodyWidth - 30)) {
      this.text(line, margin, y, "regular", 11.5, mix(paint, lyrical ? soft : deep, 0.18));
      y += 20;
    }
    this.text(this.author, margin, height - 54, "semibold", 11, paint);
    this.addPage();
  }

  private openingBand({ title, lead }: DemoDocument): void {
    const { deep, soft, accent, lyrical } = this.palette;
    const face = lyrical ? "serifBold" : "black";
    const titles = wrap(title, face, 21, bodyWidth);
    const leads = lead === "" ? [] : wrap(lead, "regular", 10.5, bodyWidth);
    const band = 62 + titles.length * 30 + leads.length * 17 + 26;
    this.addPage();
    this.draw({ kind: "rect", x: 0, y: 0, w: width, h: band, fill: soft });
    this.draw({ kind: "rect", x: 0, y: band - 3, w: width, h: 3, fill: accent });
    this.text(this.author, margin, 40, "semibold", 9.5, mix(deep, soft, 0.2));
    let y = 74;
    for (const line of titles) {
      this.text(line, margin, y, face, 21, deep);
      y += 30;
    }
    for (const line of leads) {
      this.text(line, margin, y, "regular", 10.5, mix(ink, soft, 0.25));
      y += 17;
    }
    this.y = band + 22;
  }

  private place(block: Block): void {
    switch (block.kind) {
      case "heading":
        this.heading(block.level, block.text);
        return;
      case "paragraph":
        this.paragraph(block.text, margin, bodyWidth);
        this.y += 7;
        return;
      case "list":
        this.list(block);
        return;
      case "note":
        this.note(block.text);
        return;
      case "code":
        this.code(block.lines);
        return;
      case "table":
        this.table(block);
        return;
      case "break":
        // A page that has just begun goes on: the author meant "not in the middle of this".
        if (this.y > height * 0.4) this.addPage();
        return;
    }
  }

  private paragraph(text: string, x: number, room: number, fill = ink): void {
    for (const line of wrap(text, "regular", size, room)) {
      this.need(leading);
      this.text(line, x, this.y + 12, "regular", size, fill);
      this.y += leading;
    }
  }

  private heading(level: 2 | 3, text: string): void {
    const { deep, soft, accent, heading } = this.palette;
    const fontSize = level === 2 ? 14 : 11.5;
    // A heading alone at the foot of a page would lose its text.
    this.need(fontSize + 12 + leading * 2.5);
    this.y += level === 2 ? 12 : 4;
    let x = margin;
    if (level === 2) {
      this.headings += 1;
      if (heading === "bar") {
        this.draw({ kind: "rect", x: margin, y: this.y, w: 4, h: 16, fill: accent });
        x += 12;
      } else if (heading === "number") {
        const number = String(this.headings);
        this.draw({ kind: "circle", x: margin + 9, y: this.y + 9, r: 10, fill: deep });
        this.text(
          number,
          margin + 9 - widthOf(number, "semibold", 10.5) / 2,
          this.y + 12.8,
          "semibold",
          10.5,
          "#FFFFFF",
        );
        x += 27;
      } else if (heading === "tab") {
        const w = Math.min(bodyWidth, widthOf(text, "semibold", fontSize) + 20);
        this.draw({ kind: "rect", x: margin, y: this.y - 5, w, h: 27, fill: soft, radius: 5 });
        x += 10;
      }
    }
    for (const line of wrap(text, "semibold", fontSize, bodyWidth - (x - margin))) {
      this.text(line, x, this.y + 13, "semibold", fontSize, deep);
      this.y += fontSize + 7;
    }
    if (level === 2 && heading === "rule") {
      this.draw({
        kind: "line",
        x1: margin,
        y1: this.y,
        x2: width - margin,
        y2: this.y,
        stroke: mix(deep, soft, 0.5),
        width: 0.8,
      });
    }
    this.y += level === 2 ? 8 : 2;
  }

  private list({ ordered, start, items }: Extract<Block, { kind: "list" }>): void {
    const { deep, accent } = this.palette;
    items.forEach(({ text, box }, index) => {
      this.need(leading);
      const at = this.y;
      if (box) {
        this.draw({
          kind: "rect",
          x: margin + 1,
          y: at + 3.5,
          w: 9.5,
          h: 9.5,
          fill: "#FFFFFF",
          radius: 2,
          stroke: deep,
        });
      } else if (ordered) this.text(`${String(start + index)}.`, margin, at + 12, "semibold", size, deep);
      else this.draw({ kind: "circle", x: margin + 5, y: at + 8.4, r: 2, fill: accent });
      this.paragraph(text, margin + 18, bodyWidth - 18);
      this.y += 2;
    });
    this.y += 6;
  }

  private note(text: string): void {
    const lines = wrap(text, "regular", 10, bodyWidth - 28);
    const h = lines.length * 17 + 18;
    this.need(h + 4);
    this.draw({ kind: "rect", x: margin, y: this.y, w: bodyWidth, h, fill: this.palette.soft, radius: 6 });
    lines.forEach((line, index) => {
      this.text(line, margin + 14, this.y + 21 + index * 17, "regular", 10, mix(ink, this.palette.deep, 0.5));
    });
    this.y += h + 12;
  }

  private code(lines: readonly string[]): void {
    const longest = Math.max(...lines.map((line) => widthOf(line, "code", 1)));
    const fontSize = Math.min(9.5, (bodyWidth - 24) / longest);
    const step = fontSize * 1.6;
    const h = lines.length * step + 20;
    this.need(Math.min(h, bottom - margin) + 4);
    this.draw({ kind: "rect", x: margin, y: this.y, w: bodyWidth, h, fill: "#F4F4F6", radius: 5 });
    lines.forEach((line, index) => {
      if (line !== "")
        this.text(line, margin + 12, this.y + 12 + (index + 0.75) * step, "code", fontSize, "#2B2F3A");
    });
    this.y += h + 12;
  }

  private table({ header, rows }: Extract<Block, { kind: "table" }>): void {
    const { rows: drawn } = tableOps(header, rows, { x: margin, width: bodyWidth, palette: this.palette });
    const [head, ...body] = drawn;
    if (!head) return;
    const put = (row: typeof head): void => {
      this.draw(...row.at(this.y));
      this.y += row.height;
    };
    // A header alone at the foot of a page would lose its rows; on the next page it is said again.
    this.need(drawn.slice(0, 3).reduce((sum, row) => sum + row.height, 0));
    put(head);
    for (const [index, row] of body.entries()) {
      // The last row may hang into the margin rather than stand alone on the next page.
      const limit = index === body.length - 1 ? bottom + 14 : bottom;
      if (this.y + row.height > limit) {
        this.addPage();
        put(head);
      }
      put(row);
    }
    this.y += 14;
  }

  private footers(title: string): void {
    this.pages.forEach((page, index) => {
      if (index === 0 && this.palette.opening === "page") return;
      const number = String(index + 1);
      page.ops.push(
        { kind: "text", x: margin, y: height - 26, text: title, face: "regular", size: 8, fill: muted },
        {
          kind: "text",
          x: width - margin - widthOf(number, "regular", 8),
          y: height - 26,
          text: number,
          face: "regular",
          size: 8,
          fill: muted,
        },
      );
    });
  }
}
