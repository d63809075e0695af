import type { Webhook } from './api'

export type WebhookState = 'ok' | 'failing' | 'resting' | 'off' | 'new'

/** The state of a webhook in one word: the newest reason for concern counts. */
export function stateOf({ enabled, retry_at, failing_since, last }: Webhook): WebhookState {
  if (!enabled) return 'off'
  if (retry_at) return 'resting'
  if (failing_since) return 'failing'
  return last ? 'ok' : 'new'
}

export const tones = { ok: 'ok', failing: 'bad', resting: 'warn', off: 'neutral', new: 'info' } as const

export const deliveryTones = { waiting: 'warn', done: 'ok', failed: 'bad' } as const
