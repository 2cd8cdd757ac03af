/** What a suspension takes away and what it leaves, for every text that says it: as the contract has it. */
export const suspensionWords = {
  blocked: "콘텐츠 올리기와 수정, 판매용 AI 도우미, 구매, 구매·판매 채팅 보내기, 프로필과 정산 계좌 수정",
  allowed:
    "둘러보기, 구매한 콘텐츠 다운로드, 댓글, 좋아요, 신고, 내 콘텐츠와 댓글 삭제, 채팅 읽기, 비밀번호 변경, 관리자와의 대화",
} as const;
