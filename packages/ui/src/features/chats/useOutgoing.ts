import { AppError, type ChatMessage } from "@knowhow/shared";
import { hasCode, isConnectionError, isSanction, messageOf } from "../../components/failure.ts";
import { useOnline } from "../../components/useOnline.ts";
import { useToast } from "../../components/ToastProvider.tsx";
import { tellMeaningfulAct } from "../../client/installing.ts";
import type { Acts, Outcome, Waiting } from "../../device/outbox/acts.ts";
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
  /** To whom it goes, in words. */
  about?: string | undefined;
  onStored: (message: ChatMessage) => void;
  onRefused?: ((error: Error) => void) | undefined;
}

const isMessage = (row: Waiting): row is Waiting<MessageKind> => "roomId" in row.input && "text" in row.input;

const states: Record<SendStatus, OutgoingMessage["state"]> = {
  refused: "failed",
  sending: "sending",
  waiting: "waiting",
  troubled: "failed",
};

const saidOf = ({ kind }: Outcome): { title: string; description: string } =>
  kind === "message" || kind === "joinedMessage"
    ? { title: "메시지 전송 실패", description: "메시지를 전송하지 못했습니다." }
    : { title: "메시지 전송에 실패했습니다", description: "" };

/** The messages that a person wrote into a room and that the server does not have yet, and how to add one. */
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
    // What gets no answer waits, and says so itself; what is answered with a delay is told of once.
    const isFirstNo = outcome.row.attempts === 0 && error instanceof AppError;
    if (isSanction(error) || hasCode(error, "LOGIN_REQUIRED")) return;
    if (outcome.status === "refused" || isFirstNo) {
      const { title, description } = saidOf(outcome);
      const why = error instanceof AppError || isConnectionError(error) ? messageOf(error) : description;
      toast({ title, ...(why === "" ? {} : { description: why }), variant: "destructive" });
    }
    if (outcome.status === "refused") onRefused?.(error);
  });
  const outgoing = rows.filter(isMessage).map((row): OutgoingMessage => {
    const standing = sendStatusOf(row, rows, outbox?.isSending(row.id) === true, isOnline);
    return {
      clientId: row.id,
      text: row.input.text,
      createdAt: new Date(row.madeAt).toISOString(),
      state: states[standing],
      failure: standing === "troubled" ? `${row.trouble ?? ""} 곧 다시 보내요.` : row.refusal,
      isUnkept: outbox?.isUnkept(row.id) === true,
    };
  });
  return {
    outgoing,
    send: (text: string) => void outbox?.add(kind, { roomId, about, text }),
    retry: (clientId: string) => void outbox?.retry(clientId),
    discard: (clientId: string) => void outbox?.cancel(clientId),
  };
};
