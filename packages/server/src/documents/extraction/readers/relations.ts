import { posix } from "node:path";
import type { Archive } from "./archive.ts";
import { visitXml } from "./xml.ts";

/** A part that another part of an office file names. */
export interface Relation {
  id: string;
  /** Last word of its type: `slide`, `worksheet`, `notesSlide`, … */
  kind: string;
  /** Name of its entry in the archive. */
  name: string;
}

/** The parts that a part of an office file names; of the archive itself for the name "". */
export const relationsOf = async (archive: Archive, part: string): Promise<Relation[]> => {
  const folder = posix.dirname(part);
  const found: Relation[] = [];
  await visitXml(archive.text(posix.join(folder, "_rels", `${posix.basename(part)}.rels`)), {
    open(name, { Id = "", Type = "", Target, TargetMode }) {
      if (name !== "Relationship" || Target === undefined || TargetMode === "External") return;
      const path = Target.startsWith("/") ? Target.slice(1) : posix.join(folder, Target);
      found.push({ id: Id, kind: posix.basename(Type), name: path });
    },
  });
  return found;
};

/** Name of the entry that an office file begins with. */
export const mainPart = async (archive: Archive, usual: string): Promise<string> =>
  (await relationsOf(archive, "")).find(({ kind }) => kind === "officeDocument")?.name ?? usual;
