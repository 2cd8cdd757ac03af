import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PasswordPrompt } from "../accounts/password/PasswordPrompt.tsx";
import { ToastProvider } from "../../components/ToastProvider.tsx";
import { KnowhowTheme } from "../../theme/KnowhowTheme.tsx";

/** The ground of every screen: theme, cache of reads, toasts. */
export const Providers = ({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <KnowhowTheme>
      <ToastProvider>
        {children}
        <PasswordPrompt />
      </ToastProvider>
    </KnowhowTheme>
  </QueryClientProvider>
);
