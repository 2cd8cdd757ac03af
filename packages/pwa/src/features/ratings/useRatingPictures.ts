import { imageExtensions, maxRatingPictures, uploadLimits, type Rating } from "@knowhow/shared";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { uploadFile } from "@knowhow/ui/client/upload.ts";
import { useDevice } from "@knowhow/ui/client/platform.tsx";
import { picturesOf } from "./picturesOf.ts";
import { findTrouble } from "@knowhow/ui/device/drafts/refusal.ts";

/** An uploaded picture of a rating that is being written. */
export interface DraftPicture {
  objectPath: string;
  alt: string;
}

const isPicture = (one: unknown): one is DraftPicture =>
  typeof one === "object" &&
  one !== null &&
  "objectPath" in one &&
  typeof one.objectPath === "string" &&
  "alt" in one &&
  typeof one.alt === "string";

const readKept = (kept: unknown): DraftPicture[] | undefined =>
  typeof kept === "object" && kept !== null && "pictures" in kept && Array.isArray(kept.pictures)
    ? kept.pictures.filter(isPicture)
    : undefined;

/** The pictures of a stored rating, as its author writes them. */
const storedPictures = (rating: Rating | undefined): DraftPicture[] =>
  picturesOf(rating).flatMap(({ objectPath, alt }) =>
    objectPath === null ? [] : [{ objectPath, alt: alt ?? "" }],
  );

const problemOf = ({ name, size }: File): string | undefined => {
  const extension = name.split(".").pop()?.toLowerCase() ?? "";
  if (!imageExtensions.some((one) => one === extension))
    return `${name}: ${imageExtensions.join(", ")} 이미지만 올릴 수 있습니다.`;
  return size > uploadLimits.rating
    ? `${name}: 사진은 ${formatBytes(uploadLimits.rating)}까지 올릴 수 있습니다.`
    : undefined;
};

interface Options {
  personId: string;
  contentId: string;
  rating: Rating | undefined;
}

/** The pictures of a rating while it is written: they are uploaded as they are chosen, and kept with its words. */
export const useRatingPictures = ({ personId, contentId, rating }: Options) => {
  const texts = useDevice().textsOf(personId);
  const name = `rating-pictures:${contentId}`;
  const [pictures, setPictures] = useState<DraftPicture[]>(
    () => readKept(texts.read(name)) ?? storedPictures(rating),
  );
  const latest = useRef(pictures);
  const isTouched = useRef(false);
  const show = (next: DraftPicture[]) => {
    latest.current = next;
    setPictures(next);
  };
  const change = (next: DraftPicture[]) => {
    isTouched.current = true;
    show(next);
    texts.keep(name, { pictures: next });
  };
  // The device may be read after the form was drawn.
  useLayoutEffect(
    () =>
      texts.onRead(() => {
        const kept = readKept(texts.read(name));
        if (kept && !isTouched.current) show(kept);
      }),
    [texts, name],
  );
  const [percent, setPercent] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  /** Uploads one picture; gives why it can not be one. */
  const send = async (file: File, signal: AbortSignal): Promise<string | undefined> => {
    const problem = problemOf(file);
    if (problem !== undefined) return problem;
    const trouble = await findTrouble(file, true);
    if (trouble) return trouble.description ?? trouble.title;
    try {
      const onProgress = (progress: { percent: number }) => setPercent(progress.percent);
      const { objectPath } = await uploadFile(file, { kind: "rating", signal, onProgress });
      change([...latest.current, { objectPath, alt: "" }].slice(0, maxRatingPictures));
      return undefined;
    } catch (error) {
      return `${file.name}: ${messageOf(error)}`;
    }
  };
  const add = async (files: readonly File[]) => {
    const room = maxRatingPictures - latest.current.length;
    const problems = files.length > room ? [`사진은 ${maxRatingPictures}장까지 올릴 수 있습니다.`] : [];
    const controller = new AbortController();
    running.current = controller;
    for (const file of files.slice(0, room)) {
      setPercent(0);
      const problem = await send(file, controller.signal);
      if (controller.signal.aborted) return;
      if (problem !== undefined) problems.push(problem);
    }
    setPercent(undefined);
    setFailure(problems.length > 0 ? problems.join(" ") : undefined);
  };
  return {
    pictures,
    /** 0 to 100 while an upload is under way. */
    percent,
    failure,
    add,
    cancel: () => {
      running.current?.abort();
      setPercent(undefined);
    },
    describe: (objectPath: string, alt: string) =>
      change(latest.current.map((one) => (one.objectPath === objectPath ? { objectPath, alt } : one))),
    remove: (objectPath: string) => change(latest.current.filter((one) => one.objectPath !== objectPath)),
    /** Once they are stored, or given up. */
    forget: () => {
      texts.keep(name, undefined);
      isTouched.current = false;
      show([]);
    },
  };
};
