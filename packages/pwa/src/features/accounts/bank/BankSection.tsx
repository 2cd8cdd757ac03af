import { formatDateTime, type CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { client } from "@knowhow/ui/client/client.ts";
import { serverNow } from "@knowhow/ui/client/serverClock.ts";
import { useEndpoint } from "@knowhow/ui/client/queries.ts";
import { Facts, Section, SectionError } from "../../../components/Section.tsx";
import { useFold } from "@knowhow/ui/components/useFold.ts";
import { useProfileOpening } from "../useProfileOpening.ts";
import { BankForm } from "./BankForm.tsx";
import { sanctionOf } from "@knowhow/ui/features/accounts/sanction.ts";
import { readBankDraft, type BankDraft } from "./draft.ts";

const hasAccount = ({ bankName, accountNumber, accountHolder }: CurrentUser): boolean =>
  Boolean(bankName && accountNumber && accountHolder);

/** Until when the account can not be changed; undefined when it can. */
const frozenUntilOf = ({ bankFrozenUntil }: CurrentUser): string | undefined =>
  // A response kept by an earlier release may lack it.
  bankFrozenUntil && new Date(bankFrozenUntil) > serverNow() ? bankFrozenUntil : undefined;

interface EditorProps {
  user: CurrentUser;
  draft: BankDraft | undefined;
  onClose: () => void;
}

/** The form, filled with the saved account: the server gives its full number to a fresh password alone. */
const SavedAccountEditor = ({ user, onClose }: Omit<EditorProps, "draft">) => {
  // Fetched each time and not cached: the full number is in memory only while it is edited.
  const account = useEndpoint(client.accounts.bankAccount, {}, { staleTime: 0, gcTime: 0 });
  if (account.error)
    return (
      <SectionError
        error={account.error}
        title="계좌 정보를 불러오지 못했습니다"
        offline="계좌는 연결되면 바꿀 수 있어요."
        onRetry={() => void account.refetch()}
      />
    );
  if (!account.data)
    return (
      <div role="status" aria-busy aria-label="계좌 정보를 불러오는 중">
        {[0, 1, 2].map((position) => (
          <Skeleton key={position} variant="rounded" height={56} sx={{ mb: 3 }} />
        ))}
      </div>
    );
  const { bankName, accountNumber, accountHolder } = account.data;
  const values = {
    bankName: bankName ?? "",
    accountNumber: accountNumber ?? "",
    accountHolder: accountHolder ?? "",
  };
  return (
    <BankForm
      user={user}
      initial={{ values, check: undefined, hasConsent: false }}
      hasAccount
      onClose={onClose}
    />
  );
};

const emptyDraft: BankDraft = {
  values: { bankName: "", accountNumber: "", accountHolder: "" },
  check: undefined,
  hasConsent: false,
};

const Editor = ({ user, draft, onClose }: EditorProps) =>
  draft || !hasAccount(user) ? (
    <BankForm user={user} initial={draft ?? emptyDraft} hasAccount={hasAccount(user)} onClose={onClose} />
  ) : (
    <SavedAccountEditor user={user} onClose={onClose} />
  );

/** The settlement account: shown masked, or entered and verified. */
export const BankSection = ({ user }: { user: CurrentUser }) => {
  const [draft, setDraft] = useState(() => readBankDraft(user.id));
  const { isOpen, open, close, button, form } = useFold(draft !== undefined);
  const openForm = useProfileOpening({ onOpen: open, failureTitle: "계좌 정보를 열지 못했습니다" });
  const isSanctioned = sanctionOf(user) !== undefined;
  const frozenUntil = frozenUntilOf(user);
  const isBlocked = isSanctioned || frozenUntil !== undefined;
  const isForm = !isBlocked && (isOpen || !hasAccount(user));
  const summary = hasAccount(user)
    ? `${user.bankName ?? ""} ${user.accountNumber ?? ""}`
    : "유료로 판매하려면 등록해주세요.";
  const handleClose = () => {
    setDraft(undefined);
    close();
  };
  return (
    <Section
      anchor="settlement"
      title="정산 계좌"
      {...(isBlocked || draft ? {} : { summary })}
      description={isForm ? "판매 대금을 받을 본인 명의 계좌를 인증하고 저장해주세요." : undefined}
      action={
        isForm || isBlocked ? null : (
          <Button ref={button} onClick={() => openForm.mutate({})} loading={openForm.isPending}>
            계좌 변경
          </Button>
        )
      }
    >
      {isForm ? (
        <Box ref={form} tabIndex={-1} sx={{ outline: "none" }}>
          <Editor user={user} draft={draft} onClose={handleClose} />
        </Box>
      ) : !hasAccount(user) ? (
        isSanctioned ? (
          <Typography color="textSecondary">이용이 정지된 동안에는 계좌를 등록할 수 없어요.</Typography>
        ) : null
      ) : (
        <Facts
          entries={[
            ["은행", user.bankName],
            ["계좌번호", user.accountNumber],
            ["예금주", user.accountHolder],
          ]}
        />
      )}
      {frozenUntil === undefined ? null : (
        <Typography color="textSecondary">
          임시 비밀번호로 로그인해서 계좌를 잠시 바꿀 수 없어요. {formatDateTime(frozenUntil)}부터 바꿀 수
          있어요.
        </Typography>
      )}
    </Section>
  );
};
