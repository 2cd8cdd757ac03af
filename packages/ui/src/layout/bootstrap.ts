import { object, string, type InferType } from "yup";

const text = string().required();
const business = object({
  name: text,
  representative: text,
  registrationNo: text,
  mailOrderNo: text,
  address: text,
  phone: text,
  email: text,
  hosting: text,
  socialUrl: text,
});

/** The company behind the service, as the law wants it shown on every page. */
export type Business = InferType<typeof business>;

/** Reads what the server put into the page; nothing when the page came without it or it is broken. */
export const readBusiness = (page: Document = document): Business | undefined => {
  const content = page.getElementById("bootstrap")?.textContent;
  if (!content) return undefined;
  try {
    const given: unknown = JSON.parse(content);
    return object({ business: business.required() }).validateSync(given).business;
  } catch (error) {
    console.warn("The page's bootstrap data is not readable.", error);
    return undefined;
  }
};
