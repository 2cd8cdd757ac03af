import { utils, write } from "cfb";
import { zipSync, type Zippable } from "fflate";
import { crc32 } from "node:zlib";

/** A zip archive of these entries, each with the options of its own. */
export const zipOf = (entries: Zippable): Buffer => Buffer.from(zipSync(entries));

const centralMark = Buffer.from("PK\x01\x02", "latin1");

/** The same archive with something else in its directory: `change` gets each entry's record. */
export const withDirectory = (zip: Buffer, change: (record: Buffer, index: number) => void): Buffer => {
  const changed = Buffer.from(zip);
  let index = 0;
  for (let at = changed.indexOf(centralMark); at >= 0; at = changed.indexOf(centralMark, at + 46)) {
    change(changed.subarray(at), index);
    index += 1;
  }
  return changed;
};

/** An entry of a zip archive as it lies there, with what its headers say. */
interface RawEntry {
  name: string;
  method: number;
  packed: Buffer;
  /** What comes out, by what the headers say. */
  size: number;
  crc?: number;
}

/** A zip archive of entries that were packed before, with any headers. */
export const rawZip = (entries: readonly RawEntry[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, method, packed, size, crc = 0 } of entries) {
    const letters = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x8_00, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(letters.length, 22);
    const record = Buffer.alloc(46);
    centralMark.copy(record);
    record.writeUInt16LE(20, 4);
    common.copy(record, 6);
    record.writeUInt32LE(at, 42);
    directory.push(record, letters);
    parts.push(Buffer.from("PK\x03\x04", "latin1"), common, letters, packed);
    at += 30 + letters.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
};

/** A compound file whose root has these streams, as a library for them writes it; paths make storages. */
export const compoundOf = (streams: Record<string, Buffer>): Buffer => {
  const container = utils.cfb_new();
  utils.cfb_del(container, "/\u0001Sh33tJ5");
  for (const [path, bytes] of Object.entries(streams)) utils.cfb_add(container, `/${path}`, bytes);
  return Buffer.from(write(container, { type: "buffer" }) as Buffer); // The type that is asked for.
};

/** A number as version 5 of rar writes it. */
const vint = (value: number): Buffer => {
  const bytes: number[] = [];
  for (let left = value; bytes.length === 0 || left > 0; left = Math.floor(left / 128)) {
    bytes.push((left % 128) | (left >= 128 ? 0x80 : 0));
  }
  return Buffer.from(bytes);
};

const newBlock = (body: Buffer, data: Buffer = Buffer.alloc(0)): Buffer => {
  const header = Buffer.concat([vint(body.length), body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(header));
  return Buffer.concat([sum, header, data]);
};

/** An entry of a rar archive as a test makes it up; `size` is what it says it unpacks to. */
export interface RarEntry {
  name: string;
  data?: Buffer;
  size?: number;
  isLocked?: boolean;
  /** Where a link of Unix leads. */
  link?: string;
}

const newFile = ({
  name,
  data = Buffer.from("data"),
  size = data.length,
  isLocked,
  link,
}: RarEntry): Buffer => {
  const record = (body: Buffer) => Buffer.concat([vint(body.length), body]);
  const target = Buffer.from(link ?? "");
  const extras = Buffer.concat([
    isLocked ? record(Buffer.concat([vint(1), Buffer.alloc(20)])) : Buffer.alloc(0),
    link === undefined
      ? Buffer.alloc(0)
      : record(Buffer.concat([vint(5), vint(1), vint(0), vint(target.length), target])),
  ]);
  const letters = Buffer.from(name);
  const flags = vint(extras.length > 0 ? 3 : 2);
  return newBlock(
    Buffer.concat([
      vint(2), flags, ...(extras.length > 0 ? [vint(extras.length)] : []), vint(data.length),
      vint(0), vint(size), vint(0x81_a4), vint(0), vint(1), vint(letters.length), letters, extras,
    ]),
    data,
  ); // oxfmt-ignore
};

/** A rar archive of version 5; `isSealed` hides its names too. */
export const newRar = (entries: RarEntry[], isSealed = false): Buffer =>
  Buffer.concat([
    Buffer.from("526172211a070100", "hex"),
    ...(isSealed ? [newBlock(Buffer.concat([vint(4), vint(0), Buffer.alloc(20)]))] : []),
    newBlock(Buffer.concat([vint(1), vint(0), vint(0)])),
    ...entries.map(newFile),
    newBlock(Buffer.concat([vint(5), vint(0), vint(0)])),
  ]);

const oldBlock = (type: number, flags: number, body: Buffer, data: Buffer = Buffer.alloc(0)): Buffer => {
  const header = Buffer.alloc(7);
  header.writeUInt8(type, 2);
  header.writeUInt16LE(flags, 3);
  header.writeUInt16LE(7 + body.length, 5);
  const whole = Buffer.concat([header, body]);
  whole.writeUInt16LE(crc32(whole.subarray(2)) & 0xff_ff, 0);
  return Buffer.concat([whole, data]);
};

const oldFile = ({
  name,
  data = Buffer.from("data"),
  size = data.length,
  isLocked,
  link,
}: RarEntry): Buffer => {
  const letters = Buffer.from(name);
  const body = Buffer.alloc(25);
  body.writeUInt32LE(data.length, 0);
  body.writeUInt32LE(size, 4);
  body.writeUInt8(3, 8);
  body.writeUInt8(29, 17);
  body.writeUInt8(0x30, 18);
  body.writeUInt16LE(letters.length, 19);
  body.writeUInt32LE(link === undefined ? 0x81_a4 : 0xa1_ff, 21);
  return oldBlock(0x74, 0x80_00 | (isLocked ? 4 : 0), Buffer.concat([body, letters]), data);
};

/** A rar archive of version 4. */
export const oldRar = (entries: RarEntry[], isSealed = false): Buffer =>
  Buffer.concat([
    Buffer.from("526172211a0700", "hex"),
    oldBlock(0x73, isSealed ? 0x80 : 0, Buffer.alloc(6)),
    ...entries.map(oldFile),
    oldBlock(0x7b, 0x40_00, Buffer.alloc(0)),
  ]);
