import type { Answer } from '@/lib/api/operations'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import { serverHistoryText } from '@/lib/i18n/zh-Hans/server-history'
import { exitWords, spanOf } from './state'
import { formatBytes } from '@/lib/format'

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

const reports: ReadonlySet<string> = new Set([
  'started',
  'ready',
  'stopped',
  'crashed',
  'given-up',
  'refused',
  'backed-up',
  'backup-failed',
  'backup-damaged',
  'backup-removed',
  'restored',
  'restore-failed',
  'files-restored',
  'files-restore-failed',
  'install-started',
  'installed',
  'install-failed',
  'content-installed',
  'content-failed',
  'content-gone',
  'configuration-changed',
  'configuration-restore-failed',
  'expired',
  'subdomain-failed',
])

/** The reports that are the site's own. */
const ofSite: ReadonlySet<string> = new Set(['expired', 'subdomain-failed'])

/** Whether content went with the folder that had it: nobody has decided that it is removed. */
const isLoss = ({ kind, detail }: Pick<Happening, 'kind' | 'detail'>): boolean =>
  kind === 'content-removed' && typeof detail.cause === 'string'

/** Whether the node or the site saw it; everything else somebody decided, or did by the node. */
export const isReport = (entry: Pick<Happening, 'kind' | 'actor' | 'detail'>): boolean =>
  isLoss(entry) || (reports.has(entry.kind) && !(entry.kind === 'configuration-changed' && entry.actor !== null))

/** Whether a restore has written a configuration file. */
const isRestored = ({ kind, detail }: Pick<Happening, 'kind' | 'detail'>): boolean =>
  kind === 'configuration-changed' && typeof detail.revision === 'number'

const pins: Readonly<Partial<Record<string, Told['pin']>>> = {
  provisioned: 'acc',
  ready: 'ok',
  returned: 'ok',
  unsuspended: 'ok',
  crashed: 'bad',
  'given-up': 'bad',
  'subdomain-failed': 'bad',
  deleted: 'bad',
  suspended: 'warn',
  refused: 'warn',
  'backed-up': 'ok',
  restored: 'ok',
  'backup-failed': 'bad',
  'restore-failed': 'bad',
  'backup-damaged': 'bad',
  installed: 'ok',
  'install-failed': 'bad',
  'configuration-restore-failed': 'bad',
  'content-installed': 'ok',
  'content-failed': 'bad',
  'files-restored': 'ok',
  'files-restore-failed': 'bad',
  'files-restore-requested': 'warn',
  'restore-requested': 'warn',
  'restore-undone': 'warn',
}

/** A kind in words; one that this page does not know yet is some operation. */
const kindWords = (kind: string): string =>
  (t.kinds as Readonly<Record<string, string>>)[kind] ?? serverHistoryText.kinds[kind] ?? serverHistoryText.other

const causes: Readonly<Partial<Record<string, Readonly<Partial<Record<string, string>>>>>> = {
  'backup-failed': serverHistoryText.causes,
  'restore-failed': serverHistoryText.causes,
  'files-restore-failed': serverHistoryText.causes,
  'install-failed': serverHistoryText.installCauses,
  'content-failed': serverHistoryText.installCauses,
  'content-gone': serverHistoryText.installCauses,
  'content-removed': serverHistoryText.lossCauses,
  'configuration-restore-failed': serverHistoryText.writeCauses,
  'configuration-changed': serverHistoryText.configCauses,
}

const causesOf = (kind: string) => causes[kind] ?? (serverText.causes as Readonly<Partial<Record<string, string>>>)

/** What content or an installation is about: the project with its version, else the file, else the loader. */
function aboutOf({ kind, detail, project, version }: Happening): string {
  const text = (key: string) => (typeof detail[key] === 'string' ? detail[key] : '')
  const file = text('file') || (kind === 'files-restore-requested' ? text('path') : text('path').replace(/^.*\//, ''))
  const loader = [text('loader'), text('loader_version'), text('game_version')].filter(Boolean).join(' ')
  return project ? `${project.title} ${version}`.trim() : file || loader || (detail.upload === true ? serverHistoryText.upload : '')
}

/** What is known of a backup, beside its kind. */
function backupFacts({ kind, detail }: Happening): string[] {
  const bytes = typeof detail.bytes === 'number' && detail.bytes > 0 ? formatBytes(detail.bytes) : ''
  const seconds = typeof detail.seconds === 'number' && detail.seconds > 0 ? serverHistoryText.took(spanOf(detail.seconds)) : ''
  if (String(kind) === 'autobackup') {
    return [detail.enabled === true ? serverHistoryText.every(String(detail.hours)) : serverHistoryText.off]
  }
  return [
    detail.automatic === true ? serverHistoryText.automatic : '',
    detail.undone === true ? serverHistoryText.undone : '',
    ...(String(kind) === 'backed-up' ? [bytes, seconds] : []),
    ...(kind === 'files-restored' ? [serverHistoryText.configFiles(String(detail.files)), bytes] : []),
  ]
}

/** What is known of configuration files, beside the only one: how many they are, or what is restored and from which entry. */
function configFacts({ kind, detail }: Happening): string[] {
  if (kind.startsWith('configuration-') && typeof detail.revision === 'number')
    return [typeof detail.key === 'string' ? detail.key : '', serverHistoryText.restoredFrom(String(detail.revision))]
  return kind === 'configuration-changed' && typeof detail.files === 'number' && detail.files > 1
    ? [serverHistoryText.configFiles(String(detail.files))]
    : []
}

/** An entry of the history in words; `viewer` is the id of who reads it. */
export function tell(entry: Happening, viewer: string | undefined): Told {
  const { kind, actor, role, subject, detail } = entry
  const text = (key: string) => (typeof detail[key] === 'string' ? detail[key] : '')
  const number = (key: string) => (typeof detail[key] === 'number' ? detail[key] : undefined)
  const who = isReport(entry)
    ? ofSite.has(kind)
      ? t.site
      : t.node
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
    what:
      kind === 'power'
        ? (t.actions[text('action')] ?? t.kinds.power)
        : isRestored(entry)
          ? serverHistoryText.restoredConfig
          : kindWords(kind),
    more: [
      aboutOf(entry),
      ...configFacts(entry),
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
        : isRestored(entry)
          ? ''
          : (causesOf(kind)[text('cause')] ?? text('cause')),
      attempt ? (kind === 'given-up' ? t.crashes(String(attempt)) : t.attempt(String(attempt))) : '',
      port ? t.port(String(port)) : '',
      ...backupFacts(entry),
      detail.hard === true ? serverHistoryText.hard : '',
    ].filter(Boolean),
    pin: pins[kind] ?? 'plain',
  }
}
