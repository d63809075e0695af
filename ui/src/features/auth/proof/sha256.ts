/** The constants of SHA-256: fractions of the cube roots of the first primes. */
const K = new Uint32Array(64)
const START = new Uint32Array(8)
{
  let found = 0
  for (let n = 2; found < 64; n++) {
    let prime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false
    if (!prime) continue
    K[found] = Math.trunc((Math.cbrt(n) % 1) * 2 ** 32)
    if (found < 8) START[found] = Math.trunc((Math.sqrt(n) % 1) * 2 ** 32)
    found++
  }
}

const W = new Uint32Array(64)

/** The first 32 bits of the hash of a short ASCII text (at most 55 characters: one block). */
export function hashHead(text: string): number {
  const length = text.length
  if (length > 55) throw new RangeError('one block only')
  W.fill(0, 0, 16)
  for (let i = 0; i < length; i++) W[i >> 2] = (W[i >> 2] as number) | (text.charCodeAt(i) << (24 - (i & 3) * 8))
  W[length >> 2] = (W[length >> 2] as number) | (0x80 << (24 - (length & 3) * 8))
  W[15] = length * 8
  for (let i = 16; i < 64; i++) {
    const a = W[i - 15] as number
    const b = W[i - 2] as number
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    W[i] = ((W[i - 16] as number) + s0 + (W[i - 7] as number) + s1) | 0
  }
  let [a, b, c, d, e, f, g, h] = START as unknown as [number, number, number, number, number, number, number, number]
  const first = a
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (W[i] as number)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  return (first + a) >>> 0
}
