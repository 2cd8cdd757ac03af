import Box from "@mui/material/Box";
import { client } from "@knowhow/ui/client/client.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { ContentShelf } from "./ContentShelf.tsx";

/** Contents that were bought with one, and those like it; nothing where there are none, or no network. */
export const RelatedShelves = ({ id }: { id: string }) => {
  const { data } = useEndpoint(client.related.get, { params: { id } });
  if (!data || data.boughtTogether.length + data.similar.length === 0) return null;
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: "minmax(0, 1fr)",
        gap: { xs: 3, md: 4 },
        mt: { xs: 4, md: 6 },
      }}
    >
      {data.boughtTogether.length > 0 ? (
        <ContentShelf title="함께 산 콘텐츠" contents={data.boughtTogether} skeletons={0} />
      ) : null}
      {data.similar.length > 0 ? (
        <ContentShelf title="비슷한 콘텐츠" contents={data.similar} skeletons={0} />
      ) : null}
    </Box>
  );
};
