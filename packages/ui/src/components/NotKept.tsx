import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface NotKeptProps {
  children: ReactNode;
  /** Text in their place. */
  words?: string;
}

/**
 * Leaves its children out of the view that the device keeps of a screen (client/keptViews.ts): data that is read only
 * from the server, above all money, is never kept on the device.
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
