import Button from "@mui/material/Button";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { Section } from "../../components/Section.tsx";
import { BoughtContents, boughtTitle } from "../library/BoughtContents.tsx";

/** The contents that the user bought, the latest purchase first. */
export const BoughtContentsSection = () => {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Section
      anchor="purchases"
      title={boughtTitle}
      headingRef={heading}
      action={
        <>
          <Button component={Link} to="/wishes">
            찜 목록
          </Button>
          <Button component={Link} to="/orders">
            구매 내역
          </Button>
        </>
      }
    >
      <BoughtContents heading={heading} />
    </Section>
  );
};
