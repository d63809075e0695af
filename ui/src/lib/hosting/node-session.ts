import type { NodeAuth } from './request'

/** Credentials are renewed this long before they end. */
const EARLY_MS = 10_000

/** When a token ends, in ms; undefined where it does not say so. */
export function endOf(token: string): number | undefined {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const { exp } = JSON.parse(atob(part)) as { exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}

/** The credentials for a node's service. However many requests need new ones at once, they are asked for once. */
export class NodeSession {
  private held: NodeAuth | undefined
  private asked: Promise<NodeAuth> | undefined
  private readonly ask: () => Promise<NodeAuth>
  private readonly now: () => number

  constructor(ask: () => Promise<NodeAuth>, now: () => number = Date.now) {
    this.ask = ask
    this.now = now
  }

  /** Credentials that hold for a moment; not those with the token that the node refused. */
  credentials(refused?: string): Promise<NodeAuth> {
    const { held } = this
    const end = held && endOf(held.token)
    if (held && held.token !== refused && (end === undefined || end - EARLY_MS > this.now())) return Promise.resolve(held)
    this.asked ??= this.ask()
      .then((found) => (this.held = found))
      .finally(() => (this.asked = undefined))
    return this.asked
  }
}
