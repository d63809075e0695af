import { commandHeaders } from '@/lib/api/client'
import { csrfToken } from '@/lib/storage'
import { auth, fresh, nodeAuth, retry } from './chain'
import type { HostingRequest, Send, Setup } from './request'
import { transport } from './transport'

/** The browser's own surroundings. Its session is a cookie that the browser sends by itself, and a token that shows who sends a command. */
const browser: Setup = {
  base: '/hosting',
  provider: 'modyard',
  session: (method) => (csrfToken() ? (method === 'GET' ? {} : commandHeaders()) : undefined),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/** A client of the hosting API: each request goes through auth, node auth and retry. */
export function createHosting(over: Partial<Setup> = {}): Send {
  const setup = { ...browser, ...over }
  return [auth(setup), nodeAuth, fresh(setup), retry(setup)].reduceRight((next, step) => step(next), transport(setup))
}

const send = createHosting()

/** Asks the hosting API, or a node, for a document; undefined where the answer has no body. */
export async function ask<T>(request: HostingRequest, client: Send = send): Promise<T> {
  const text = await (await client(request)).text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** Sends a change. Its failure is logged and passed on. */
export async function change<T = undefined>(request: HostingRequest, client: Send = send): Promise<T> {
  try {
    return await ask<T>(request, client)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    throw error
  }
}
