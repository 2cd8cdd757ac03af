import { amountsOf, api, type AnyEndpoint, type Content, type InputOf, type OutputOf } from "@knowhow/shared";
import { expect, type APIRequestContext } from "@playwright/test";
import type { UploadedFile } from "./files.ts";
import { makePerson, mark, type Person } from "./people.ts";

interface Wire {
  params?: Record<string, string>;
  body?: unknown;
}

/**
 * Makes one call of the contract, for what a test needs but does not show. With the request context of a browser
 * context its cookies are the browser's.
 */
export const call = async <E extends AnyEndpoint>(
  request: APIRequestContext,
  endpoint: E,
  input: InputOf<E>,
): Promise<OutputOf<E>> => {
  const { params, body } = input as Wire; // Every input has this shape; its parts depend on the entry.
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ""),
  );
  const answer = await request.fetch(path, {
    method: endpoint.method,
    ...(body === undefined ? {} : { data: body }),
  });
  expect(answer.ok(), `${endpoint.method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (await answer.json()) as OutputOf<E>; // The server holds its answers against the contract.
};

/** Registers and signs in. */
export const register = async (request: APIRequestContext, person: Person): Promise<void> => {
  await call(request, api.accounts.register, {
    body: { ...person, passwordConfirm: person.password, privacyConsent: true },
  });
};

/** An account that the bank says is this person's. */
export const bankAccount = ({ name }: Pick<Person, "name">) => ({
  bankName: "KB국민은행",
  accountNumber: "12345678900",
  accountHolder: name,
});

/** Registers a person who may sell. */
export const registerSeller = async (request: APIRequestContext, person: Person): Promise<void> => {
  await register(request, person);
  const body = bankAccount(person);
  await call(request, api.accounts.verifyAccount, { body });
  await call(request, api.accounts.updateBankAccount, { body });
};

const upload = async (
  request: APIRequestContext,
  file: UploadedFile,
  kind: "file" | "preview",
): Promise<string> => {
  const { uploadURL, objectPath } = await call(request, api.files.requestUpload, {
    body: { kind, fileName: file.name, size: file.buffer.length, contentType: file.mimeType },
  });
  const answer = await request.put(uploadURL, {
    data: file.buffer,
    headers: { "content-type": file.mimeType },
  });
  expect(answer.ok(), `upload of ${file.name}: ${answer.status()}`).toBe(true);
  return objectPath;
};

/** What a seeded content is made of; without a file it is an external link. */
export interface ContentSeed {
  title: string;
  price?: number;
  category?: Content["category"];
  description?: string;
  file?: UploadedFile;
  previews?: readonly UploadedFile[];
}

/** Puts a content up for sale, as the seller whose session the request carries. */
export const createContent = async (request: APIRequestContext, seed: ContentSeed): Promise<Content> => {
  const { title, price = 10_000, category = "stock", file, previews = [] } = seed;
  const previewImageUrls: string[] = [];
  for (const preview of previews) previewImageUrls.push(await upload(request, preview, "preview"));
  return call(request, api.contents.create, {
    body: {
      title,
      price,
      // The form's type lists the codes; a content's is the text on the wire.
      category: category as "stock",
      description: seed.description ?? "처음 시작하는 분을 위해 순서대로 정리했어요.",
      fileUrls: [file ? await upload(request, file, "file") : "https://drive.google.com/file/d/1/view"],
      fileNames: file ? [file.name] : undefined,
      previewImageUrls,
    },
  });
};

/** Gives a content another title, as its seller does elsewhere. */
export const renameContent = async (
  request: APIRequestContext,
  content: Content,
  title: string,
): Promise<void> => {
  const { id, description, category, price, fileUrls, fileNames, previewImageUrls } = content;
  await call(request, api.contents.update, {
    params: { id },
    body: {
      title,
      description,
      category: category as "stock", // the form's type lists the codes
      price,
      fileUrls,
      fileNames,
      previewImageUrls,
    },
  });
};

/** Takes a free content, as the person whose session the request carries. */
export const takeFree = async (request: APIRequestContext, content: Pick<Content, "id">): Promise<void> => {
  const { price, buyerFee, totalAmount } = amountsOf(0);
  const { order } = await call(request, api.orders.create, {
    body: { contentId: content.id, originalPrice: price, platformFee: buyerFee, totalAmount },
  });
  await call(request, api.orders.completeFree, { body: { orderNumber: order.orderNumber } });
};

/** Pays for a content in the payment window with the request's session; gives the order's number. */
export const payFor = async (
  buyer: APIRequestContext,
  { id, price }: Pick<Content, "id" | "price">,
): Promise<string> => {
  const { buyerFee, totalAmount } = amountsOf(price);
  const { order } = await call(buyer, api.orders.create, {
    body: { contentId: id, originalPrice: price, platformFee: buyerFee, totalAmount, consent: undefined },
  });
  const session = await buyer.post("/standin/toss/sessions", {
    data: {
      orderId: order.orderNumber,
      amount: totalAmount,
      orderName: "콘텐츠",
      successUrl: "http://localhost/payment-success",
      failUrl: "http://localhost/payment-fail",
    },
  });
  const { sessionId } = (await session.json()) as { sessionId: string }; // The stand-in's documented shape.
  const left = await buyer.post(`/standin/toss/pay/${sessionId}`, {
    form: { outcome: "approve" },
    maxRedirects: 0,
  });
  const paymentKey = new URL(left.headers()["location"] ?? "").searchParams.get("paymentKey") ?? "";
  await call(buyer, api.orders.confirm, {
    body: { paymentKey, orderId: order.orderNumber, amount: totalAmount },
  });
  return order.orderNumber;
};

/** Registers a seller and a buyer, and gives the buyer the seller's content; `name` begins its title. */
export const sellFree = async (seller: APIRequestContext, asBuyer: APIRequestContext, name: string) => {
  const buyer = makePerson("구매자");
  await register(seller, makePerson("멘토"));
  await register(asBuyer, buyer);
  const { id, title } = await createContent(seller, { title: `${name} ${mark()}`, price: 0 });
  await takeFree(asBuyer, { id });
  return { buyer, id, title };
};
