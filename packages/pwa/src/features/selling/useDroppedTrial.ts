import { uploadsPath, type UploadTrial } from "@knowhow/shared";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { keyOf } from "@knowhow/ui/client/queries.ts";
import type { UploadItem } from "@knowhow/ui/device/drafts/uploadItem.ts";

/** The name of the file that left the list last with a trial of the seller's choice, if one did. */
export const useDroppedTrial = (items: readonly UploadItem[]): string | undefined => {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState({ items, dropped: undefined as string | undefined });
  if (shown.items !== items) {
    const gone = shown.items.filter(
      ({ key, objectPath }) =>
        objectPath !== undefined &&
        !items.some((item) => item.key === key || item.objectPath === objectPath) &&
        queryClient.getQueryData<UploadTrial>(
          keyOf(client.trials.upload, { params: { objectId: objectPath.slice(uploadsPath.length) } }),
        )?.isChosen === true,
    );
    setShown({ items, dropped: gone.at(-1)?.name ?? shown.dropped });
  }
  return shown.dropped;
};
