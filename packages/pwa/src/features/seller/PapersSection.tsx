import DownloadRounded from "@mui/icons-material/DownloadRounded";
import PrintOutlined from "@mui/icons-material/PrintOutlined";
import { addMonths, addressOf, api, seoulDay } from "@knowhow/shared";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Section } from "../../components/Section.tsx";
import { serverNow } from "@knowhow/ui/client/serverClock.ts";
import { useOnline } from "@knowhow/ui/components/useOnline.ts";
import { lastDayOf, monthWords } from "./months.ts";

const offeredMonths = 24;

/** Documents: a statement of a month, and a table of all settlements or of the month's. */
export const PapersSection = () => {
  const isOnline = useOnline();
  const [thisMonth] = useState(() => seoulDay(serverNow()).slice(0, 7));
  const [month, setMonth] = useState(thisMonth);
  const tableOf = (query: object) => addressOf(api.seller.exportSettlements, { query: { ...query } });
  return (
    <Section
      anchor="papers"
      title="정산서와 CSV"
      description="정산서는 그 달에 들어오고 나간 돈을, CSV는 그 달에 팔린 주문이 지금까지 어떻게 됐는지 보여줘요. 정산서는 인쇄하거나 PDF로 저장할 수 있고, CSV는 엑셀에서 열려요."
    >
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          gap: 1,
          alignItems: "center",
          "& > .MuiButton-root": { whiteSpace: "normal" },
        }}
      >
        <Select
          size="small"
          value={month}
          onChange={({ target }) => setMonth(target.value)}
          inputProps={{ "aria-label": "정산 월" }}
          sx={{ minHeight: 44 }}
        >
          {Array.from({ length: offeredMonths }, (_, at) => addMonths(thisMonth, -at)).map((one) => (
            <MenuItem key={one} value={one}>
              {monthWords(one)}
            </MenuItem>
          ))}
        </Select>
        <Button
          component={Link}
          to={`/seller/statement?month=${month}`}
          variant="outlined"
          startIcon={<PrintOutlined />}
        >
          정산서 보기
        </Button>
        <Button
          href={tableOf({ from: `${month}-01`, to: lastDayOf(month) })}
          download
          disabled={!isOnline}
          variant="outlined"
          startIcon={<DownloadRounded />}
        >
          이 달 판매분 CSV
        </Button>
        <Button
          href={tableOf({})}
          download
          disabled={!isOnline}
          variant="outlined"
          startIcon={<DownloadRounded />}
        >
          전체 판매분 CSV
        </Button>
      </Box>
      {isOnline ? null : (
        <Typography variant="body2" color="textSecondary">
          CSV는 연결되면 받을 수 있어요.
        </Typography>
      )}
    </Section>
  );
};
