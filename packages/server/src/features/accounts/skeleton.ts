import unhomoglyph from "unhomoglyph";

/**
 * What a name looks like (UTS 39): two names with one skeleton are one name to whoever reads them. Lower case comes last,
 * since a capital I looks like l and not like i.
 */
export const skeletonOf = (name: string): string =>
  unhomoglyph(name.normalize("NFKC").normalize("NFD")).normalize("NFD").toLowerCase();
