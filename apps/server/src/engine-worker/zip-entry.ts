import { RecordingRefused } from './recording-refused.ts';

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const COMMENT_MAX = 0xffff;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const FLAG_ENCRYPTED = 1;
/** Methods of compression. */
const STORED = 0;
const DEFLATED = 8;
/** These values stand for longer ones elsewhere, in archives of more than 4 GB. */
const LONG_COUNT = 0xffff;
const LONG_SIZE = 0xffffffff;
/** Entries that programs add: folders, and the notes of macOS about files. */
const ASIDE = /\/$|^__MACOSX\/|(^|\/)\.DS_Store$/;
const NAMES_SHOWN = 3;

/** The only file of a zip. */
interface ZipEntry {
  readonly isDeflated: boolean;
  readonly packed: Buffer;
  /** Size and checksum of the unpacked content. */
  readonly size: number;
  readonly crc: number;
}

interface Listed {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly at: number;
}

/** Finds the file in a zip by the directory at its end; every offset is checked. Throws `RecordingRefused`. */
export function zipEntry(bytes: Buffer, name: string): ZipEntry {
  const damaged = (): RecordingRefused => new RecordingRefused(`${name} is a damaged zip. Fetch it again.`);
  const end = endOf(bytes);
  if (end === undefined) throw damaged();
  const [count, size, from] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
  if (count === LONG_COUNT || size === LONG_SIZE || from === LONG_SIZE)
    throw new RecordingRefused(`${name} is a zip of the form for more than 4 GB. Unpack it, and name the files in it.`);
  const listed = from + size > end ? undefined : listOf(bytes.subarray(from, from + size), count);
  if (listed === undefined) throw damaged();
  const file = onlyFile(listed, name);
  const packed = contentOf(bytes.subarray(0, from), file);
  if (packed === undefined) throw damaged();
  return { isDeflated: file.method === DEFLATED, packed, size: file.size, crc: file.crc };
}

function onlyFile(listed: readonly Listed[], name: string): Listed {
  const files = listed.filter((one) => !ASIDE.test(one.name));
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) {
    const names = files.slice(0, NAMES_SHOWN).map((one) => one.name);
    const shown = names.length === 0 ? '' : ` (${names.join(', ')}${files.length > names.length ? ', …' : ''})`;
    throw new RecordingRefused(
      `${name} is a zip of ${files.length} files${shown} instead of one. Unpack it, and name the recordings in it.`,
    );
  }
  if ((file.flags & FLAG_ENCRYPTED) !== 0)
    throw new RecordingRefused(`${name} is a zip with a password. Unpack it, and name the file in it.`);
  if (file.method !== STORED && file.method !== DEFLATED)
    throw new RecordingRefused(`${name} is a zip with a rare compression (method ${file.method}). Unpack it, and name the file in it.`);
  return file;
}

/** Where the end of the directory begins: a comment of known length follows it. */
function endOf(bytes: Buffer): number | undefined {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - COMMENT_MAX); at -= 1)
    if (bytes.readUInt32LE(at) === END_SIGNATURE && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  return undefined;
}

function listOf(directory: Buffer, count: number): Listed[] | undefined {
  const listed: Listed[] = [];
  let at = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE) return undefined;
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    const next = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (next > directory.length) return undefined;
    listed.push({
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedSize: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
      name: directory.toString('utf8', at + ENTRY_BYTES, nameEnd),
    });
    at = next;
  }
  return listed;
}

/** The packed bytes of a file, which end before the directory. */
function contentOf(files: Buffer, { at, packedSize }: Listed): Buffer | undefined {
  if (at + LOCAL_BYTES > files.length || files.readUInt32LE(at) !== LOCAL_SIGNATURE) return undefined;
  const from = at + LOCAL_BYTES + files.readUInt16LE(at + 26) + files.readUInt16LE(at + 28);
  return from + packedSize > files.length ? undefined : files.subarray(from, from + packedSize);
}
