import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderAt } from "@knowhow/ui/testing/render.tsx";
import { InstallNotice } from "./InstallNotice.tsx";
import { askForInstall, offerInstall, tellMeaningfulAct } from "@knowhow/ui/client/installing.ts";

const offer = () => screen.queryByText("노하우를 앱으로 써보세요");

const goes = (isOnline: boolean) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  act(() => {
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  });
};

describe("the offer to install the app", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    offerInstall(undefined);
    sessionStorage.clear();
  });

  it("is not made without a network, unless somebody asks for it", () => {
    const place = document.createElement("div");
    place.id = "notices";
    document.body.append(place);
    offerInstall({ kind: "steps" });
    tellMeaningfulAct();
    renderAt(<InstallNotice />);
    expect(offer()).toBeInTheDocument();
    goes(false);
    expect(offer()).toBeNull();
    act(askForInstall);
    expect(offer()).toBeInTheDocument();
    place.remove();
  });
});
