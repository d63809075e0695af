import { formatDateTime, formatExact } from '@/lib/format'
import { auditText as t } from '@/lib/i18n/zh-Hans/audit'
import { curationText } from '@/lib/i18n/zh-Hans/curation'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import type { Tone } from '@/components/ui/badge'
import type { AuditEntry } from '../api'

/** The kinds of entries in the groups of the menu. */
export const kindGroups: Record<keyof typeof t.groups, readonly string[]> = {
  review: [
    'approved',
    'rejected',
    'withheld',
    'submitted',
    'review-taken-over',
    'review-handed-over',
    'template-changed',
    'decision-undone',
    'undo-proposed',
    'undo-confirmed',
    'undo-declined',
    'undo-lapsed',
  ],
  status: ['status-forced', 'status-changed', 'import-listed', 'release-planned', 'release-plan-ended', 'deleted'],
  rights: [
    'rights-granted',
    'member-invited',
    'invitation-ended',
    'member-joined',
    'member-left',
    'member-removed',
    'owner-changed',
    'organization-joined',
    'organization-left',
  ],
  role: ['role-granted', 'role-revoked', 'account-closed', 'account-erased'],
  report: ['report-opened', 'report-closed', 'report-reopened', 'report-deleted'],
  claim: ['claim-filed', 'claim-accepted', 'claim-rejected', 'claim-superseded', 'claim-withdrawn'],
  wiki: ['wiki-accepted', 'wiki-rejected', 'wiki-reverted', 'wiki-locked', 'wiki-unlocked', 'wiki-banned', 'wiki-ban-lifted'],
  other: [
    'collection-barred',
    'collection-restored',
    'curated',
    'term-struck',
    'term-allowed',
    'packfile-judged',
    'content-destroyed',
    'staff-edit',
  ],
}

const tones: Record<string, Tone> = {
  approved: 'ok',
  'claim-accepted': 'ok',
  'wiki-accepted': 'ok',
  'wiki-rejected': 'bad',
  'wiki-reverted': 'warn',
  'wiki-locked': 'bad',
  'wiki-banned': 'bad',
  'collection-restored': 'ok',
  rejected: 'bad',
  'claim-rejected': 'bad',
  'collection-barred': 'bad',
  'content-destroyed': 'bad',
  'term-struck': 'bad',
  'term-allowed': 'ok',
  'packfile-judged': 'info',
  'account-erased': 'bad',
  deleted: 'bad',
  withheld: 'warn',
  'decision-undone': 'warn',
  'undo-proposed': 'info',
  'status-forced': 'warn',
  'staff-edit': 'warn',
  submitted: 'accent',
  'report-opened': 'info',
  'report-closed': 'info',
  'role-granted': 'info',
  'role-revoked': 'info',
}

/** The colour of a kind, which its name repeats. */
export function kindTone(kind: string): Tone {
  return tones[kind] ?? 'neutral'
}

export function kindLabel(kind: string): string {
  return t.kinds[kind] ?? kind
}

/** Who acted. A deleted account has no name, the program has no account. */
export function actorName(entry: Pick<AuditEntry, 'actor' | 'actor_id'>): string {
  return entry.actor?.username ?? (entry.actor_id ? t.gone : t.system)
}

function placeName(id: string): string {
  return t.place(curationText.places[id as keyof typeof curationText.places] ?? id)
}

/** What it is about: the present name where there is one, otherwise that of the time of the entry. */
export function subjectName({ subject }: Pick<AuditEntry, 'subject'>): string {
  if (subject.type === 'user') return subject.account?.username ?? t.gone
  const name = subject.project?.title ?? subject.name
  if (subject.type === 'version') return [name, subject.version_number].filter(Boolean).join(' ') || subject.id
  if (name) return name
  if (subject.type === 'place') return placeName(subject.id)
  return `${t.subjects[subject.type] ?? subject.type} ${subject.id}`
}

const rights = new Set(['rights-granted', 'member-invited'])

/** The kinds whose value is the event of a decision, which the opened entry links to. */
const aboutDecision = new Set(['decision-undone', 'undo-proposed', 'undo-confirmed', 'undo-declined'])

/** The event of the decision that an entry is about. */
export function decisionOf(entry: Pick<AuditEntry, 'kind' | 'value'>): string | undefined {
  return aboutDecision.has(entry.kind) ? entry.value : undefined
}

function valueOf(kind: string, value: string): string {
  if (aboutDecision.has(kind)) return ''
  if (kind === 'wiki-reverted') return t.reverts(value)
  if (kind === 'wiki-banned') return t.bannedUntil(formatDateTime(value))
  if (rights.has(kind)) return t.rights(value)
  if (kind === 'template-changed') return t.templateVersion(value)
  return kind === 'curated' ? t.entries(formatExact(Number(value))) : (t.values[value] ?? value)
}

/** The content of an entry as parts of a sentence: round, change, about whom, reason, message. */
export function contentOf(entry: AuditEntry): string {
  const { from, to, round, value, kind, message, reason } = entry
  const status = (one: string) => t.statuses[one] ?? one
  const parts = [
    round > 0 ? t.round(round) : '',
    from && to ? t.change(status(from), status(to)) : to ? status(to) : '',
    entry.about_id && entry.about_id !== entry.actor_id ? t.about(entry.about?.username ?? t.gone) : '',
    entry.subject.type === 'report' && entry.item ? t.reportOf(`${t.subjects[entry.item_type] ?? entry.item_type} ${entry.item}`) : '',
    value ? valueOf(kind, value) : '',
    reason ? reasonText.name(reason.code) : '',
    reason?.text ? t.quoted(reason.text) : '',
    message ? t.quoted(message) : '',
    entry.options?.length ? t.options(entry.options.join('、')) : '',
  ]
  return parts.filter(Boolean).join('，')
}
