import { categoryLabel, formatWon, type Content } from "@knowhow/shared";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useRef, useState } from "react";
import { messageOf } from "@knowhow/ui/components/failure.ts";
import { ConfirmDialog } from "@knowhow/ui/components/ConfirmDialog.tsx";
import { formatDateTime } from "@knowhow/ui/components/format.ts";
import { priceOf } from "@knowhow/ui/device/drafts/priceRules.ts";
import { stateOf, type SellingState } from "@knowhow/ui/device/drafts/sellingForm.ts";

const namesOf = (names: readonly string[]): string => (names.length === 0 ? "없음" : names.join(", "));

/** A part of the form that can be taken over by itself. */
export type FormPart =
  | "title"
  | "category"
  | "price"
  | "description"
  | "tags"
  | "link"
  | "files"
  | "previews";

/** The parts of the newest version that differ from the form. */
const differencesOf = (
  typed: SellingState,
  latest: Content,
): { part: FormPart; label: string; value: string }[] => {
  const saved = stateOf(latest);
  const paths = ({ files }: SellingState) => files.map(({ objectPath, name }) => [objectPath, name]);
  const images = ({ previews }: SellingState) => previews.map(({ objectPath }) => objectPath);
  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  const parts: { part: FormPart; label: string; value: string; isOther: boolean }[] = [
    { part: "title", label: "제목", value: latest.title, isOther: typed.values.title !== latest.title },
    {
      part: "category",
      label: "카테고리",
      value: categoryLabel(latest.category),
      isOther: typed.values.category !== latest.category,
    },
    {
      part: "price",
      label: "판매가",
      value: formatWon(latest.price),
      isOther: priceOf(typed.values.price) !== latest.price,
    },
    {
      part: "description",
      label: "설명",
      value: latest.description,
      isOther: typed.values.description !== latest.description,
    },
    {
      part: "tags",
      label: "태그",
      value: namesOf(saved.values.tags ?? []),
      isOther: differs(typed.values.tags ?? [], saved.values.tags),
    },
    {
      part: "link",
      label: "외부 링크",
      value: saved.values.link || "없음",
      isOther: typed.values.link !== saved.values.link,
    },
    {
      part: "files",
      label: "파일",
      value: namesOf(saved.files.map(({ name }) => name)),
      isOther: differs(paths(typed), paths(saved)),
    },
    {
      part: "previews",
      label: "미리보기 이미지",
      value: `${saved.previews.length}장`,
      isOther: differs(images(typed), images(saved)),
    },
  ];
  return parts.filter(({ isOther }) => isOther);
};

interface ConflictNoticeProps {
  /** The present form. */
  readTyped: () => SellingState;
  fetchLatest: () => Promise<Content>;
  /** The seller has seen the newest version: saving replaces it. */
  onSeen: (latest: Content) => void;
  /** Takes over one part of the newest version; the rest of the form stays. */
  onTakePart: (latest: Content, part: FormPart) => void;
  onTakeLatest: (latest: Content) => void;
}

/** Another save came first: shows its version and leaves the choice; nothing typed is lost meanwhile. */
export const ConflictNotice = (props: ConflictNoticeProps) => {
  const { readTyped, fetchLatest, onSeen, onTakePart, onTakeLatest } = props;
  const heading = useRef<HTMLDivElement>(null);
  const [, setTaken] = useState(0);
  const [latest, setLatest] = useState<Content>();
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const [asking, setAsking] = useState<"closed" | "open" | "agreed">("closed");
  const handleLook = async () => {
    setIsPending(true);
    setFailure(undefined);
    try {
      const content = await fetchLatest();
      setLatest(content);
      onSeen(content);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setIsPending(false);
    }
  };
  if (!latest)
    return (
      <Alert severity="warning">
        <AlertTitle>다른 곳에서 먼저 수정되었습니다</AlertTitle>
        입력한 내용은 그대로 남아 있어요. 최신 내용을 확인한 뒤 다시 저장해주세요. {failure}
        <Box sx={{ mt: 1 }}>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            loading={isPending}
            onClick={() => void handleLook()}
          >
            최신 내용 불러오기
          </Button>
        </Box>
      </Alert>
    );
  const differences = differencesOf(readTyped(), latest);
  return (
    <Alert severity="info">
      <AlertTitle ref={heading} tabIndex={-1} sx={{ outline: "none" }}>
        {formatDateTime(latest.updatedAt)}에 저장된 최신 내용
      </AlertTitle>
      <Box component="dl" sx={{ m: 0, mb: 1, display: "grid", gap: 0.5 }}>
        {differences.map(({ part, label, value }) => (
          <div key={part}>
            <Box
              component="dt"
              sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, fontWeight: 650 }}
            >
              {label}
              <Button
                size="small"
                color="inherit"
                aria-label={`최신 ${label} 쓰기`}
                onClick={() => {
                  onTakePart(latest, part);
                  // The pressed button goes with its line.
                  heading.current?.focus();
                  setTaken((before) => before + 1);
                }}
              >
                쓰기
              </Button>
            </Box>
            <Box component="dd" sx={{ m: 0, maxHeight: "6em", overflow: "auto", whiteSpace: "pre-wrap" }}>
              {value}
            </Box>
          </div>
        ))}
      </Box>
      {differences.length === 0
        ? "최신 내용과 같아졌어요."
        : "지금 저장하면 위의 내용 대신 내가 입력한 내용으로 바뀝니다. 항목마다 골라 쓸 수도 있어요."}
      {differences.length === 0 ? null : (
        <Box sx={{ mt: 1 }}>
          <Button size="small" variant="outlined" color="inherit" onClick={() => setAsking("open")}>
            최신 내용으로 바꾸기
          </Button>
        </Box>
      )}
      <ConfirmDialog
        isOpen={asking === "open"}
        title="최신 내용으로 바꿀까요?"
        description="내가 입력한 내용과 올린 파일이 사라지고, 되돌릴 수 없어요."
        confirmLabel="바꾸기"
        cancelLabel="내 내용 유지"
        isDestructive
        onConfirm={() => setAsking("agreed")}
        onCancel={() => setAsking("closed")}
        // Not before the focus is back, since this notice goes away.
        onClosed={() => {
          if (asking === "agreed") onTakeLatest(latest);
        }}
      />
    </Alert>
  );
};
