import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import Button from "@mui/material/Button";
import { lazy, Suspense, useState } from "react";
import { useMe } from "../../client/session.ts";
import { subjectOf, type ModerationTarget } from "./moderationTarget.ts";

// Only administrators open it.
const ModerationDialog = lazy(async () => ({
  default: (await import("./ModerationDialog.tsx")).ModerationDialog,
}));

/** For administrators: the button that hides a content or words at one, or puts them back. */
export const ModerationButton = ({ target }: { target: ModerationTarget }) => {
  const { user } = useMe();
  const [isAsking, setIsAsking] = useState(false);
  if (user?.isAdmin !== true) return null;
  const { noun, text, state } = subjectOf(target);
  const isHidden = state === "hidden";
  const isContent = target.kind === "content";
  return (
    <>
      <Button
        size="small"
        color={isHidden ? "primary" : "error"}
        variant={isContent ? "outlined" : "text"}
        startIcon={isHidden ? <VisibilityOutlined /> : <VisibilityOffOutlined />}
        onClick={() => setIsAsking(true)}
        sx={{ justifySelf: "start" }}
        {...(isContent
          ? {}
          : { "aria-label": `${noun} ${isHidden ? "다시 공개" : "숨기기"}: ${text.slice(0, 20)}` })}
      >
        {isContent ? `${noun} ` : ""}
        {isHidden ? "다시 공개" : "숨기기"}
      </Button>
      {isAsking ? (
        <Suspense>
          <ModerationDialog target={target} onClose={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
