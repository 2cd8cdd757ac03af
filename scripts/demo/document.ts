import { marked } from "marked";
import type { MarkedToken, Token, Tokens } from "marked";

/** A part of a demo document, whatever the file format it ends up in. */
export type Block =
  | { kind: "heading"; level: 2 | 3; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; ordered: boolean; start: number; items: { text: string; box: boolean }[] }
  | { kind: "table"; header: string[]; rows: string[][] }
  | { kind: "note"; text: string }
  | { kind: "code"; lines: string[] }
  | { kind: "break" };

/** A demo document: title, optional line under it, parts. */
export interface DemoDocument {
  title: string;
  lead: string;
  blocks: Block[];
}

const entities: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
};

/** The text of a token without marks: the documents use emphasis only for reading the source. */
function plain(text: string): string {
  return text
    .replace(/\*\*(.+?)\*\*/g, "$1")
    .replace(/`(.+?)`/g, "$1")
    .replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s*\n\s*/g, " ")
    .trim();
}

function listItem(item: Tokens.ListItem): { text: string; box: boolean } {
  return { text: plain(item.text.replace(/^\[[ x]\]\s*/, "")), box: item.task };
}

function blockOf(token: MarkedToken): Block | undefined {
  switch (token.type) {
    case "heading":
      return { kind: "heading", level: token.depth === 2 ? 2 : 3, text: plain(token.text) };
    case "paragraph":
      return { kind: "paragraph", text: plain(token.text) };
    case "list":
      return {
        kind: "list",
        ordered: token.ordered,
        start: token.start === "" ? 1 : token.start,
        items: token.items.map(listItem),
      };
    case "table":
      return {
        kind: "table",
        header: token.header.map((cell) => plain(cell.text)),
        rows: token.rows.map((row) => row.map((cell) => plain(cell.text))),
      };
    case "blockquote":
      return { kind: "note", text: plain(token.text) };
    case "code":
      return { kind: "code", lines: token.text.split("\n") };
    case "hr":
      return { kind: "break" };
    case "space":
      return undefined;
    default:
      throw new Error(`a demo text uses ${token.type}, which no writer knows`);
  }
}

/** Reads a demo text (Markdown): the first heading is the title, a quote right under it is the lead. */
export function parseDocument(source: string): DemoDocument {
  const tokens: Token[] = marked.lexer(source.normalize("NFC"));
  // marked types tokens of unknown extensions too; none is installed.
  const blocks = tokens.map((token) => blockOf(token as MarkedToken)).filter((block) => block !== undefined);
  const [first, second, ...rest] = blocks;
  if (first?.kind !== "heading") throw new Error("a demo text starts with its title");
  if (second?.kind === "note") return { title: first.text, lead: second.text, blocks: rest };
  return { title: first.text, lead: "", blocks: second ? [second, ...rest] : rest };
}

/** What stands under one second-level heading. */
export interface Section {
  title: string;
  blocks: Block[];
}

/** The parts of a document by its second-level headings; what stands before the first has the document's title. */
export function sectionsOf({ title, blocks }: DemoDocument): Section[] {
  const sections: Section[] = [{ title, blocks: [] }];
  for (const block of blocks) {
    if (block.kind === "heading" && block.level === 2) sections.push({ title: block.text, blocks: [] });
    else if (block.kind !== "break") sections.at(-1)?.blocks.push(block);
  }
  return sections.filter((section) => section.blocks.length > 0);
}

/** The document as plain text with the marks a text file would use. */
export function toPlainText({ title, lead, blocks }: DemoDocument): string {
  const parts = blocks.map((block) => {
    switch (block.kind) {
      case "heading":
        return block.level === 2 ? `\n■ ${block.text}` : `\n▷ ${block.text}`;
      case "paragraph":
        return block.text;
      case "note":
        return `※ ${block.text}`;
      case "list":
        return block.items
          .map(
            ({ text, box }, index) =>
              `${box ? "[ ]" : block.ordered ? `${String(block.start + index)}.` : "-"} ${text}`,
          )
          .join("\n");
      case "table":
        return [block.header, ...block.rows].map((row) => row.join("\t")).join("\n");
      case "code":
        return block.lines.join("\n");
      case "break":
        return "\n────────────────";
    }
  });
  return (
    [title, lead, ...parts]
      .filter((part) => part !== "")
      .join("\n")
      .normalize("NFC") + "\n"
  );
}
