import { isOfWords, reportTypeLabel, reportTypes } from "@knowhow/shared";

const labels = reportTypes.filter(isOfWords).map(reportTypeLabel);

/** All that is written at a content and can be reported, kept as evidence and hidden; ends so that 은 and 을 follow. */
export const reportedWords = `콘텐츠에 달린 글과 사진(${labels.join(", ")})`;
