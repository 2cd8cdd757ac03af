import type { Attributes, Visitor } from "./xml.ts";

/** How the elements of a document format become text. */
export interface Markup {
  /** Elements that are left out with all that they hold. */
  isHidden: (name: string, attributes: Attributes) => boolean;
  /** Elements that begin on a line of their own. */
  blocks: ReadonlySet<string>;
  /** Elements that hang on a place within a paragraph: what they hold follows the paragraph. */
  asides: ReadonlySet<string>;
  /** What an element stands for, where it stands for characters. */
  marks: Partial<Record<string, string>>;
}

/**
 * Writes the text of WordprocessingML, DrawingML and OWPML, which agree on the names that matter: `t` text, `p`
 * paragraph, `tc` and `tr` cell and row of a table. Cells are parted by tabs, paragraphs in a cell by spaces.
 */
export const markupText =
  ({ isHidden, blocks, asides, marks }: Markup) =>
  (write: (text: string) => void): Visitor => {
    let hidden = 0;
    let texts = 0;
    let cells = 0;
    // One for each aside that is open, the paragraph it hangs on first.
    const held: string[] = [];
    let waiting = "";
    const put = (text: string) => {
      const aside = held.pop();
      if (aside === undefined) write(text);
      else held.push(aside + text);
    };
    return {
      open(name, attributes) {
        if (hidden > 0 || isHidden(name, attributes)) {
          hidden += 1;
          return;
        }
        if (name === "t") texts += 1;
        if (name === "tc") cells += 1;
        if (asides.has(name)) held.push("");
        if (blocks.has(name)) put("\n");
        const mark = marks[name];
        if (mark !== undefined) put(mark);
      },
      close(name) {
        if (hidden > 0) {
          hidden -= 1;
          return;
        }
        if (name === "t") texts -= 1;
        if (name === "tc") cells -= 1;
        if (asides.has(name)) waiting += held.pop() ?? "";
        if (name === "p") {
          put(cells > 0 ? " " : "\n");
          if (held.length > 0) return;
          write(waiting);
          waiting = "";
        }
        if (name === "tc") put("\t");
        if (name === "tr") put("\n");
      },
      text(text) {
        if (hidden === 0 && texts > 0) put(text);
      },
    };
  };
