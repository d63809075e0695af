/** The longest file that is edited, and the longest picture that is shown, in bytes. */
export const MOST_TEXT = 4 * 1024 * 1024
export const MOST_PICTURE = 32 * 1024 * 1024

export type Encoding = 'UTF-8' | 'GB18030' | 'UTF-16'

/** A file's text with what is needed to write it back as it was. Its lines end with `\n` alone; `crlf` says that they were `\r\n`. */
export type Text = { text: string; encoding: Encoding; bom: boolean; crlf: boolean }

function decodedAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const BOM = '\ufeff'

function found(bytes: Uint8Array): [string, Encoding] | undefined {
  const [a, b] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
    const text = decodedAs(a === 0xff ? 'utf-16le' : 'utf-16be', bytes)
    return text === undefined ? undefined : [text, 'UTF-16']
  }
  // Texts have no such byte, programs and pictures have.
  if (bytes.includes(0)) return undefined
  const utf8 = decodedAs('utf-8', bytes)
  if (utf8 !== undefined) return [utf8, 'UTF-8']
  const gb = decodedAs('gb18030', bytes)
  return gb === undefined ? undefined : [gb, 'GB18030']
}

/** The text of a file; undefined where it is none. */
export function textOf(bytes: Uint8Array): Text | undefined {
  const made = found(bytes)
  if (!made) return undefined
  const [raw, encoding] = made
  const bom = raw.startsWith(BOM)
  const text = bom ? raw.slice(1) : raw
  // Only where every line ends so: a mixed file is written back byte for byte.
  const crlf = text.includes('\r\n') && !/\r(?!\n)|(?<!\r)\n/.test(text)
  return { text: crlf ? text.replaceAll('\r\n', '\n') : text, encoding, bom, crlf }
}

/** The bytes of a text: always UTF-8, with the line ends and the mark that the file had. */
export function bytesOf(text: string, { bom, crlf, encoding }: Pick<Text, 'bom' | 'crlf' | 'encoding'>): Blob {
  const ended = crlf ? text.replaceAll('\n', '\r\n') : text
  return new Blob([bom && encoding === 'UTF-8' ? BOM : '', ended], { type: 'application/octet-stream' })
}
