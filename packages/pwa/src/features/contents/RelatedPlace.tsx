import { lazy, Suspense } from "react";
import { useNearViewport } from "@knowhow/ui/components/useNearViewport.ts";

const RelatedShelves = lazy(() =>
  import("./RelatedShelves.tsx").then(
    (file) => ({ default: file.RelatedShelves }),
    // Where the file can not be loaded, the page goes without shelves.
    () => ({ default: () => null }),
  ),
);

/** Where the shelves beside a content come once it is scrolled to. */
export const RelatedPlace = ({ id }: { id: string }) => {
  const { ref, isNear } = useNearViewport();
  return (
    <div ref={ref}>
      {isNear ? (
        <Suspense fallback={null}>
          <RelatedShelves id={id} />
        </Suspense>
      ) : null}
    </div>
  );
};
