import { maskEmail, maskPhoneNumber, type CurrentUser } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { formatDate } from "@knowhow/ui/components/format.ts";
import { honorificOf } from "@knowhow/ui/features/layout/places.ts";
import { sanctionOf } from "@knowhow/ui/features/accounts/sanction.ts";
import { useProfileOpening } from "../accounts/useProfileOpening.ts";
import { BasicInfoForm } from "./BasicInfoForm.tsx";
import { ProfileAvatar } from "../../components/ProfileAvatar.tsx";
import { Facts, Section } from "../../components/Section.tsx";
import { useFold } from "@knowhow/ui/components/useFold.ts";

const Identity = ({ user }: { user: CurrentUser }) => (
  <Box sx={{ display: "flex", alignItems: "center", gap: 2 }}>
    <ProfileAvatar id={user.id} nickname={user.nickname} image={user.profileImageUrl} size="4.5rem" />
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h3" component="p" color="textPrimary" sx={{ overflowWrap: "anywhere" }}>
        {honorificOf(user)}
      </Typography>
      <Typography color="textSecondary">{formatDate(user.createdAt)} 가입</Typography>
    </Box>
  </Box>
);

const View = ({ user }: { user: CurrentUser }) => (
  <>
    <Identity user={user} />
    <Facts
      entries={[
        ["아이디", user.userId],
        ["이름", user.name],
        ["닉네임", user.nickname],
        ["이메일", maskEmail(user.email)],
        ["전화번호", maskPhoneNumber(user.phoneNumber)],
        // Kept on a device of before, it has none.
        ...(user.introduction ? [["소개", user.introduction] as const] : []),
      ]}
    />
    <Typography variant="body2" color="textSecondary">
      이메일과 전화번호는 계정을 찾을 때 쓰는 정보라 일부를 가려 두었어요.
    </Typography>
  </>
);

/** The user's basic information: seen, or edited. */
export const BasicInfoSection = ({ user }: { user: CurrentUser }) => {
  const { isOpen, open, close, button, form } = useFold(false);
  const opening = useProfileOpening({ onOpen: open, failureTitle: "기본 정보를 열지 못했습니다" });
  return (
    <Section
      anchor="basic"
      title="기본 정보"
      summary={<Identity user={user} />}
      action={
        isOpen || sanctionOf(user) ? null : (
          <Button
            ref={button}
            onClick={() => opening.mutate({})}
            loading={opening.isPending}
            aria-label="기본 정보 수정"
          >
            수정
          </Button>
        )
      }
    >
      {isOpen && opening.data ? (
        <Box ref={form} tabIndex={-1} sx={{ outline: "none" }}>
          <BasicInfoForm
            user={user}
            whole={opening.data.user}
            onClose={() => {
              opening.reset();
              close();
            }}
          />
        </Box>
      ) : (
        <View user={user} />
      )}
    </Section>
  );
};
