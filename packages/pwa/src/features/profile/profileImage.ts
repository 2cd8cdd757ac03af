import { imageExtensions, uploadLimits } from "@knowhow/shared";
import { useEffect, useRef, useState } from "react";
import { isConnectionError, messageOf } from "@knowhow/ui/components/failure.ts";
import { uploadFile } from "@knowhow/ui/client/upload.ts";
import { formatBytes } from "@knowhow/ui/components/format.ts";
import { useToast } from "@knowhow/ui/components/ToastProvider.tsx";
import { findTrouble } from "@knowhow/ui/device/drafts/refusal.ts";

const extensionOf = (name: string) => name.split(".").pop()?.toLowerCase() ?? "";

/** Why a file can not be a profile picture; undefined when it can. */
const imageProblem = (
  file: Pick<File, "name" | "size" | "type">,
): { title: string; description: string } | undefined => {
  const isImage = imageExtensions.some((extension) => extension === extensionOf(file.name));
  if (!isImage || (file.type !== "" && !file.type.startsWith("image/")))
    return {
      title: "지원하지 않는 파일 형식입니다",
      description: `${imageExtensions.join(", ")} 이미지만 올릴 수 있습니다.`,
    };
  if (file.size > uploadLimits.profile)
    return {
      title: "파일이 너무 큽니다",
      description: `프로필 이미지는 ${formatBytes(uploadLimits.profile)}까지 올릴 수 있습니다.`,
    };
  return undefined;
};

/** Uploads a profile picture: with a preview, a progress and a way to stop. */
export const useProfileImage = (onUploaded: (path: string) => void) => {
  const toast = useToast();
  const [percent, setPercent] = useState<number>();
  const [preview, setPreview] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(
    () => () => {
      if (preview !== undefined) URL.revokeObjectURL(preview);
    },
    [preview],
  );
  const fail = (title: string, description: string) => {
    setFailure(description);
    toast({ title, description, variant: "destructive" });
  };
  const send = async (file: File, controller: AbortController) => {
    try {
      const { objectPath } = await uploadFile(file, {
        kind: "profile",
        signal: controller.signal,
        onProgress: (progress) => setPercent(progress.percent),
      });
      setPreview(URL.createObjectURL(file));
      onUploaded(objectPath);
      toast({ title: "이미지 업로드 완료", description: "저장을 누르면 프로필에 반영됩니다." });
    } catch (error) {
      if (controller.signal.aborted) return;
      fail(
        "업로드 실패",
        isConnectionError(error) ? messageOf(error) : `이미지를 올리지 못했습니다. ${messageOf(error)}`,
      );
    } finally {
      if (running.current === controller) setPercent(undefined);
    }
  };
  const begin = async (file: File, controller: AbortController) => {
    const trouble = await findTrouble(file, true);
    if (controller.signal.aborted) return;
    if (!trouble) {
      await send(file, controller);
      return;
    }
    setPercent(undefined);
    fail(trouble.title, trouble.description ?? "");
  };
  return {
    /** 0 to 100 while an upload is under way. */
    percent,
    preview,
    failure,
    choose: (file: File) => {
      running.current?.abort();
      const problem = imageProblem(file);
      if (problem) {
        fail(problem.title, problem.description);
        return;
      }
      setFailure(undefined);
      setPercent(0);
      const controller = new AbortController();
      running.current = controller;
      void begin(file, controller);
    },
    cancel: () => {
      running.current?.abort();
      setPercent(undefined);
    },
    forget: () => {
      setPreview(undefined);
      setFailure(undefined);
    },
  };
};
