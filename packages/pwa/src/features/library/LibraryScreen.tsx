import type { CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { useRef, useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { usePagedEndpoint } from "@knowhow/ui/client/queries.ts";
import { PageTitle } from "@knowhow/ui/components/PageTitle.tsx";
import { MemberOnly } from "@knowhow/ui/features/layout/MemberOnly.tsx";
import { ScrollListSkeleton } from "../../components/ScrollList.tsx";
import { Section } from "../../components/Section.tsx";
import { loadableOf } from "../../offline/vault/plan.ts";
import { canKeep, useVaultFiles } from "../vault/useVaultFiles.ts";
import { VaultPanel } from "../vault/VaultPanel.tsx";
import { BoughtContents, boughtTitle } from "./BoughtContents.tsx";
import { LibraryPlaces } from "./LibraryPlaces.tsx";
import { ContinueReading } from "./ContinueReading.tsx";
import { hasReadings, knowsReadings, useReadings } from "./readings.ts";

const column = { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: { xs: 2, md: 3 } } as const;

const Waiting = () => (
  <Box sx={column}>
    <Skeleton variant="rounded" width={160} height={44} />
    <ScrollListSkeleton label={boughtTitle} />
  </Box>
);

const noReadings: never[] = [];
const noFiles: never[] = [];

const noContents: never[] = [];

const Library = ({ user }: { user: CurrentUser }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const readings = useReadings(user.id);
  const { items: contents = noContents } = usePagedEndpoint(client.contents.bought, {});
  const { vault, files, plan, hasFailed } = useVaultFiles(user.id);
  const shown = files ?? noFiles;
  // The first time on a device: what stands above the list, and pushes it down, is not known yet.
  const [isKnown] = useState(() => knowsReadings(user.id));
  const isWaiting = readings === undefined && !isKnown;
  return (
    <Box sx={column}>
      <PageTitle title="내 서재" />
      <LibraryPlaces />
      <ContinueReading readings={readings} isAwaited={hasReadings(user.id)} />
      {isWaiting ? <ScrollListSkeleton label={boughtTitle} /> : null}
      {/* Read meanwhile. */}
      <div hidden={isWaiting}>
        <Box sx={column}>
          {canKeep && !hasFailed && contents.length > 0 ? (
            <VaultPanel vault={vault} files={shown} plan={plan} contents={contents} />
          ) : null}
          <Section
            anchor="purchases"
            title={boughtTitle}
            description="최근에 읽거나 구매한 콘텐츠부터 보여요."
            headingRef={heading}
          >
            <BoughtContents
              readings={readings ?? noReadings}
              heading={heading}
              kept={{ personId: user.id, files: shown, next: loadableOf(shown, plan)[0] }}
            />
          </Section>
        </Box>
      </div>
    </Box>
  );
};

/** /library: bought contents, the last used first, and the places in files that were read last. */
export const LibraryScreen = () => (
  <MemberOnly skeleton={<Waiting />} isForSuspended>
    {(user) => <Library user={user} />}
  </MemberOnly>
);
