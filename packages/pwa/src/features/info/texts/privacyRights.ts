import type { Business } from "@knowhow/ui/client/bootstrap.ts";
import type { Chapter } from "../paper.ts";

const officerOf = (business: Business | undefined): readonly string[] =>
  business
    ? [
        `개인정보 보호책임자: ${business.representative} (${business.name})`,
        `전화: ${business.phone}`,
        `이메일: ${business.email}`,
        `주소: ${business.address}`,
      ]
    : ["개인정보 보호책임자의 연락처는 화면 아래쪽의 사업자 정보에서 볼 수 있습니다."];

/** What the policy says about erasing, rights, cookies, safety and whom to ask. */
export const privacyRights = (business: Business | undefined): readonly Chapter[] => [
  {
    id: "destruction",
    title: "6. 파기",
    blocks: [
      "보관 기간이 지났거나 목적을 이룬 개인정보는 지체 없이 파기합니다. 데이터베이스의 기록은 되살릴 수 없게 지우고, 파일은 저장소에서 삭제합니다.",
      "탈퇴한 회원의 이름, 아이디, 닉네임, 이메일, 전화번호, 비밀번호, 프로필 이미지, 계좌 정보는 바로 지우거나 알아볼 수 없는 값으로 바꿉니다. 구매자가 이미 산 콘텐츠와 상대에게 보낸 메시지는 상대의 기록으로 남습니다.",
    ],
  },
  {
    id: "rights",
    title: "7. 회원의 권리",
    blocks: [
      "회원은 언제든지 자신의 개인정보를 열람, 정정, 삭제하고 처리를 멈추도록 요구할 수 있습니다.",
      {
        list: [
          "열람과 정정: 내 정보에서 직접 할 수 있습니다.",
          "삭제: 내 정보에서 탈퇴하면 됩니다. 끝나지 않은 주문이나 정산이 있으면 마무리된 뒤에 할 수 있습니다. 영구 이용 제한된 회원은 관리자와의 대화로 요청하면 됩니다.",
          "처리 정지와 동의 철회, 그 밖의 요구: 1:1 문의나 아래 연락처로 요청하면 10일 안에 답변합니다.",
          "법정대리인이나 위임을 받은 사람도 위임장을 내고 요구할 수 있습니다.",
        ],
      },
    ],
  },
  {
    id: "cookies",
    title: "8. 쿠키와 브라우저 저장",
    blocks: [
      {
        head: ["이름", "쓰임", "기간"],
        rows: [
          ["sid", "로그인 상태 유지", "마지막 이용 뒤 14일"],
          ["device", "전에 로그인한 브라우저를 알아보아, 다른 사람의 시도로 내 계정이 잠기지 않게 함", "1년"],
          ["knowhow-scheme (브라우저 저장소)", "밝은 화면과 어두운 화면 가운데 고른 것", "지울 때까지"],
          ["knowhow-own (탭 저장소)", "쓰다 만 글", "탭을 닫거나 로그아웃할 때까지"],
          [
            "knowhow: (기기 저장소)",
            "인터넷 없이 보기 위한 구매한 콘텐츠 정보, 주문, 댓글, 대화, AI 요약과 쓰다 만 글, 아직 보내지 못한 글과 파일",
            "로그아웃할 때까지, 로그인이 끝난 것을 서버에서 확인하면 본 것은 바로, 쓰다 만 것과 보내지 못한 것은 그 뒤 30일",
          ],
          [
            "knowhow-person, knowhow-ends, knowhow-leaving, knowhow-banned (브라우저 저장소)",
            "기기에 저장한 것이 누구의 것이고 언제 지워야 하는지, 인터넷 없이 로그아웃했는지",
            "로그아웃을 마칠 때까지, 로그인이 끝났으면 그 뒤 30일",
          ],
        ],
      },
      "모두 서비스를 제공하는 데 꼭 필요한 것이며 광고나 행동 분석을 위한 쿠키는 쓰지 않습니다. https로 접속하면 쿠키 이름 앞에 ‘__Host-’가 붙습니다.",
      "브라우저 설정에서 쿠키를 막을 수 있지만, 그러면 로그인할 수 없습니다.",
    ],
  },
  {
    id: "safety",
    title: "9. 안전하게 지키는 방법",
    blocks: [
      {
        list: [
          "비밀번호의 단방향 암호화, 계좌번호의 암호화와 가림 표시",
          "로그인 실패가 거듭되면 잠그고, 중요한 변경 뒤에는 정산을 72시간 멈춤",
          "관리자 권한은 서버가 확인하며 관리자가 채팅을 본 기록을 남김",
          "요청 기록에는 주소의 검색어와 입력 내용, 비밀번호를 남기지 않음",
        ],
      },
    ],
  },
  {
    id: "officer",
    title: "10. 개인정보 보호책임자",
    blocks: [
      { list: officerOf(business) },
      "개인정보 침해에 대한 상담과 신고는 개인정보침해신고센터(국번 없이 118, privacy.kisa.or.kr), 개인정보분쟁조정위원회(1833-6972, kopico.go.kr), 경찰청(국번 없이 182)에도 할 수 있습니다.",
    ],
  },
  {
    id: "changes",
    title: "11. 방침의 변경",
    blocks: ["이 방침을 바꿀 때에는 바뀌는 내용과 시행일을 시행 7일 전부터 서비스 안에서 알립니다."],
  },
];
