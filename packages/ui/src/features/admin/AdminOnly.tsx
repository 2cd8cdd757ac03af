import { errors, type CurrentUser } from "@knowhow/shared";
import { useEffect, type ReactNode } from "react";
import { Navigate } from "react-router-dom";
import { useToast } from "../../components/ToastProvider.tsx";
import { MemberOnly } from "../layout/MemberOnly.tsx";

const NoAccess = () => {
  const toast = useToast();
  useEffect(() => {
    toast({ title: "접근 권한 없음", description: errors.ADMIN_ONLY.message, variant: "destructive" });
  }, [toast]);
  return <Navigate to="/" replace />;
};

interface AdminOnlyProps {
  children: (user: CurrentUser) => ReactNode;
  /** The shape of the screen while the user is not known yet. */
  skeleton: ReactNode;
}

/** Shows a screen to administrators: visitors are sent to sign in, everybody else home. */
export const AdminOnly = ({ children, skeleton }: AdminOnlyProps) => (
  <MemberOnly skeleton={skeleton}>{(user) => (user.isAdmin ? children(user) : <NoAccess />)}</MemberOnly>
);
