import Typography from "@mui/material/Typography";
import { useEffect, type ReactNode } from "react";

/** The product's name, as titles end with it. */
export const productName = "노하우";

/** Names the browser's tab after the screen. */
export const useDocumentTitle = (title?: string): void => {
  useEffect(() => {
    document.title = title ? `${title} | ${productName}` : `${productName} - 지식 콘텐츠 마켓`;
  }, [title]);
};

interface PageTitleProps {
  title: string;
  /** Names the tab; by default the title does. */
  tab?: string | undefined;
  description?: ReactNode;
}

/** The one h1 of a screen. */
export const PageTitle = ({ title, tab = title, description }: PageTitleProps) => {
  useDocumentTitle(tab);
  return (
    <header>
      <Typography variant="h1">{title}</Typography>
      {description ? (
        <Typography variant="body1" color="textSecondary" sx={{ mt: 0.5 }}>
          {description}
        </Typography>
      ) : null}
    </header>
  );
};
