import type { Plugin, Rolldown } from "vite";
import type { Circle } from "../src/worker/messages.ts";

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

/** Folders of screens that only these users open; all others are for everyone. */
const folders: readonly [folder: RegExp, circle: Circle][] = [
  [/\/src\/features\/(admin|alerts|moderation|synonyms)\//, "administrator"],
  [
    /\/src\/(features\/(accounts\/(profile|bank)|assistant|chats|drafts|inquiries|library|orders|profile|reading|reports|seller|selling|settlements|vault)|offline\/vault|device\/(drafts|jobs|outbox)|client\/resumable)[/.]/,
    "member",
  ],
];
const circleOf = (source: string): Circle =>
  folders.find(([folder]) => folder.test(source.replaceAll("\\", "/")))?.[1] ?? "everyone";

/** Whether a chunk belongs to the first screen, beside the entry itself. */
const isOfShell = ({ facadeModuleId, moduleIds }: Rolldown.OutputChunk): boolean =>
  // A chunk of several modules has no facade module.
  (facadeModuleId ? [facadeModuleId] : moduleIds).some((source) =>
    /\/(pwa\/src\/features\/home\/HomeScreen\.tsx|pretendardvariable-dynamic-subset\.css|pwa\/src\/(serviceWorker|offline\/\w+)\.ts)$/.test(
      source.replaceAll("\\", "/"),
    ),
  );

/** The files that a chunk can not run without. */
const closureOf = (chunks: Chunks, name: string, found = new Set<string>()): Set<string> => {
  const chunk = chunks.get(name);
  if (found.has(name) || !chunk) return found;
  found.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const other of chunk.imports) closureOf(chunks, other, found);
  return found;
};

/** Sorts the files of a build by their users: the shell comes with the service worker, the rest by circles. */
export const sortByCircle = () => {
  const shell = new Set<string>();
  const circles = new Map<string, Circle>();
  const plugin: Plugin = {
    name: "knowhow-circles",
    apply: "build",
    // Runs after vite's plugin that notes the styles of each chunk.
    enforce: "post",
    generateBundle(_, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === "chunk" ? [[file.fileName, file] as const] : [],
        ),
      );
      const roots = [...chunks.values()].filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry);
      const take = (root: Rolldown.OutputChunk, put: (file: string) => void) => {
        for (const file of closureOf(chunks, root.fileName)) put(file);
      };
      for (const root of roots) if (root.isEntry || isOfShell(root)) take(root, (file) => shell.add(file));
      for (const circle of ["everyone", "member", "administrator"] as const)
        for (const root of roots)
          if (circleOf(root.facadeModuleId ?? "") === circle)
            take(root, (file) => {
              if (!shell.has(file) && !circles.has(file)) circles.set(file, circle);
            });
    },
  };
  return {
    plugin,
    circleOf: (file: string) => circles.get(file),
  };
};
