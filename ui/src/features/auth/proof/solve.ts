import { hashHead } from './sha256'

export type Challenge = { token: string; bits: number; until: string }

/** The text "token.n" whose hash begins with that number of zero bits (at most 32). */
export function solve({ token, bits }: Pick<Challenge, 'token' | 'bits'>): string {
  for (let n = 0; ; n++) {
    const proof = `${token}.${n}`
    if (Math.clz32(hashHead(proof)) >= bits) return proof
  }
}
