import { crc32, deflateRawSync } from 'node:zlib';

interface ZipFile {
  readonly name: string;
  readonly text: string;
  /** Not packed. */
  readonly stored?: boolean;
  /** Flags of the entry, such as 1 for a password. */
  readonly flags?: number;
}

/** A zip of these files, as programs for archives write it. */
export function makeZip(files: readonly ZipFile[], comment = ''): Buffer {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, stored = false, flags = 0 } of files) {
    const bytes = Buffer.from(text);
    const packed = stored ? bytes : deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), common, place, Buffer.from(name)]));
    contents.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(Buffer.byteLength(comment), 16);
  return Buffer.concat([...contents, list, Buffer.from('PK\u0005\u0006'), end, Buffer.from(comment)]);
}
