import { Menu, shell, type MenuItemConstructorOptions } from "electron";

interface Options {
  goTo: (path: string) => void;
  reload: () => void;
  quit: () => void;
  /** Where the log files lie. */
  logFolder: string;
}

/** The menu bar, in Korean. */
export const createMenu = ({ goTo, reload, quit, logFolder }: Options): void => {
  const separator: MenuItemConstructorOptions = { type: "separator" };
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      {
        label: "노하우 콘솔",
        submenu: [
          { role: "about", label: "노하우 콘솔 정보" },
          separator,
          {
            id: "settings",
            label: "서버 설정…",
            accelerator: "CmdOrCtrl+,",
            click: () => goTo("/servers"),
          },
          separator,
          { id: "quit", label: "종료", accelerator: "CmdOrCtrl+Q", click: quit },
        ],
      },
      {
        label: "편집",
        submenu: [
          { role: "undo", label: "실행 취소" },
          { role: "redo", label: "다시 실행" },
          separator,
          { role: "cut", label: "잘라내기" },
          { role: "copy", label: "복사" },
          { role: "paste", label: "붙여넣기" },
          { role: "selectAll", label: "모두 선택" },
        ],
      },
      {
        label: "보기",
        submenu: [
          { id: "reports", label: "신고", accelerator: "CmdOrCtrl+1", click: () => goTo("/admin") },
          { id: "inquiries", label: "문의", accelerator: "CmdOrCtrl+2", click: () => goTo("/admin-chats") },
          { id: "alerts", label: "알림", accelerator: "CmdOrCtrl+3", click: () => goTo("/alerts") },
          separator,
          { id: "reload", label: "새로 고침", accelerator: "CmdOrCtrl+R", click: reload },
          { role: "zoomIn", label: "확대" },
          { role: "zoomOut", label: "축소" },
          { role: "resetZoom", label: "원래 크기" },
          { role: "togglefullscreen", label: "전체 화면" },
        ],
      },
      {
        label: "창",
        submenu: [
          { role: "minimize", label: "최소화" },
          { role: "close", label: "닫기" },
        ],
      },
      {
        label: "도움말",
        submenu: [
          {
            id: "logs",
            label: "로그 폴더 열기",
            click: () => {
              void shell.openPath(logFolder);
            },
          },
        ],
      },
    ]),
  );
};
