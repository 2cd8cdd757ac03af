import { openCompound, type CompoundFile } from "../../compound.ts";
import { containerOf } from "../../containers.ts";
import { ExtractionFailed } from "../failures.ts";
import type { OpenFile } from "../openFile.ts";

/** Tells whether a file begins as a compound file. */
export const isCompound = (file: OpenFile): boolean => containerOf(file.read(0, 8)) === "compound";

/** Opens a doc, xls, ppt or hwp; fails with ExtractionFailed when it is no compound file. */
export const openDocument = (file: OpenFile): CompoundFile => {
  const compound = isCompound(file) ? openCompound(file.read(0, file.size)) : undefined;
  if (!compound) throw new ExtractionFailed("damaged", "no compound file");
  return compound;
};
