import { configure } from "@testing-library/react";

/** For whole screens: roles without asking jsdom for every computed style. */
export const bePatient = (): void => {
  configure({ defaultHidden: true });
};
