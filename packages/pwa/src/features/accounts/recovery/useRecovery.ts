import { type AnyEndpoint, type OutputOf } from "@knowhow/shared";
import { useState } from "react";
import type { FieldErrors } from "react-hook-form";
import type { CallInput, Sender } from "@knowhow/ui/client/client.ts";
import { messageOr } from "@knowhow/ui/components/failure.ts";
import { useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";

interface Words {
  done: { title: string; description: string };
  /** `description` where the server gives no reason. */
  failed: { title: string; description: string };
}

/**
 * Asks for the lost id or password. The answer is in the screen's state alone: nothing of it is kept when the screen is
 * left, nor in the query cache.
 */
export const useRecovery = <T extends AnyEndpoint>(call: Sender<T>, { done, failed }: Words) => {
  const toast = useToast();
  const [found, setFound] = useState<OutputOf<T>>();
  const [failure, setFailure] = useState<string>();
  const { mutate, isPending, reset } = useEndpointMutation(call, {
    gcTime: 0,
    onSuccess: (answer) => {
      setFound(answer);
      reset();
      toast(done);
    },
    onError: (error) => {
      const description = messageOr(failed.description, error);
      setFailure(description);
      toast({ title: failed.title, description, variant: "destructive" });
    },
  });
  const send = (input: CallInput<T>) => {
    setFailure(undefined);
    mutate(input);
  };
  const handleMissing = (errors: FieldErrors) => {
    const [first] = Object.values(errors);
    toast({
      title: "입력 오류",
      description: typeof first?.message === "string" ? first.message : "입력값을 확인해주세요.",
      variant: "destructive",
    });
  };
  return { found, failure, isPending, send, handleMissing };
};
