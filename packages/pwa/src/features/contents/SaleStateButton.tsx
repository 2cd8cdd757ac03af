import type { Content } from "@knowhow/shared";
import Button, { type ButtonProps } from "@mui/material/Button";
import { useState } from "react";
import { PauseDialog } from "./PauseDialog.tsx";
import { useSaleState } from "./useSaleState.ts";

interface SaleStateButtonProps extends Pick<ButtonProps, "size" | "variant" | "color"> {
  content: Pick<Content, "id" | "title" | "state" | "pausedUntil">;
  /** The button's name says which content; in a list of several. */
  isOneOfMany?: boolean;
}

/** For the seller: takes the content off sale, or puts it back. None for what administrators have hidden. */
export const SaleStateButton = ({ content, isOneOfMany = false, ...button }: SaleStateButtonProps) => {
  const { id, title, state } = content;
  const [isAsking, setIsAsking] = useState(false);
  const sale = useSaleState({ id, title });
  if (state === "hidden") return null;
  const nameOf = (act: string) => (isOneOfMany ? { "aria-label": `${title} ${act}` } : {});
  const isPaused = state === "paused";
  const handlePress = () => {
    if (!isPaused) setIsAsking(true);
    else if (!sale.isPending) sale.resume();
  };
  return (
    <>
      {/* One button for both acts, never disabled: it keeps the focus. */}
      <Button
        {...button}
        onClick={handlePress}
        aria-busy={isPaused && sale.isPending}
        {...nameOf(isPaused ? "다시 판매하기" : "판매 멈추기")}
      >
        {isPaused ? "다시 판매하기" : "판매 멈추기"}
      </Button>
      {isPaused ? (
        <Button {...button} onClick={() => setIsAsking(true)} {...nameOf("다시 판매할 날 바꾸기")}>
          날짜 바꾸기
        </Button>
      ) : null}
      {isAsking ? <PauseDialog content={content} sale={sale} onClose={() => setIsAsking(false)} /> : null}
    </>
  );
};
