import { AppError, type ChatMessage } from "@knowhow/shared";
import { hasCode, isConnectionError, isSanction, messageOf } from "../../components/failure.ts";
import { useOnline } from "../../components/useOnline.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import { tellMeaningfulAct } from "../../client/installing.ts";
import type { Acts } from "../../device/jobs/handlers/act.ts";
import type { Job, Outcome } from "../../device/jobs/job.ts";
import { sendStatusOf, type SendStatus } from "../../device/outbox/sendStatus.ts";
import { useLane } from "../../device/outbox/useOutbox.ts";
import type { OutgoingMessage } from "./talk.ts";

/** Kinds of acts that are messages into a room. */
export type MessageKind = {
  [K in keyof Acts]: Acts[K]["answer"] extends ChatMessage
    ? "roomId" extends keyof Acts[K]["input"]
      ? K
      : never
    : never;
}[keyof Acts];

interface Sender {
  kind: MessageKind;
  roomId: string;
  personId: string;
  /** Its recipient, in words. */
  about?: string | undefined;
  onStored: (message: ChatMessage) => void;
  onRefused?: ((error: Error) => void) | undefined;
}

const isMessage = (job: Job): job is Job<MessageKind> => "roomId" in job.payload && "text" in job.payload;

const states: Record<SendStatus, OutgoingMessage["state"]> = {
  refused: "failed",
  sending: "sending",
  waiting: "waiting",
  troubled: "failed",
};

/** Why it is not sent, in words; undefined while it only waits. */
const failureOf = ({ status, lastFailure }: Job, sendStatus: SendStatus): string | undefined => {
  if (sendStatus === "troubled") return `${lastFailure?.message ?? ""} 곧 다시 보내요.`;
  return status === "parked" ? lastFailure?.message : undefined;
};

const saidOf = ({ kind }: Outcome): { title: string; description: string } =>
  kind === "message" || kind === "joinedMessage"
    ? { title: "메시지 전송 실패", description: "메시지를 전송하지 못했습니다." }
    : { title: "메시지 전송에 실패했습니다", description: "" };

/** A person's messages into a room that the server does not have yet, and how to add one. */
export const useOutgoing = ({ kind, roomId, personId, about, onStored, onRefused }: Sender) => {
  const toast = useToast();
  const isOnline = useOnline();
  const { outbox, rows } = useLane(personId, `chat:${roomId}`, (outcome) => {
    if (outcome.status === "stored") {
      if (kind === "message") tellMeaningfulAct();
      // A lane of a room holds messages only.
      onStored(outcome.answer as ChatMessage);
      return;
    }
    const { error } = outcome;
    // A message without an answer waits, and shows that itself; one that the server delays is reported once.
    const isFirstNo = outcome.job.attempts === 0 && error instanceof AppError;
    if (isSanction(error) || hasCode(error, "LOGIN_REQUIRED")) return;
    if (outcome.status === "refused" || isFirstNo) {
      const { title, description } = saidOf(outcome);
      const why = error instanceof AppError || isConnectionError(error) ? messageOf(error) : description;
      toast({ title, ...(why === "" ? {} : { description: why }), variant: "destructive" });
    }
    if (outcome.status === "refused") onRefused?.(error);
  });
  const outgoing = rows.filter(isMessage).map((job): OutgoingMessage => {
    const sendStatus = sendStatusOf(job, rows, isOnline);
    return {
      clientId: job.id,
      text: job.payload.text,
      createdAt: new Date(job.createdAt).toISOString(),
      state: states[sendStatus],
      failure: failureOf(job, sendStatus),
      isUnkept: outbox?.isUnkept(job.id) === true,
    };
  });
  return {
    outgoing,
    send: (text: string) => void outbox?.enqueue(kind, { roomId, about, text }),
    retry: (clientId: string) => void outbox?.retry(clientId),
    discard: (clientId: string) => void outbox?.cancel(clientId),
  };
};
