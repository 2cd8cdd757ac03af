import { describe, expect, it } from "vitest";
import { skeletonOf } from "./skeleton.ts";
import { claimsOffice } from "./staffNames.ts";

/** Names that pass their owner off as the service. */
const claims = [
  "관리자", "운영자", "고객센터", "노하우", "admin", "official", "어드민", "애드민", "에드민", "어드민7", "김어드민", "어.드.민",
  "오피셜", "노하우 오피셜", "오피셜김", "공식계정", "스태프", "스탭님", "노하우 스태프", "노하우스탭", "staff", "모더레이터",
  "운영팀", "마켓 운영팀", "운영팀장", "운영진", "노하우 결제팀", "노하우결제팀", "노하우 정산팀장", "노하우·환불팀", "노하우 보안팀",
  "노하우 신고센터", "노하우 인증센터", "노하우 개발팀", "노하우 마케팅팀", "노하우 콘텐츠팀", "노하우 멘토팀", "노하우 서비스센터",
  "노하우운영", "노하우 운영", "노하우운영본부", "노하우운영지원실", "노하우 운영위원회", "노하우 관리", "노하우 정산", "노하우 담당자",
  "노하우 본사", "노하우 직원", "노하우 매니저", "노하우 서포트", "노하우 헬프데스크", "Knowhow 결제팀", "KNОWHOW CS센터", "결제팀",
  "상담원", "상담사", "공식", "공식멘토", "공식 판매자", "운영", "운영본부", "지원팀", "본사", "시스템", "System1", "매니저", "운영 사무국", "토스페이먼츠", "안내데스크", "(알 수 없음)", "정산팀", "환불 담당자", "CS팀", "신고센터", "고객.센터", "관ㆍ리ㆍ자", "관리쟈", "운영쟈", "관ㅡ리자", "운영 노하우 팀", "민지 노하우팀", "팀 노하우", "공식 노하우",
  "노하우 안내", "노하우알림", "노하우 대표", "노하우 CEO", "노하우 주식회사", "주식회사 노하우", "㈜노하우", "(주)노하우", "노하우 코리아",
  "노하우 검수팀", "노하우 법무팀", "노하우 고객케어", "노하우 공지봇", "knowhow inc", "knowhow.kr", "고객서비스", "고객케어", "admins",
  "adminteam", "심사팀", "SuperAdmin", "siteadmin7", "Master_Admin", "admin.kr", "AdminKim", "helpdesk", "Manager", "Customer Center",
  "customer-service",
]; // oxfmt-ignore

/** Know-how is an ordinary word, and so are most words in the names of offices. */
const ordinary = [
  "투자 노하우 공유", "운영노하우", "운영 노하우", "카페 운영 노하우", "관리 노하우", "상담 노하우", "정산 노하우", "보안 노하우",
  "고객 관리 노하우", "환불 노하우", "여행노하우", "살림노하우", "노하우 모음", "노하우 멘토", "노하우부자", "노하우 노트",
  "노하우 공유소", "노하우 콘텐츠", "노하우 개발", "노하우 마케팅", "노하우 이벤트", "육아노하우맘", "엑셀노하우왕", "knowhowkim",
  "my knowhow note", "팀장", "팀장님의하루", "김팀장", "센터장김", "스터디팀", "우리팀", "관리비", "관리왕", "건물관리인", "운영체제",
  "운영하는언니", "고객만족", "고객의소리", "공식을외우자", "수학공식", "상담하는쌤", "정산하는날", "환불원정대", "결제요정",
  "보안전문가", "개발자 김씨", "마케팅팀 막내", "badminton", "Badminton King", "Line Manager Kim", "배드민턴", "서비스기획자", "매니저의일기", "스태프업", "스텝바이스텝",
  "직원식당", "멘토링", "신고합니다", "인증샷", "본사탈출", "지원금알리미", "노하우 알리미", "노하우 대표작", "안내 노하우", "알림 노하우", "주식회사 탈출", "kr", "법무팀 김씨", "어드벤처", "애드센스", "오피스룩", "오피셀",
]; // oxfmt-ignore

describe("a word of office", () => {
  it.each(claims)("is no member's: %s", (nickname) => {
    expect(claimsOffice(nickname)).toBe(true);
  });

  it.each(ordinary)("is none: %s", (nickname) => {
    expect(claimsOffice(nickname)).toBe(false);
  });
});

describe("a skeleton", () => {
  it.each([
    "느린투자노트", "느린 투자노트", "느린  투자 노트", "느린ㆍ투자노트", "느린·투자노트", "느린.투자노트", "느린․투자노트", "느린‧투자노트",
    "느린・투자노트", "느린･투자노트", "느린∙투자노트", "느린⋅투자노트", "느린•투자노트", "느린。투자노트", "느린｡투자노트", "느린˙투자노트",
    "느린_투자노트", "느린-투자노트", "느린—투자노트", "느린\u3000투자노트", "느린\u00a0투자노트", ".느린투자노트.",
  ])("is the same whatever stands between the letters: %s", (nickname) => {
    expect(skeletonOf(nickname)).toBe(skeletonOf("느린투자노트"));
  }); // oxfmt-ignore

  it.each(["느린투자노토", "느린투자", "느린투자노트2", "느린투자노트♥"])(
    "is another one of %s",
    (nickname) => {
      expect(skeletonOf(nickname)).not.toBe(skeletonOf("느린투자노트"));
    },
  );

  it.each([
    "느린투쟈노트", "느린투자노트ㅡ", "느린ㅡ투자노트", "느린투자노트ー", "느린투자노트ｰ", "느린ー투자ー노트", "느린투자노트一",
    "느린투자노트⼀", "느린투자노트一ー", "느린투자노트─", "느린투자노트㇐", "느린투자노트ノ", "느린투자노ㅌㅡ", "느린투자노ㅌー",
  ])("is the same with a diphthong or a stroke that reads alike: %s", (nickname) => {
    expect(skeletonOf(nickname)).toBe(skeletonOf("느린투자노트"));
  }); // oxfmt-ignore

  it.each([
    ["김자영", "김쟈영"], ["져니", "저니"], ["유죠", "유조"], ["쥬디", "주디"], ["챠챠", "차차"], ["쳐음", "처음"],
    ["쬬쬬", "쪼쪼"], ["얘쟤", "얘재"], ["김ㅣ", "김l"], ["김丨", "김|"], ["김│", "김ㅣ"],
  ])("is one of %s and %s", (nickname, twin) => {
    expect(skeletonOf(nickname)).toBe(skeletonOf(twin));
  }); // oxfmt-ignore

  it.each([
    ["지은", "지연"], ["지은", "자은"], ["야구", "아구"], ["겨울", "거울"], ["유리", "우리"], ["효주", "호주"], ["이재", "이제"],
    ["주연", "지연"], ["그루", "기루"], ["김으뜸", "김뜸"], ["第一", "第"], ["一番", "番"], ["スーパー", "スパ"], ["투자一番", "투자番"],
    ["김ㅋㅋ", "김ㅎㅎ"], ["ㅡㅅㅡ", "ㅡㅇㅡ"],
  ])("tells %s and %s apart", (nickname, other) => {
    expect(skeletonOf(nickname)).not.toBe(skeletonOf(other));
  }); // oxfmt-ignore

  it("is not empty of a name that is nothing but marks", () => {
    expect(new Set(["...", "---", "·_·", "!!", "ㅡㅡ", "ーー"].map(skeletonOf)).has("")).toBe(false);
  });
});
