import { endpoints, forAdmins } from "./endpoint.ts";
import type { alertsSchemas } from "./schemas/alerts.ts";

/** Alerts for administrators: money that needs a look, jobs that failed. */
export const alerts = endpoints<typeof alertsSchemas>()({
  list: {
    method: "GET",
    path: "/api/admin/alerts",
    ...forAdmins,
    errors: ["VALIDATION"],
  },
  resolve: {
    method: "PUT",
    path: "/api/admin/alerts/:id",
    ...forAdmins,
    errors: ["VALIDATION", "NOT_FOUND", "ALREADY_RESOLVED"],
  },
});
