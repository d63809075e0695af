// Binary bodies: a mod's file and a multipart form. k6 encodes strings as UTF-8, so bytes are put together here.

const ascii = (text) => Uint8Array.from([...text], (letter) => letter.charCodeAt(0))

function joined(parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function crc32(bytes) {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** Numbers as little-endian bytes: [value, bytes] each. */
const little = (...numbers) =>
  Uint8Array.from(numbers.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, i) => (value >>> (8 * i)) & 255)))

/** A jar with the description of a Fabric mod and some bytes that make it unlike every other. */
export function jar(id) {
  const files = { 'fabric.mod.json': `{"schemaVersion":1,"id":"${id}","version":"1.0.0"}`, 'data.txt': `${id} `.repeat(200) }
  const bodies = []
  const directory = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const content = ascii(text)
    // Version 2.0, stored, 1980-01-01.
    const about = [
      [20, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [33, 2],
      [crc32(content), 4],
      [content.length, 4],
      [content.length, 4],
      [name.length, 2],
      [0, 2],
    ]
    const head = joined([little([0x04034b50, 4], ...about), ascii(name)])
    directory.push(little([0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), ascii(name))
    bodies.push(head, content)
    at += head.length + content.length
  }
  const index = joined(directory)
  const count = Object.keys(files).length
  return joined([...bodies, index, little([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [index.length, 4], [at, 4], [0, 2])])
}

const BOUNDARY = '----modyard-load-7c1b0f'

/** A multipart form: the data, which must come first, then files by the names of their parts. */
export function form(data, files = {}) {
  const text = JSON.stringify(data).replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const parts = [ascii(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="data"\r\nContent-Type: application/json\r\n\r\n${text}\r\n`)]
  for (const [name, content] of Object.entries(files)) {
    parts.push(
      ascii(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.jar"\r\nContent-Type: application/java-archive\r\n\r\n`,
      ),
    )
    parts.push(content, ascii('\r\n'))
  }
  parts.push(ascii(`--${BOUNDARY}--\r\n`))
  return { body: joined(parts).buffer, headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` } }
}
