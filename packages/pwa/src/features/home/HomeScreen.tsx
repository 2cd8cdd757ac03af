import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link } from "react-router-dom";
import { useDocumentTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { usePersonId } from "@knowhow/ui/client/session.ts";
import { SearchPlace } from "../contents/SearchPlace.tsx";
import { Blurbs } from "./Blurbs.tsx";
import { Hero } from "./Hero.tsx";
import { OwnShelves } from "./OwnShelves.tsx";
import { PopularShelf } from "./PopularShelf.tsx";
import { Readings } from "./Readings.tsx";

const Closing = () => (
  <Box
    component="section"
    sx={{
      display: "flex",
      flexDirection: { xs: "column", md: "row" },
      alignItems: { xs: "stretch", md: "center" },
      justifyContent: "space-between",
      gap: 3,
      px: { xs: 2.5, md: 6 },
      py: { xs: 4, md: 5 },
      borderRadius: "20px",
      bgcolor: "primary.main",
      color: "primary.contrastText",
    }}
  >
    <Box>
      <Typography variant="h2">당신의 경험도 누군가에겐 지름길이에요</Typography>
      <Typography sx={{ mt: 1 }}>올리는 데 드는 비용은 없어요. 팔린 만큼 자동으로 정산돼요.</Typography>
    </Box>
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5 }}>
      <Button
        component={Link}
        to="/upload"
        variant="contained"
        size="large"
        sx={{
          bgcolor: "primary.contrastText",
          color: "primary.main",
          "&:hover": {
            bgcolor:
              "color-mix(in srgb, var(--kh-palette-primary-contrastText) 90%, var(--kh-palette-primary-main))",
          },
          "&:focus-visible": { outlineColor: "currentColor" },
        }}
      >
        판매 시작하기
      </Button>
      <Button
        component={Link}
        to="/market"
        variant="outlined"
        size="large"
        color="inherit"
        sx={{ "&&": { borderColor: "currentColor" } }}
      >
        마켓 둘러보기
      </Button>
    </Box>
  </Box>
);

/** The home page. */
export const HomeScreen = () => {
  useDocumentTitle();
  const isMember = usePersonId() !== null;
  // Members know it: their own shelves come first.
  const promise = (
    <>
      <Hero />
      <Blurbs />
    </>
  );
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: { xs: 3, md: 5 } }}>
      {isMember ? (
        <Box sx={{ display: { md: "none" } }}>
          <SearchPlace />
        </Box>
      ) : null}
      <Readings />
      {isMember ? <OwnShelves /> : promise}
      <PopularShelf />
      {isMember ? promise : null}
      <Closing />
    </Box>
  );
};
