import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashHead } from './sha256'
import { solve } from './solve'

const head = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0)

test('the hash is SHA-256 for every text of one block', () => {
  for (let length = 0; length <= 55; length++) {
    const text = 'aB3-_.xyz'.repeat(7).slice(0, length)
    expect(hashHead(text)).toBe(head(text))
  }
  expect(() => hashHead('x'.repeat(56))).toThrow()
})

test('a solution begins with the zero bits that were asked for', () => {
  const token = 'Zt8xQ2lG9kP4vB7nM1cX5sD3fH6jK0wE'
  const proof = solve({ token, bits: 12 })
  expect(proof.startsWith(`${token}.`)).toBe(true)
  expect(Math.clz32(head(proof))).toBeGreaterThanOrEqual(12)
})
