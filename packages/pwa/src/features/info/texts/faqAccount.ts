import { fieldLengths, nicknameReservationDays, secondWarningDays, warningsToBan } from "@knowhow/shared";
import { suspensionWords } from "@knowhow/ui/features/accounts/suspensionWords.ts";
import type { QuestionGroup } from "../faq.ts";
import { reportedWords } from "./reported.ts";

/** Questions about accounts and about errors. */
export const faqAccount: readonly QuestionGroup[] = [
  {
    id: "account",
    title: "계정",
    questions: [
      {
        id: "forgot",
        question: "아이디나 비밀번호를 잊었어요.",
        answer: [
          "지금 등록된 이름, 닉네임, 이메일, 전화번호로 아이디를 찾거나 임시 비밀번호를 받을 수 있어요. 이름, 이메일, 전화번호를 72시간 안에 바꿨다면 바꾸기 전 정보를 입력해주세요.",
          "임시 비밀번호는 10분 동안 한 번만 쓸 수 있고, 로그인한 뒤 바로 새 비밀번호로 바꿔야 해요.",
        ],
        links: [{ to: "/find-account", label: "아이디/비밀번호 찾기" }],
      },
      {
        id: "locked",
        question: "로그인이 잠겼어요. 언제 풀리나요?",
        answer: [
          "5번 연속으로 실패하면 30초, 다시 5번이면 1분, 그다음은 5분 동안 잠겨요. 그 뒤로는 두 배씩 늘어나며 최대 24시간이에요.",
          "남은 시간은 로그인 화면에 표시되고, 시간이 지나면 자동으로 풀려요. 기다리기 어렵다면 임시 비밀번호를 받아 로그인할 수 있어요.",
        ],
      },
      {
        id: "change-id",
        question: "아이디를 바꿀 수 있나요?",
        answer: [
          `아이디(영문과 숫자를 포함한 ${fieldLengths.userId.min}~${fieldLengths.userId.max}자)는 바꿀 수 없어요. 닉네임과 이메일, 전화번호는 내 정보에서 바꿀 수 있어요.`,
          `바꾸기 전의 닉네임은 ${nicknameReservationDays}일 동안 다른 사람이 쓸 수 없어요. 그동안은 다시 되돌릴 수 있어요.`,
        ],
        links: [{ to: "/profile", label: "내 정보" }],
      },
      {
        id: "sanction",
        question: "경고나 이용 정지를 받았어요.",
        answer: [
          `경고 1회는 안내, 2회는 ${secondWarningDays}일 이용 정지, ${warningsToBan}회는 영구 이용 제한이에요. 이용 정지는 정해진 시각에 자동으로 풀려요.`,
          `정지된 동안 이용할 수 없는 기능: ${suspensionWords.blocked}`,
          `정지된 동안에도 이용할 수 있는 기능: ${suspensionWords.allowed}`,
          "이의가 있으면 1:1 문의에 남겨주세요. 정지되거나 제한된 동안에도 관리자와 대화할 수 있어요.",
        ],
        links: [
          { to: "/user-admin-chats?room=penalty_notice", label: "이의 신청하기" },
          { to: "/terms#sanctions", label: "제재 기준" },
        ],
      },
      {
        id: "leave",
        question: "탈퇴하고 싶어요.",
        answer: [
          "내 정보의 회원 탈퇴에서 비밀번호를 확인하면 바로 탈퇴돼요. 끝나지 않은 주문이나 정산이 있으면 마무리된 뒤에 할 수 있어요.",
          "개인정보는 지워지고, 법령에 따라 거래 기록은 5년, 분쟁 기록은 3년 동안 보관돼요.",
        ],
        links: [{ to: "/profile#leaving", label: "회원 탈퇴로 가기" }],
      },
    ],
  },
  {
    id: "technical",
    title: "기술",
    questions: [
      {
        id: "upload-fails",
        question: "파일이 올라가지 않아요.",
        answer: [
          "파일의 크기와 형식을 확인해주세요. 확장자와 실제 내용이 다른 파일, 매크로가 든 문서, 실행 파일은 올릴 수 없어요.",
          "인터넷이 끊기면 다시 연결한 뒤 다시 시도해주세요.",
        ],
        links: [{ to: "/terms#files", label: "파일 기준" }],
      },
      {
        id: "download-fails",
        question: "구매한 파일이 다운로드되지 않아요.",
        answer: [
          "내 정보의 구매한 콘텐츠에서 다시 다운로드해보세요. 멘토가 콘텐츠를 삭제했더라도 구매한 분은 계속 다운로드할 수 있어요.",
          "외부 링크 콘텐츠라면 멘토가 링크를 바꾸었을 수 있어요. 멘토에게 채팅으로 물어보세요.",
        ],
        links: [{ to: "/user-admin-chats", label: "1:1 문의하기" }],
      },
      {
        id: "browsers",
        question: "어떤 브라우저를 쓰면 되나요?",
        answer: [
          "최신 버전의 Chrome, Edge, Safari, Firefox, 삼성 인터넷을 쓸 수 있어요. 휴대전화에서도 모두 이용할 수 있어요.",
        ],
      },
      {
        id: "assistant",
        question: "AI 도우미의 ‘간이 분석’은 무엇인가요?",
        answer: [
          "외부 AI 서비스를 쓰지 않고 노하우 안에서 만든 결과예요. 파일의 글이 밖으로 나가지 않아요. 참고용이니 올리기 전에 꼭 확인해주세요.",
        ],
      },
      {
        id: "report",
        question: "문제가 있는 콘텐츠나 글, 사람을 어떻게 신고하나요?",
        answer: [
          `구매한 콘텐츠의 화면이나 채팅방의 신고 버튼을 눌러주세요. ${reportedWords}은 구매하지 않았어도 로그인하면 바로 옆의 신고 버튼으로 신고할 수 있어요. 영업일 기준 3~5일 안에 확인하고 결과를 1:1 문의로 알려드려요.`,
          "신고한 때의 내용은 따로 보관되고, 위반이 확인되면 관리자가 콘텐츠나 콘텐츠에 달린 글과 사진을 숨길 수 있어요.",
        ],
        links: [{ to: "/terms#reports", label: "신고 안내" }],
      },
    ],
  },
];
