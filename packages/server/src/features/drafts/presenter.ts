import type { StoredDraft } from "@knowhow/shared";
import type { Draft } from "./Draft.ts";

const presentFile = ({ name, size, objectPath }: StoredDraft["files"][number]) => ({
  name,
  size,
  objectPath,
});

/** A draft as its owner sees it. */
export const presentDraft = (draft: Draft): StoredDraft => ({
  id: draft.id,
  contentId: draft.contentId,
  contentVersion: draft.contentVersion,
  title: draft.title,
  description: draft.description,
  category: draft.category,
  price: draft.price,
  link: draft.link,
  versionNote: draft.versionNote,
  tags: draft.tags,
  allowsCopying: draft.allowsCopying,
  files: draft.files.map(presentFile),
  previews: draft.previews.map(presentFile),
  version: draft.version,
  createdAt: draft.createdAt.toISOString(),
  updatedAt: draft.updatedAt.toISOString(),
});
