import { unopened } from "./unopened.ts";

/** Has a person told, once, that kept data had to be deleted because it could not be opened any more. */
export const tellUnopened = (personId: string): void =>
  unopened.set({
    personId,
    notice: {
      title: "보내지 않은 내용을 열지 못했습니다",
      description: "로그아웃된 지 오래되어 더 이상 열 수 없는 내용을 이 기기에서 삭제했습니다.",
      variant: "destructive",
    },
  });
