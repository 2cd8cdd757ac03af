import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useId, type ReactNode } from "react";

interface FormSectionProps {
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** One part of the form, under its own heading. */
export const FormSection = ({ title, description, children }: FormSectionProps) => {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, md: 3 }, display: "grid", gap: 2 }}>
      <div>
        <Typography variant="h3" component="h2" id={id}>
          {title}
        </Typography>
        {description ? (
          <Typography variant="body2" color="text.secondary" sx={{ mt: 0.25 }} component="div">
            {description}
          </Typography>
        ) : null}
      </div>
      {children}
    </Card>
  );
};
