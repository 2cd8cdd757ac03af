import { AppError } from "@knowhow/shared";
import { synonymLimits, type Synonym } from "@knowhow/shared/schemas.ts";
import type { Trx } from "../../database/BaseModel.ts";

/** A change of an entry by an administrator: of a new one, where there is no id; to none, where there are no words. */
interface SynonymChange {
  adminId: string;
  id?: string;
  words?: readonly string[];
  /** The words as the administrator saw them. */
  expected?: readonly string[];
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((word) => others.includes(word));

/** Makes a change of the synonyms and keeps who made it. One after another, since entries are compared with each other. */
export const changeSynonyms = async (
  trx: Trx,
  { adminId, id, words, expected }: SynonymChange,
): Promise<Synonym | undefined> => {
  await trx.raw("lock table search_synonyms in share row exclusive mode");
  const all = await trx<Synonym>("search_synonyms").select("id", "words");
  const before = all.find((entry) => entry.id === id);
  if (id !== undefined && before === undefined) throw new AppError("NOT_FOUND");
  if (before && expected && !isSame(before.words, expected)) throw new AppError("EDIT_CONFLICT");
  if (words === undefined) await trx("search_synonyms").where({ id }).delete();
  const known =
    words && all.find((entry) => entry.id !== id && words.every((word) => entry.words.includes(word)));
  if (known) {
    const message = `이미 등록된 동의어입니다: ${known.words.join(", ")}`;
    throw new AppError("SYNONYMS_KNOWN", { message });
  }
  if (before === undefined && all.length >= synonymLimits.entries) {
    const message = `동의어는 ${synonymLimits.entries.toLocaleString("ko-KR")}개까지 등록할 수 있습니다.`;
    throw new AppError("TOO_MANY", { message });
  }
  // Nothing has changed: there is no act to keep.
  if (before && words && isSame(before.words, words)) return before;
  const [after] = words
    ? await (
        before
          ? trx<Synonym>("search_synonyms")
              .where({ id: before.id })
              .update({ words: [...words] })
          : trx<Synonym>("search_synonyms").insert({ words: [...words] })
      ).returning(["id", "words"])
    : [];
  // Mistyped words are corrected to them too.
  if (words)
    await trx.raw(
      `insert into search_words select w, normalize(w, NFD) from unnest(?::text[]) w
       where not exists (select from search_words k where k.word = w)`,
      [[...words]],
    );
  await trx("synonym_acts").insert({
    admin_id: adminId,
    synonym_id: after?.id ?? id,
    words_before: before?.words ?? null,
    words_after: after?.words ?? null,
  });
  return after;
};
