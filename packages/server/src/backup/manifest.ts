import { createHash, createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { array, number, object, string, type InferType } from "yup";
import type { Config } from "../config.ts";

const bytes = { sha256: string().required() };
const named = { schema: string().required(), name: string().required() };

const manifestSchema = object({
  /** The arrangement of the folder. */
  format: number().oneOf([1]).required(),
  createdAt: string().required(),
  /** Migrations of the database, in order. */
  migrations: array(string().required()).required(),
  /** Names the encryption key without telling it. */
  keyMark: string().required(),
  tables: array(
    object({
      ...named,
      ...bytes,
      columns: array(string().required()).required(),
      rows: number().required(),
    }),
  ).required(),
  sequences: array(object({ ...named, value: string().required() })).required(),
  objects: array(object({ key: string().required(), ...bytes, size: number().required() })).required(),
});

/** Contents of a backup, with the hashes of its files. */
export type Manifest = InferType<typeof manifestSchema>;

/** The manifest's file; written last, so that a folder without it is no backup. */
export const manifestPath = (folder: string): string => join(folder, "manifest.json");

/** The file of a table's rows: PostgreSQL's text form of COPY, compressed. */
export const tablePath = (folder: string, { schema, name }: { schema: string; name: string }): string =>
  join(folder, "database", `${schema}.${name}.copy.gz`);

/** The file of an object, under its key. */
export const objectPath = (folder: string, key: string): string => join(folder, "objects", ...key.split("/"));

/** Reads a backup's manifest; fails where the folder holds none or one of another arrangement. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(manifestPath(folder), "utf8");
  return manifestSchema.validate(JSON.parse(text), { strict: true });
};

/** A mark of the encryption key: account numbers of the database can be read with no other. */
export const keyMarkOf = ({ encryptionKey }: Pick<Config, "encryptionKey">): string =>
  createHmac("sha256", encryptionKey).update("backup").digest("hex");

/** The sum over a file's bytes as they pass. */
export interface FileSum {
  /** A step of a pipeline that lets all bytes through. */
  pass: (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;
  /** Number of the bytes so far. */
  size: () => number;
  /** The hash in hexadecimal digits, once all of them have passed. */
  sha256: () => string;
}

/** Begins the sum of one file. */
export const createFileSum = (): FileSum => {
  const hash = createHash("sha256");
  let size = 0;
  return {
    pass: async function* pass(source) {
      for await (const chunk of source) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    size: () => size,
    sha256: () => hash.digest("hex"),
  };
};
