/**
 * Sentences of a document that address its summariser instead of its readers. They are no part of the document's
 * subject, so that no summary or description repeats them; the list is modest on purpose.
 */
const patterns: readonly RegExp[] = [
  // The addressee.
  /^[^가-힣A-Za-z]*(?:AI|인공지능|어시스턴트|챗봇|언어\s?모델|(?:Chat)?GPT|시스템|system|assistant|user|관리자\s?공지)(?:\s*(?:어시스턴트|도우미|모델|메시지))?\s*(?:에게|님|[:,!\]]|야[\s,])/iu,
  /(?:AI|인공지능|챗봇|언어\s?모델)\s*(?:어시스턴트|도우미|모델)?에게\s*[:,]/iu,
  /\b(?:you are now|developer mode|system prompt|api key|as an ai\b|dear (?:ai|assistant|model))/iu,
  // Orders to ignore earlier instructions.
  /(?:이전|앞선|앞|위|기존|지금까지|모든)의?\s*(?:모든\s*)?(?:지시|명령|지침|규칙|프롬프트)[가-힣]*\s*(?:사항[가-힣]*\s*)?(?:모두|전부|다|절대|완전히)?\s*(?:무시|잊|따르지|버리|취소)/u,
  /새로운\s*(?:지시|명령|지침)\s*[:은을이]/u,
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|rules?|guidelines?|messages?)\b/iu,
  /\bnew (?:instructions?|task|system message)\b\s*:/iu,
  // Orders about the answer.
  /(?:시스템\s*)?프롬프트[를을]?\s*(?:그대로\s*|전부\s*)?(?:출력|공개|알려|보여)/u,
  /(?:JSON|아래|위|다음)[가-힣\s]*그대로\s*(?:출력|답|복사)/u,
  /요약하지\s*(?:말|마)/u,
  /(?:이라|라)고만?\s*(?:쓰|적|답하|말하|출력하|응답하)(?:십시오|시오|세요|라[.!]|아라|어라|여라|도록)/u,
  /\b(?:you must|always|only|please)?\s*(?:respond|reply|answer|output)\b.{0,30}\b(?:only|with|in|exactly)\b/iu,
  /\b(?:do not|don't|never) (?:summari[sz]e|describe)\b|\bcall the (?:tool|function)\b|\breveal your\b/iu,
  // Orders about the price, the title and the like.
  /(?:가격|판매가|값|금액|카테고리|제목|설명|요약)[은는을를에]?\s[^.]*(?:으로|로|고|을|를)\s*(?:하라|해라|정하라|쓰라|써라|답하(?:라|세요|십시오|시오)|제안하(?:라|세요|십시오|시오)|설정하(?:라|세요|십시오|시오)|바꾸라|바꿔라|넣어라|책정하라|매겨라)/u,
  /(?:이|그|해당)\s*가격을?\s*(?:제안|제시|추천)(?:해야|하라|하세요|하십시오|하시오)/u,
  /(?:이|본|해당)\s*(?:콘텐츠|문서|자료|파일)의?\s*(?:적정|추천|판매)?\s*(?:가격|판매가)[은는]\s*[\d,]+\s*(?:만\s*)?원/u,
  /(?:가격|판매가)[을를은는]?\s*[\d,]+\s*(?:만\s*)?원(?:으로|이라고)\s*(?:하세요|하십시오|하시오|해\s?주|해야|설정|제안|책정|표시)/u,
  /\b(?:set|make|change)\b.{0,20}\b(?:suggested ?price|price|category|title)\b.{0,20}\bto\b|\bsuggestedPrice\b/iu,
];

/** Longer sentences are never chosen unchanged, and would only take time. */
const looked = 500;

/** Tells whether a sentence gives its summariser orders, or sets a price, instead of informing its reader. */
export const givesOrders = (sentence: string): boolean => {
  const beginning = sentence.slice(0, looked);
  return patterns.some((pattern) => pattern.test(beginning));
};
