import type { Answer } from '@/lib/api/operations'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import { exitWords } from './state'

const t = serverText.activity

export type History = Answer<'GET', '/_internal/server/{id}/history'>
export type Happening = History['entries'][number]

export type Told = {
  who: string
  what: string
  /** Reason, exit, attempt: what is known beside. */
  more: readonly string[]
  pin: 'plain' | 'acc' | 'ok' | 'bad' | 'warn'
}

const reports = new Set<Happening['kind']>(['started', 'ready', 'stopped', 'crashed', 'given-up', 'refused'])

const pins: Readonly<Partial<Record<Happening['kind'], Told['pin']>>> = {
  provisioned: 'acc',
  ready: 'ok',
  returned: 'ok',
  unsuspended: 'ok',
  crashed: 'bad',
  'given-up': 'bad',
  deleted: 'bad',
  suspended: 'warn',
  refused: 'warn',
}

/** An entry of the history in words; `viewer` is the id of who reads it. */
export function tell({ kind, actor, role, subject, detail }: Happening, viewer: string | undefined): Told {
  const text = (key: string) => (typeof detail[key] === 'string' ? detail[key] : '')
  const number = (key: string) => (typeof detail[key] === 'number' ? detail[key] : undefined)
  const who = reports.has(kind)
    ? t.node
    : actor
      ? actor.id === viewer
        ? t.you
        : actor.username
      : role === 'admin' || role === 'moderator'
        ? t.staff
        : t.owner
  const suspension = serverText.notices.suspensions[text('suspension') as keyof typeof serverText.notices.suspensions] as string | undefined
  const attempt = number('attempt')
  const port = number('port')
  const ended = kind === 'crashed' || kind === 'stopped'
  return {
    who,
    what: kind === 'power' ? (t.actions[text('action')] ?? t.kinds.power) : t.kinds[kind],
    more: [
      subject?.username ?? '',
      suspension ?? '',
      text('reason') ? t.reason(reasonText.name(text('reason'))) : '',
      ended
        ? exitWords(
            {
              code: number('code') ?? null,
              signal: text('signal'),
              outOfMemory: detail.out_of_memory === true,
              seconds: number('seconds') ?? 0,
            },
            text('cause'),
          )
        : (serverText.causes[text('cause')] ?? text('cause')),
      attempt ? (kind === 'given-up' ? t.crashes(String(attempt)) : t.attempt(String(attempt))) : '',
      port ? t.port(String(port)) : '',
    ].filter(Boolean),
    pin: pins[kind] ?? 'plain',
  }
}
