import type { ContentForm } from "@knowhow/shared";
import type { SellingState } from "@knowhow/ui/device/drafts/sellingForm.ts";

/** The sold files that an edit removes: their names, or the link. */
export const removedBy = ({ fileUrls }: ContentForm, { files, values }: SellingState): readonly string[] => [
  ...files.flatMap(({ objectPath, name }) =>
    objectPath === undefined || fileUrls.includes(objectPath) ? [] : [name],
  ),
  ...(values.link === "" || fileUrls.includes(values.link) ? [] : [`외부 링크 ${values.link}`]),
];
