import type { Content } from "@knowhow/shared";
import Button, { type ButtonProps } from "@mui/material/Button";
import { useState } from "react";
import { PauseDialog } from "./PauseDialog.tsx";
import { useSaleState } from "./useSaleState.ts";

interface SaleStateButtonProps extends Pick<ButtonProps, "size" | "variant" | "color"> {
  content: Pick<Content, "id" | "title" | "state">;
  /** The button's name says which content; in a list of several. */
  isOneOfMany?: boolean;
}

/** For the seller: takes the content off sale, or puts it back. None for what administrators have hidden. */
export const SaleStateButton = ({ content, isOneOfMany = false, ...button }: SaleStateButtonProps) => {
  const { id, title, state } = content;
  const [isAsking, setIsAsking] = useState(false);
  const sale = useSaleState({ id, title });
  if (state === "hidden") return null;
  const isPaused = state === "paused";
  const act = isPaused ? "다시 판매하기" : "판매 멈추기";
  return (
    <>
      <Button
        {...button}
        onClick={isPaused ? sale.resume : () => setIsAsking(true)}
        loading={isPaused && sale.isPending}
        {...(isOneOfMany ? { "aria-label": `${title} ${act}` } : {})}
      >
        {act}
      </Button>
      {isAsking ? <PauseDialog title={title} sale={sale} onClose={() => setIsAsking(false)} /> : null}
    </>
  );
};
