import Button, { type ButtonProps } from "@mui/material/Button";
import type { ReactNode } from "react";

interface SubmitButtonProps extends Pick<
  ButtonProps,
  "disabled" | "fullWidth" | "size" | "startIcon" | "color"
> {
  children: ReactNode;
  isPending: boolean;
  /** Said while it is under way. */
  pendingLabel?: string;
}

/** The button that sends a form: while it is under way it shows that and can not be pressed again. */
export const SubmitButton = ({
  children,
  isPending,
  pendingLabel,
  size = "large",
  ...props
}: SubmitButtonProps) => (
  <Button
    {...props}
    type="submit"
    variant="contained"
    size={size}
    loading={isPending}
    loadingPosition="start"
  >
    {isPending ? (pendingLabel ?? children) : children}
  </Button>
);
