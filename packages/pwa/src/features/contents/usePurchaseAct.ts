import type { Content } from "@knowhow/shared";
import { loginPath } from "@knowhow/ui/client/loginPath.ts";
import { useMe } from "@knowhow/ui/client/session.ts";
import { sanctionOf } from "@knowhow/ui/features/accounts/sanction.ts";
import { useFreePurchase } from "../orders/useFreePurchase.ts";
import type { PurchaseAct } from "./PurchaseButton.tsx";

/** How the viewer gets a content that they do not have yet: sign in, take it, or pay. */
export const usePurchaseAct = (content: Content): PurchaseAct => {
  const { user } = useMe();
  const { mutate, isPending } = useFreePurchase(content);
  const sanction = sanctionOf(user);
  if (sanction) return { kind: "blocked", sanction };
  if (!user) return { kind: "open", path: loginPath(`/content/${content.id}`) };
  if (content.price === 0) return { kind: "take", take: () => mutate(undefined), isPending };
  return { kind: "open", path: `/checkout/${content.id}` };
};
