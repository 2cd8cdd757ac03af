import NavigateBeforeRounded from "@mui/icons-material/NavigateBeforeRounded";
import NavigateNextRounded from "@mui/icons-material/NavigateNextRounded";
import SearchRounded from "@mui/icons-material/SearchRounded";
import ViewModuleRounded from "@mui/icons-material/ViewModuleRounded";
import { addressOf, api, type Content, type CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import LinearProgress from "@mui/material/LinearProgress";
import { useColorScheme } from "@mui/material/styles";
import { useQueryClient } from "@tanstack/react-query";
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type SyntheticEvent,
} from "react";
import { useSearchParams } from "react-router-dom";
import { useIsDesk } from "@knowhow/ui/components/useIsDesk.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { markOpened } from "@knowhow/ui/features/orders/purchases.ts";
import { FindBar } from "./FindBar.tsx";
import { PageField } from "./PageField.tsx";
import type { PdfActs } from "./PdfReader.tsx";
import type { Place } from "../../offline/readingPlaces.ts";
import { readTrialEnd } from "../../offline/trialEnd.ts";
import type { VaultBytes } from "../../offline/vault/vaultFiles.ts";
import type { Found, ReaderActs, ReaderNews } from "./reader.ts";
import { ReaderFrame, ReaderTitle } from "./ReaderFrame.tsx";
import { readingKindOf } from "./readingKind.ts";
import { ReaderSkeleton } from "./ReaderSkeleton.tsx";
import { TextReader } from "./TextReader.tsx";
import { Thumbnails } from "./Thumbnails.tsx";
import { useReadingPlace } from "./useReadingPlace.ts";
import { isScrollableSideways, useSwipe } from "./useSwipe.ts";
import { ViewMenu } from "./ViewMenu.tsx";

const PdfReader = lazy(async () => ({ default: (await import("./PdfReader.tsx")).PdfReader }));

const prevent = (event: SyntheticEvent): void => event.preventDefault();

/** The first pages of the spreads before and behind the one of a page; the first page stands alone. */
const spreadsAround = (page: number): [before: number, next: number] => {
  const first = page - (page % 2);
  return page === 1 ? [0, 2] : [Math.max(1, first - 2), first + 2];
};

const unopened = { pages: 0, unit: "쪽" };
const nothingFound: Found = { current: 0, total: 0, isDone: true };
const noPlace: Place = { position: 0, page: null };

interface OpenedFileProps {
  user: CurrentUser;
  content: Content;
  /** Of the file, from 0. */
  index: string;
  fileName: string;
  /** An older version; the newest where none is given. */
  version: string | undefined;
  /** The pages of the file on the device, where the server can not be asked for them. */
  kept?: VaultBytes | undefined;
  /** The object of the file that is read from the device, which may be an older version's. */
  objectPath?: string;
}

