import { SaxesParser } from "saxes";

/** Attributes of an element, by their names with and without prefix. */
export type Attributes = Partial<Record<string, string>>;

/** Told of each element by its name without prefix: producers choose prefixes as they like. */
export interface Visitor {
  open?: (name: string, attributes: Attributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

const bare = (name: string): string => name.slice(name.indexOf(":") + 1);

const bareAttributes = (attributes: Record<string, string>): Attributes => {
  const prefixed = Object.entries(attributes).map(([name, value]) => [bare(name), value]);
  // An attribute's own name goes before the bare one of another.
  return { ...Object.fromEntries(prefixed), ...attributes } as Attributes; // All of them are text.
};

/**
 * Runs a visitor through XML and gives, after each piece, the text that it wrote. Entities other than the five of XML
 * stay as they are; nothing is expanded or fetched. XML that is not well-formed is read as far as it makes sense.
 */
export async function* readXml(
  pieces: AsyncIterable<string>,
  visit: (write: (text: string) => void) => Visitor,
): AsyncGenerator<string> {
  let written = "";
  const { open, close, text } = visit((part) => (written += part));
  const parser = new SaxesParser();
  parser.on("error", () => undefined);
  if (open) parser.on("opentag", ({ name, attributes }) => open(bare(name), bareAttributes(attributes)));
  if (close) parser.on("closetag", ({ name }) => close(bare(name)));
  if (text) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  for await (const piece of pieces) {
    parser.write(piece);
    if (written === "") continue;
    yield written;
    written = "";
  }
  parser.close();
  if (written !== "") yield written;
}

/** Runs a visitor through a small XML part whole. */
export const visitXml = async (pieces: AsyncIterable<string>, visitor: Visitor): Promise<void> => {
  // A visitor that writes nothing gives no pieces.
  await readXml(pieces, () => visitor).next();
};
