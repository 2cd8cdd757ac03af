import { client } from "@knowhow/ui/client/client.ts";
import { useEndpointMutation } from "@knowhow/ui/client/queries.ts";
import { hasCode, messageOf } from "@knowhow/ui/components/failure.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";

interface ProfileOpening {
  onOpen: () => void;
  /** The toast's title where the form can not be opened. */
  failureTitle: string;
}

/** Opens a form that shows account data in full: to a user with a fresh password, which is asked for where it is not. */
export const useProfileOpening = ({ onOpen, failureTitle }: ProfileOpening) => {
  const toast = useToast();
  return useEndpointMutation(client.accounts.openProfile, {
    onSuccess: onOpen,
    onError: (error) => {
      // The user has closed the question for the password.
      if (hasCode(error, "PASSWORD_REQUIRED")) return;
      toast({ title: failureTitle, description: messageOf(error), variant: "destructive" });
    },
  });
};
