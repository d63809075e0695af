// Codes of an authenticator (RFC 6238: SHA-1, six digits, thirty seconds).
import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator with the secret shows at a time. */
export function code(secret, now = Date.now()) {
  const bits = [...secret.replace(/=+$/, '')].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const sum = createHmac('sha1', key).update(counter).digest()
  const at = sum[19] & 15
  return String((sum.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
