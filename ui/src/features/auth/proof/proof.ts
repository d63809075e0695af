import { get } from '@/lib/api/client'
import { ApiError } from '@/lib/api/errors'
import { solve, type Challenge } from './solve'

/** Solved challenges are dropped this long before they expire on the server. */
const SPARE_MS = 60_000

function work(challenge: Challenge): Promise<string> {
  if (typeof Worker === 'undefined') return Promise.resolve(solve(challenge))
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = (event: MessageEvent<string>) => {
      worker.terminate()
      resolve(event.data)
    }
    worker.onerror = (event) => {
      worker.terminate()
      reject(new Error(event.message))
    }
    worker.postMessage(challenge)
  })
}

let waiting: { proof: Promise<string>; until: number } | undefined

async function make(entry: { until: number }): Promise<string> {
  try {
    const challenge = await get('/_internal/challenge')
    entry.until = new Date(challenge.until).getTime() - SPARE_MS
    return await work(challenge)
  } catch (error) {
    if (ApiError.is(error, 404)) return '' // this site asks for none
    throw error
  }
}

/** Starts to solve a challenge, so that it is solved when the form is sent. */
export function prepareProof(): void {
  if (waiting && waiting.until > Date.now()) return
  const entry = { until: Number.POSITIVE_INFINITY, proof: Promise.resolve('') }
  entry.proof = make(entry)
  entry.proof.catch(() => {
    if (waiting === entry) waiting = undefined
  })
  waiting = entry
}

/** A solved challenge; it is valid for one request. */
export async function takeProof(): Promise<string> {
  prepareProof()
  const entry = waiting
  waiting = undefined
  return entry ? entry.proof : ''
}
