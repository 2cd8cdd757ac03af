import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import Button from "@mui/material/Button";
import { lazy, Suspense, useState } from "react";
import { useMe } from "../../client/session.ts";
import type { ModerationTarget } from "./ModerationDialog.tsx";

// Only administrators open it.
const ModerationDialog = lazy(async () => ({
  default: (await import("./ModerationDialog.tsx")).ModerationDialog,
}));

const nouns = { content: "콘텐츠", comment: "댓글" } as const;

/** For administrators: the button that hides a content or comment, or puts it back. */
export const ModerationButton = ({ target }: { target: ModerationTarget }) => {
  const { user } = useMe();
  const [isAsking, setIsAsking] = useState(false);
  if (user?.isAdmin !== true) return null;
  const isHidden = (target.kind === "content" ? target.content : target.comment).state === "hidden";
  const noun = nouns[target.kind];
  return (
    <>
      <Button
        size="small"
        color={isHidden ? "primary" : "error"}
        variant={target.kind === "content" ? "outlined" : "text"}
        startIcon={isHidden ? <VisibilityOutlined /> : <VisibilityOffOutlined />}
        onClick={() => setIsAsking(true)}
        sx={{ justifySelf: "start" }}
        {...(target.kind === "comment"
          ? {
              "aria-label": `댓글 ${isHidden ? "다시 공개" : "숨기기"}: ${target.comment.comment.slice(0, 20)}`,
            }
          : {})}
      >
        {target.kind === "comment"
          ? isHidden
            ? "다시 공개"
            : "숨기기"
          : isHidden
            ? `${noun} 다시 공개`
            : `${noun} 숨기기`}
      </Button>
      {isAsking ? (
        <Suspense>
          <ModerationDialog target={target} onClose={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
};
