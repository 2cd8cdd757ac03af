import { array, number, object, string, type InferType } from "yup";
import { createSealedFile, type Seal } from "./sealedFile.ts";

/** Whose something is: the same person is somebody else on another server. */
export interface Owner {
  server: string;
  personId: string;
}

const dayMs = 24 * 60 * 60_000;
/** Whoever did not come back by then does not send it any more. */
const longestMs = 30 * dayMs;

const schema = array(
  object({
    server: string().required(),
    personId: string().required(),
    text: string().required(),
    /** When it was written, in milliseconds. */
    at: number().required(),
  }),
).required();
type Kept = InferType<typeof schema>[number];

const parse = async (text: string | undefined): Promise<Kept[]> => {
  try {
    return await schema.validate(JSON.parse(text ?? "[]"));
  } catch {
    // A file of something else is nothing.
    return [];
  }
};

interface Options {
  file: string;
  seal: Seal;
  now: () => number;
}

/**
 * What people have written and not sent, each person's apart: sealed in one file, or in this process alone where the
 * system protects nothing.
 */
export const openMemory = async ({ file, seal, now }: Options) => {
  const sealed = createSealedFile({ file, seal });
  let all = (await parse(await sealed.read())).filter(({ at }) => now() - at < longestMs);
  const isOf =
    ({ server, personId }: Owner) =>
    (kept: Kept) =>
      kept.server === server && kept.personId === personId;
  return {
    read: (owner: Owner): string => all.find(isOf(owner))?.text ?? "",
    /** Takes the place of what was kept of theirs; an empty text forgets it. */
    write: async (owner: Owner, text: string): Promise<void> => {
      const isTheirs = isOf(owner);
      const others = all.filter((kept) => !isTheirs(kept));
      // Nothing there and nothing to keep: nothing changes.
      if (text === "" && others.length === all.length) return;
      all = text === "" ? others : [...others, { ...owner, text, at: now() }];
      await sealed.write(all.length === 0 ? undefined : JSON.stringify(all));
    },
  };
};
export type Memory = Awaited<ReturnType<typeof openMemory>>;
