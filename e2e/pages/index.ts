import type { Page } from "@playwright/test";
import { AssistantDialogs } from "./AssistantDialogs.ts";
import { ChatPages } from "./ChatPages.ts";
import { ContentPage } from "./ContentPage.ts";
import { DraftsPage } from "./DraftsPage.ts";
import { LoginPage, RegisterPage } from "./EntryPages.ts";
import { MarketPage } from "./MarketPage.ts";
import { CheckoutPage, PaymentWindow, ReceiptPage } from "./PaymentPages.ts";
import { ProfilePage } from "./ProfilePage.ts";
import { SellingPage } from "./SellingPage.ts";
import { Shell } from "./Shell.ts";

/** The models of every screen, on one page of a browser. */
export const screensOf = (page: Page) => ({
  shell: new Shell(page),
  register: new RegisterPage(page),
  login: new LoginPage(page),
  profile: new ProfilePage(page),
  selling: new SellingPage(page),
  drafts: new DraftsPage(page),
  market: new MarketPage(page),
  content: new ContentPage(page),
  assistant: new AssistantDialogs(page),
  checkout: new CheckoutPage(page),
  window: new PaymentWindow(page),
  receipt: new ReceiptPage(page),
  chat: new ChatPages(page),
});
