import MenuBookRounded from "@mui/icons-material/MenuBookRounded";
import SearchRounded from "@mui/icons-material/SearchRounded";
import type { Synonym } from "@knowhow/shared/schemas.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput from "@mui/material/OutlinedInput";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { client } from "../../client/client.ts";
import { invalidate, useEndpointMutation } from "../../client/queries.ts";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { messageOf } from "../../components/failure.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import { AdminList } from "../admin/AdminList.tsx";
import { AdminPage } from "../admin/AdminPage.tsx";
import { ToDashboard } from "../admin/ToDashboard.tsx";
import { usePolledPages } from "../admin/usePolledPages.ts";
import { SynonymDialog } from "./SynonymDialog.tsx";

/** A search begins after this long without typing. */
const typingMs = 300;
/** Other administrators change them seldom. */
const everyMs = 60_000;

const SearchBox = ({ onSearch }: { onSearch: (q: string) => void }) => {
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <OutlinedInput
      type="search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      placeholder="단어로 검색"
      inputProps={{ "aria-label": "동의어 검색", maxLength: 100 }}
      startAdornment={
        <InputAdornment position="start">
          <SearchRounded fontSize="small" aria-hidden />
        </InputAdornment>
      }
      sx={{ flex: 1, maxWidth: { md: 420 } }}
    />
  );
};

const RemoveDialog = ({ entry, onClose }: { entry: Synonym; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, error } = useEndpointMutation(client.synonyms.remove, {
    onSuccess: () => {
      void invalidate(queryClient, client.synonyms.list);
      toast({ title: "동의어를 삭제했어요" });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title="동의어를 삭제할까요?"
      description={
        <>
          {entry.words.join(", ")}: 더 이상 서로를 찾지 않아요.
          {error ? (
            <Alert severity="error" sx={{ mt: 1.5 }}>
              {messageOf(error)}
            </Alert>
          ) : null}
        </>
      }
      confirmLabel="삭제"
      pendingLabel="삭제하는 중..."
      isDestructive
      isPending={isPending}
      onConfirm={() => mutate({ params: { id: entry.id } })}
      onCancel={onClose}
    />
  );
};

type Open = { act: "edit"; entry: Synonym | undefined } | { act: "remove"; entry: Synonym };

const Entries = () => {
  const [q, setQ] = useState("");
  const pages = usePolledPages(client.synonyms.list, { query: q === "" ? {} : { q } }, everyMs);
  const [open, setOpen] = useState<Open>();
  const entries = pages.data?.pages.flatMap(({ data }): Synonym[] => data.synonyms);
  const total = pages.data?.pages[0]?.data.total;
  const close = () => setOpen(undefined);
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        <SearchBox onSearch={setQ} />
        <Button variant="contained" onClick={() => setOpen({ act: "edit", entry: undefined })}>
          동의어 추가
        </Button>
      </Box>
      <Typography variant="body2" color="textSecondary" role="status">
        {total === undefined ? "" : `동의어 ${total.toLocaleString("ko-KR")}개`}
      </Typography>
      <AdminList
        label="동의어 목록"
        items={entries}
        pages={pages}
        keyOf={({ id }) => id}
        renderItem={(entry) => (
          <Card
            sx={{
              p: 2,
              display: "flex",
              flexWrap: "wrap",
              alignItems: "center",
              justifyContent: "space-between",
              gap: 1,
            }}
          >
            <Typography sx={{ overflowWrap: "anywhere", flex: "1 1 12rem" }}>
              {entry.words.join(", ")}
            </Typography>
            <Box sx={{ display: "flex", gap: 1 }}>
              <Button
                variant="outlined"
                aria-label={`수정: ${entry.words.join(", ")}`}
                onClick={() => setOpen({ act: "edit", entry })}
              >
                수정
              </Button>
              <Button
                variant="outlined"
                color="error"
                aria-label={`삭제: ${entry.words.join(", ")}`}
                onClick={() => setOpen({ act: "remove", entry })}
              >
                삭제
              </Button>
            </Box>
          </Card>
        )}
        empty={
          q === ""
            ? {
                icon: MenuBookRounded,
                title: "동의어가 없어요",
                description: "같은 뜻의 단어를 추가하면 어느 것으로 검색해도 찾아요.",
              }
            : { icon: MenuBookRounded, title: "찾는 동의어가 없어요", description: "다른 말로 검색해보세요." }
        }
      />
      {open?.act === "edit" ? <SynonymDialog entry={open.entry} onClose={close} /> : null}
      {open?.act === "remove" ? <RemoveDialog entry={open.entry} onClose={close} /> : null}
    </>
  );
};

/** The words that find one another. `aside` stands beside the title. */
export const SynonymsScreen = ({ aside = <ToDashboard /> }: { aside?: ReactNode }) => (
  <AdminPage
    title="검색 동의어"
    description="다르게 부르는 같은 말을 서로 찾게 해요."
    aside={aside}
    skeletonHeight={240}
  >
    <Entries />
  </AdminPage>
);
