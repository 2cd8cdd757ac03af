import { Notification } from "electron";

/** What a notification says and where a click on it leads. */
interface Notice {
  title: string;
  body: string;
  path: string;
}

/** So many are kept; older ones are taken back. */
const maxShown = 20;

/**
 * Shows notifications of the system. They are kept while they can be clicked: a garbage-collected one hears no click.
 */
export const createNotices = (onClick: (path: string) => void) => {
  const shown = new Map<string, Notification>();
  const drop = (path: string) => {
    shown.get(path)?.close();
    shown.delete(path);
  };
  return {
    shown,
    show: ({ title, body, path }: Notice): void => {
      if (!Notification.isSupported()) return;
      // A newer one about the same thing takes its place.
      drop(path);
      const notification = new Notification({ title, body });
      notification.on("click", () => {
        drop(path);
        onClick(path);
      });
      notification.on("close", () => {
        if (shown.get(path) === notification) shown.delete(path);
      });
      shown.set(path, notification);
      const [oldest] = shown.keys();
      if (shown.size > maxShown && oldest !== undefined) drop(oldest);
      notification.show();
    },
    /** Takes all of them back. */
    clear: (): void => {
      for (const path of [...shown.keys()]) drop(path);
    },
  };
};
