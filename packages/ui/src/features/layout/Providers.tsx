import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PlatformProvider, type Platform } from "../../client/platform.tsx";
import { PasswordPrompt } from "../accounts/password/PasswordPrompt.tsx";
import { ToastProvider } from "../../components/ToastProvider.tsx";
import { KnowhowTheme } from "../../theme/KnowhowTheme.tsx";

interface Props {
  platform: Platform;
  queryClient: QueryClient;
  children: ReactNode;
}

/** The ground of every screen: the shell's platform, theme, cache of reads, toasts. */
export const Providers = ({ platform, queryClient, children }: Props) => (
  <PlatformProvider platform={platform}>
    <QueryClientProvider client={queryClient}>
      <KnowhowTheme>
        <ToastProvider>
          {children}
          <PasswordPrompt />
        </ToastProvider>
      </KnowhowTheme>
    </QueryClientProvider>
  </PlatformProvider>
);
