import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface NotKeptProps {
  children: ReactNode;
  /** What stands there instead. */
  words?: string;
}

/**
 * Leaves its children out of the view that the device keeps of a screen (client/keptViews.ts): what is read from the
 * server alone, above all money, is not kept by the device in any way.
 */
export const NotKept = ({ children, words }: NotKeptProps) => (
  <>
    <div data-kept="no" style={{ display: "contents" }}>
      {children}
    </div>
    {words === undefined ? null : (
      <div data-kept="only" hidden>
        <Typography color="textSecondary" data-words={words} />
      </div>
    )}
  </>
);
