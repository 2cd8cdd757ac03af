import type { AnyEndpoint } from "@knowhow/shared";
import { useEffect, useState, type ComponentType } from "react";
import { registerPasswordPrompt, type PasswordPurpose } from "../../../client/passwordPrompt.ts";
import type { PasswordDialogProps } from "./PasswordDialog.tsx";

interface Request {
  contract: AnyEndpoint;
  purpose: PasswordPurpose | undefined;
  Dialog: ComponentType<PasswordDialogProps>;
  settle: (isConfirmed: boolean) => void;
}

/** The one place of the app where a call that was refused with PASSWORD_REQUIRED asks for the password. */
export const PasswordPrompt = () => {
  const [request, setRequest] = useState<Request>();
  useEffect(() => {
    let current: Request | undefined;
    const leave = registerPasswordPrompt(async (contract, purpose) => {
      // Rarely needed: no first page carries it. Without it the call fails as it did.
      const loaded = await import("./PasswordDialog.tsx").catch(() => undefined);
      if (!loaded) return false;
      return new Promise<boolean>((resolve) => {
        const settle = (isConfirmed: boolean) => {
          current = undefined;
          setRequest(undefined);
          resolve(isConfirmed);
        };
        current = { contract, purpose, Dialog: loaded.PasswordDialog, settle };
        setRequest(current);
      });
    });
    return () => {
      leave();
      current?.settle(false);
    };
  }, []);
  if (!request) return null;
  const { contract, purpose, Dialog, settle } = request;
  return (
    <Dialog
      contract={contract}
      purpose={purpose}
      onConfirm={() => {
        settle(true);
      }}
      onCancel={() => {
        settle(false);
      }}
    />
  );
};
