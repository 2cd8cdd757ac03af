import Button from "@mui/material/Button";
import { Link } from "react-router-dom";

/** Link back to the dashboard of the web app. */
export const ToDashboard = () => (
  <Button component={Link} to="/admin" variant="outlined" color="inherit">
    관리자 대시보드
  </Button>
);
