import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// A second implementation of docs/log-proofs.md, written from that page alone: it shares no code with the server.

interface Proof {
  key: string
  checkpoint: string
  leaf: { event: string; stream: string; revision: number; type: string; data: string; metadata: string }
  index: number
  hashes: string[]
}

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The tree's root, if the leaf with this hash is at an index of a tree of this size (RFC 9162, 2.1.3.2). */
function rootOf(leaf: Buffer, index: number, size: number, path: Buffer[]): Buffer {
  let [node, last, root] = [index, size - 1, leaf]
  for (const sibling of path) {
    if (last === 0) throw new Error('the path is too long')
    if (node % 2 === 1 || node === last) {
      root = sha256(Uint8Array.of(1), sibling, root)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else {
      root = sha256(Uint8Array.of(1), root, sibling)
    }
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  if (last !== 0) throw new Error('the path is too short')
  return root
}

/** The size and the root of a signed checkpoint. */
function openCheckpoint(note: string, key: string): { size: number; root: string } {
  const end = note.indexOf('\n\n') + 1
  const name = key.slice(0, key.indexOf('+'))
  const raw = Buffer.from(key.slice(name.length + '+12345678+'.length), 'base64')
  const encoded = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw.subarray(1)])
  const publicKey = createPublicKey({ key: encoded, format: 'der', type: 'spki' })
  const id = sha256(`${name}\n`, raw).subarray(0, 4)
  const [dash, signer, signature] = note
    .slice(end + 1)
    .trimEnd()
    .split(' ')
  const signed = Buffer.from(signature ?? '', 'base64')
  const valid =
    dash === '—' &&
    signer === name &&
    signed.subarray(0, 4).equals(id) &&
    verify(null, Buffer.from(note.slice(0, end)), publicKey, signed.subarray(4))
  if (!valid) throw new Error('the checkpoint is not signed with the key')
  const [origin, size, root] = note.split('\n')
  if (origin !== name) throw new Error('the checkpoint is of another site')
  return { size: Number(size), root: root ?? '' }
}

function check(proof: Proof): void {
  const { event, stream, revision, type, data, metadata } = proof.leaf
  const text = `${['modyard-leaf/v1', event, stream, revision, type, data, metadata].join('\n')}\n`
  const { size, root } = openCheckpoint(proof.checkpoint, proof.key)
  const path = proof.hashes.map((hash) => Buffer.from(hash, 'base64'))
  const found = rootOf(sha256(Uint8Array.of(0), text), proof.index, size, path)
  if (found.toString('base64') !== root) throw new Error('the leaf is not in the tree')
}

describe('a proof that an event is in the log', () => {
  const proof = JSON.parse(readFileSync('../eventlog/seal/testdata/proof.json', 'utf8')) as Proof

  it('is accepted by another program', () => {
    expect(() => check(proof)).not.toThrow()
  })

  it.each<[string, Proof]>([
    ['another event', { ...proof, leaf: { ...proof.leaf, revision: 5 } }],
    ['another place', { ...proof, index: proof.index + 1 }],
    ['a missing hash', { ...proof, hashes: proof.hashes.slice(1) }],
    ['another root', { ...proof, checkpoint: proof.checkpoint.replace('MtVj', 'MtVk') }],
    ['another size', { ...proof, checkpoint: proof.checkpoint.replace('\n300\n', '\n301\n') }],
    ['another key', { ...proof, key: proof.key.replace('7MFQ', '7MFR') }],
  ])('is rejected with %s', (_, changed) => {
    expect(() => check(changed)).toThrow()
  })
})
