import type { ContentForm } from "@knowhow/shared";
import type { SellingState } from "@knowhow/ui/device/drafts/sellingForm.ts";

/** What an edit takes away of what was sold so far, in words: the names of files, or the link. */
export const removedBy = ({ fileUrls }: ContentForm, { files, values }: SellingState): readonly string[] => [
  ...files.flatMap(({ objectPath, name }) =>
    objectPath === undefined || fileUrls.includes(objectPath) ? [] : [name],
  ),
  ...(values.link === "" || fileUrls.includes(values.link) ? [] : [`외부 링크 ${values.link}`]),
];
