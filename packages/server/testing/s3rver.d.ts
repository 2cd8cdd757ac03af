/** The emulator of S3 that the tests run against; it brings no types of its own. */
declare module "@20minutes/s3rver" {
  import type Koa from "koa";
  export default class S3rver extends Koa {
    /** Its folders; those of unfinished multipart uploads are named by their ids. */
    readonly store: {
      getResourcePath(bucket: string, key: string | undefined, kind: "uploads" | "object"): string;
    };
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
