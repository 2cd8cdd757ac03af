import { AppError } from "@knowhow/shared";
import type { ToastMessage } from "@knowhow/ui/components/ToastProvider.tsx";

/** The toast after a like was added or taken back. */
export const likedToast = (isLiked: boolean): ToastMessage =>
  isLiked
    ? { title: "좋아요 추가", description: "좋아요를 눌렀습니다." }
    : { title: "좋아요 취소", description: "좋아요를 취소했습니다." };

const failed = (title: string, description: string): ToastMessage => ({
  title,
  description,
  variant: "destructive",
});

/** Why a like was refused, by the code of the failure. */
export const likeFailureToast = (error: unknown): ToastMessage => {
  const { code, status } = error instanceof AppError ? error : { code: undefined, status: 0 };
  if (code === "LOGIN_REQUIRED")
    return failed("로그인이 필요합니다", "좋아요 기능을 이용하려면 로그인해주세요.");
  if (code === "PURCHASE_REQUIRED")
    return failed("구매가 필요합니다", "콘텐츠를 구매한 후 좋아요를 누를 수 있습니다.");
  if (status === 403) return failed("권한이 없습니다", "자신의 콘텐츠에는 좋아요를 누를 수 없습니다.");
  return failed("오류", "좋아요 처리 중 문제가 발생했습니다.");
};
