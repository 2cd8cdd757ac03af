import type { Environment } from "./config.ts";
import { refuse } from "./configError.ts";

/** Where and as whom objects are stored at a service that speaks S3. */
export interface S3Settings {
  bucket: string;
  /** Origin of the service; browsers send their uploads there too. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Judges the settings of the object storage together; undefined without any, when a folder takes its place. */
export const s3Of = (env: Environment, production: boolean): S3Settings | undefined => {
  const given = {
    S3_BUCKET: env.S3_BUCKET,
    S3_ENDPOINT: env.S3_ENDPOINT,
    S3_REGION: env.S3_REGION,
    S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY,
  };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === Object.keys(given).length) return undefined;
  refuse(missing.length > 0, `${missing.join(", ")}: missing; the S3_ settings are set all five or none`);
  const { S3_ENDPOINT: endpoint = "" } = given;
  refuse(
    production && !endpoint.startsWith("https://"),
    "S3_ENDPOINT: in production browsers send their files over https",
  );
  return {
    bucket: given.S3_BUCKET ?? "",
    endpoint,
    region: given.S3_REGION ?? "",
    accessKeyId: given.S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: given.S3_SECRET_ACCESS_KEY ?? "",
  };
};
