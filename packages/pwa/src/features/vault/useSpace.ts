import { useEffect, useState } from "react";

/** Bytes that this site takes on the device, and may take; undefined where the browser does not say. */
export interface Space {
  usage: number;
  quota: number;
}

/** The room on the device, asked again when `mark` changes. */
export const useSpace = (mark: number): Space | undefined => {
  const [space, setSpace] = useState<Space>();
  useEffect(() => {
    let isGone = false;
    navigator.storage.estimate().then(
      ({ usage, quota }) => {
        if (!isGone && usage !== undefined && quota !== undefined) setSpace({ usage, quota });
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [mark]);
  return space;
};
