import { useEffect, useState } from "react";
import type { FileHit } from "../../offline/vault/late/searchVault.ts";
import type { VaultFile } from "../../offline/vault/vaultRows.ts";

/** Pause in typing after which the files are searched. */
const restMs = 250;

interface Searched {
  personId: string | undefined;
  query: string;
  hits: FileHit[];
}

/**
 * What a search finds in the text of kept files: undefined while it looks, none for a search for nothing. It looks again
 * when another file can be searched.
 */
export const useFileSearch = (
  personId: string | undefined,
  query: string,
  files: readonly VaultFile[],
): FileHit[] | undefined => {
  const searchable = files
    .filter(({ state }) => state === "kept")
    .map(({ id, isTextTaken }) => `${id} ${isTextTaken}`)
    .join();
  const [searched, setSearched] = useState<Searched>({ personId, query: "", hits: [] });
  const wanted = query.trim();
  useEffect(() => {
    if (personId === undefined || wanted === "") return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      const search = async () => {
        const [{ openVault }, { searchVault }] = await Promise.all([
          import("../../offline/vault/vaultFiles.ts"),
          import("../../offline/vault/late/searchVault.ts"),
        ]);
        return searchVault(openVault(personId), wanted, leaving.signal);
      };
      search().then(
        (hits) => setSearched({ personId, query: wanted, hits }),
        (error: unknown) => {
          if (leaving.signal.aborted) return;
          console.warn(error);
          setSearched({ personId, query: wanted, hits: [] });
        },
      );
    }, restMs);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [personId, wanted, searchable]);
  if (personId === undefined || wanted === "") return [];
  return searched.personId === personId && searched.query === wanted ? searched.hits : undefined;
};