/** A file that its reader may have, with the acts on it. */
export const OpenedFile = ({
  user,
  content,
  index,
  fileName,
  version,
  kept: bytes,
  objectPath: keptPath,
}: OpenedFileProps) => {
  const { id: contentId, title } = content;
  // The document that was opened stays, also where a newer version comes meanwhile.
  const [objectPath] = useState(keptPath ?? content.fileUrls[Number(index)] ?? "");
  const kind = readingKindOf(fileName);
  const [query] = useSearchParams();
  const wantedPage = Number(query.get("page") ?? 0);
  const wantedText = query.get("find") ?? "";
  const { isKnown, place: kept, keep } = useReadingPlace({ personId: user.id, contentId, index });
  const acts = useRef<PdfActs>(null);
  const frame = useRef<HTMLDivElement>(null);
  const findButton = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(unopened);
  const { pages, unit } = opened;
  const [place, setPlace] = useState<Place>(noPlace);
  const [found, setFound] = useState<Found>(nothingFound);
  const [isFinding, setIsFinding] = useState(wantedText !== "");
  const [hasThumbnails, setHasThumbnails] = useState(false);
  const [isSpread, setIsSpread] = useState(false);
  const isDesk = useIsDesk();
  const { mode, systemMode } = useColorScheme();
  const [isDark, setIsDark] = useState<boolean>();
  const isDarkPaper = isDark ?? (mode === "system" ? systemMode : mode) === "dark";
  const isPdf = kind === "pdf";
  // The seller's own files are theirs to copy, and those who decide about reports need the words.
  const isLocked = content.allowsCopying === false && !content.isOwner && !user.isAdmin;
  const refuseCopy = (event: SyntheticEvent) => {
    // The words typed into the reader's own fields are the reader's.
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    toast({ title: "멘토가 복사를 막아둔 콘텐츠입니다" });
  };
  const source = useMemo(
    () =>
      bytes
        ? { kept: bytes }
        : {
            address: addressOf(api.files.download, {
              params: { contentId, index },
              query: { read: "1", version },
            }),
          },
    [bytes, contentId, index, version],
  );

  // A place is one in the newest files.
  const ofNewest = <T,>(value: T) => (version === undefined ? value : undefined);
  const trialEnd = wantedPage >= 1 || kept ? undefined : ofNewest(readTrialEnd(contentId, index));
  const start: Place | undefined =
    wantedPage >= 1 ? { page: wantedPage, position: 0 } : (ofNewest(kept) ?? trialEnd);
  const handlePlace = (next: Place) => {
    setPlace(next);
    if (version === undefined) keep(next);
  };
  const queryClient = useQueryClient();
  const toast = useToast();
  const handleOpened: ReaderNews["onOpened"] = (count, word) => {
    setOpened({ pages: count, unit: word });
    markOpened(queryClient, contentId);
    if (trialEnd) toast({ title: "미리 읽은 다음부터 이어서 보여드려요" });
    if (wantedText !== "") acts.current?.find(wantedText, "first");
  };
  useEffect(() => {
    // Keys scroll the document at once, unless a control has the focus already.
    if (opened === unopened || !document.activeElement?.contains(frame.current)) return;
    frame.current?.querySelector<HTMLElement>("[role=region]")?.focus({ preventScroll: true });
  }, [opened]);
  const page = place.page ?? 1;
  const [before, next] = isSpread ? spreadsAround(page) : [page - 1, page + 1];
  const turn = (to: number) => {
    if (to < 1 || to > pages) return;
    acts.current?.showPage(to);
    // The reader tells its place later than the next key may come.
    setPlace((shown) => ({ ...shown, page: to }));
  };
  useSwipe(frame, (direction) => turn(direction > 0 ? next : before));
  const closeFind = () => {
    setIsFinding(false);
    setFound(nothingFound);
    acts.current?.find("", "first");
    findButton.current?.focus();
  };
  const drawThumbnail = useCallback<PdfActs["drawThumbnail"]>(
    async (...drawn) => acts.current?.drawThumbnail(...drawn),
    [],
  );
  const handleKeys = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f") {
      event.preventDefault();
      setIsFinding(true);
      return;
    }
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow") && isScrollableSideways(event.target, frame.current)) return;
    if (event.key === "ArrowLeft") turn(before);
    else if (event.key === "ArrowRight") turn(next);
    else if (event.key === "+" || event.key === "=") acts.current?.zoom(1);
    else if (event.key === "-") acts.current?.zoom(-1);
    else if (event.key === "0") acts.current?.fit("width");
    else return;
    event.preventDefault();
  };
  const reading = { onOpened: handleOpened, onPlace: handlePlace, onFound: setFound, start, objectPath };
  const viewActs: Pick<ReaderActs, "zoom" | "fit"> = {
    zoom: (direction) => acts.current?.zoom(direction),
    fit: (to) => acts.current?.fit(to),
  };
  const percent = Math.round(place.position * 100);
  return (
    <Box
      ref={frame}
      onKeyDown={handleKeys}
      {...(isLocked ? { onCopy: refuseCopy, onCut: refuseCopy, onDragStart: prevent } : {})}
      sx={{
        height: "100%",
        ...(isLocked ? { "& [role=region]": { userSelect: "none", WebkitTouchCallout: "none" } } : {}),
      }}
    >
      <ReaderFrame
        bar={
          <>
            <ReaderTitle contentId={contentId} title={title} fileName={fileName}>
              {isPdf ? (
                <IconButton
                  aria-label="쪽 목록"
                  disabled={pages === 0}
                  onClick={() => setHasThumbnails(true)}
                >
                  <ViewModuleRounded />
                </IconButton>
              ) : null}
              <IconButton
                ref={findButton}
                aria-label="찾기"
                aria-expanded={isFinding}
                onClick={() => setIsFinding(true)}
              >
                <SearchRounded />
              </IconButton>
              <ViewMenu
                acts={viewActs}
                {...(isPdf
                  ? {
                      pages: {
                        isDark: isDarkPaper,
                        onDark: setIsDark,
                        spreads: isDesk
                          ? {
                              isOn: isSpread,
                              onChange: (isOn) => {
                                setIsSpread(isOn);
                                acts.current?.showSpreads(isOn);
                              },
                            }
                          : undefined,
                      },
                    }
                  : {})}
              />
            </ReaderTitle>
            {isFinding ? (
              <FindBar
                first={wantedText}
                found={found}
                find={(text, direction) => acts.current?.find(text, direction)}
                onClose={closeFind}
              />
            ) : null}
            <LinearProgress
              variant="determinate"
              value={percent}
              aria-label={`읽은 곳 ${percent}%`}
              sx={{ height: 2 }}
            />
          </>
        }
        foot={
          pages > 1 ? (
            <Box
              component="nav"
              aria-label={`${unit} 이동`}
              sx={{
                display: "flex",
                alignItems: "center",
                justifyContent: "center",
                gap: 1,
                py: 0.5,
                pb: "calc(4px + env(safe-area-inset-bottom))",
                borderTop: "1px solid",
                borderColor: "divider",
                bgcolor: "background.paper",
              }}
            >
              <IconButton aria-label={`이전 ${unit}`} disabled={before < 1} onClick={() => turn(before)}>
                <NavigateBeforeRounded />
              </IconButton>
              <PageField
                page={page}
                pages={pages}
                unit={unit}
                onPage={(next) => acts.current?.showPage(next)}
              />
              <IconButton aria-label={`다음 ${unit}`} disabled={next > pages} onClick={() => turn(next)}>
                <NavigateNextRounded />
              </IconButton>
            </Box>
          ) : undefined
        }
      >
        {isKnown ? (
          <Suspense fallback={<ReaderSkeleton />}>
            {isPdf ? (
              <PdfReader {...reading} source={source} isDark={isDarkPaper} ref={acts} />
            ) : (
              <TextReader
                {...reading}
                contentId={contentId}
                index={index}
                version={version}
                isPlain={/\.txt$/iu.test(fileName)}
                // A text has fewer acts: those of pages are never called then.
                ref={acts}
              />
            )}
          </Suspense>
        ) : (
          <ReaderSkeleton />
        )}
      </ReaderFrame>
      {isPdf && hasThumbnails ? (
        <Thumbnails
          isOpen
          pages={pages}
          page={page}
          draw={drawThumbnail}
          onPress={(next) => {
            acts.current?.showPage(next);
            setHasThumbnails(false);
          }}
          onClose={() => setHasThumbnails(false)}
        />
      ) : null}
    </Box>
  );
};
