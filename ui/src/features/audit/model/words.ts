import { formatDateTime, formatExact } from '@/lib/format'
import { auditText as t } from '@/lib/i18n/zh-Hans/audit'
import { auditWords } from '@/lib/i18n/zh-Hans/audit-words'
import { curationText } from '@/lib/i18n/zh-Hans/curation'
import { memberText } from '@/lib/i18n/zh-Hans/members'
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
    'words-changed',
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
  role: [
    'role-granted',
    'role-revoked',
    'account-suspended',
    'account-restored',
    'account-signed-out',
    'address-seen',
    'account-leaving',
    'account-returned',
    'account-closed',
    'account-erased',
  ],
  report: ['report-opened', 'report-closed', 'report-reopened', 'report-deleted'],
  claim: ['claim-filed', 'claim-accepted', 'claim-rejected', 'claim-superseded', 'claim-withdrawn'],
  wiki: ['wiki-accepted', 'wiki-rejected', 'wiki-reverted', 'wiki-locked', 'wiki-unlocked', 'wiki-banned', 'wiki-ban-lifted'],
  talk: ['talk-hidden', 'talk-restored', 'talk-locked', 'talk-unlocked', 'talk-pinned', 'talk-unpinned', 'talk-deleted'],
  translation: ['translation-asked', 'translation-accepted', 'translation-rejected', 'translation-revoked'],
  server: [
    'server-provisioned',
    'server-suspended',
    'server-unsuspended',
    'server-deleted',
    'server-returned',
    'node-added',
    'node-retired',
  ],
  money: [
    'wallet-frozen',
    'wallet-unfrozen',
    'payout-held',
    'payout-released',
    'payouts-paused',
    'payouts-resumed',
    'income-left-out',
    'income-taken-in',
  ],
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
  'translation-accepted': 'ok',
  'translation-rejected': 'bad',
  'translation-revoked': 'warn',
  'wiki-accepted': 'ok',
  'wiki-rejected': 'bad',
  'wiki-reverted': 'warn',
  'wiki-locked': 'bad',
  'wiki-banned': 'bad',
  'talk-hidden': 'warn',
  'talk-restored': 'ok',
  'talk-locked': 'warn',
  'talk-deleted': 'bad',
  'server-suspended': 'bad',
  'server-unsuspended': 'ok',
  'server-deleted': 'bad',
  'wallet-frozen': 'bad',
  'wallet-unfrozen': 'ok',
  'payout-held': 'warn',
  'payout-released': 'ok',
  'payouts-paused': 'bad',
  'payouts-resumed': 'ok',
  'income-left-out': 'warn',
  'collection-restored': 'ok',
  rejected: 'bad',
  'claim-rejected': 'bad',
  'collection-barred': 'bad',
  'content-destroyed': 'bad',
  'term-struck': 'bad',
  'term-allowed': 'ok',
  'packfile-judged': 'info',
  'account-erased': 'bad',
  'account-suspended': 'bad',
  'account-restored': 'ok',
  'account-signed-out': 'warn',
  'address-seen': 'info',
  'account-leaving': 'warn',
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
  return `${t.subjects[subject.type] ?? subject.type} ${subject.id}`.trim()
}

const rights = new Set(['rights-granted', 'member-invited'])

/** The kinds whose value is the event of a decision, which the opened entry links to. */
const aboutDecision = new Set(['decision-undone', 'undo-proposed', 'undo-confirmed', 'undo-declined'])

/** The event of the decision that an entry is about. */
export function decisionOf(entry: Pick<AuditEntry, 'kind' | 'value'>): string | undefined {
  return aboutDecision.has(entry.kind) ? entry.value : undefined
}

/** Granted rights by their names; an organization has others than a project. */
function rightsOf(subject: string, bits: string): string {
  const names = subject === 'organization' ? memberText.organizationBits : memberText.bits
  const given = names.filter((_, bit) => (Number(bits) & (1 << bit)) !== 0)
  return auditWords.rights(given.length === names.length ? [auditWords.allRights] : given)
}

/** Whom an entry is about, with what became of them. */
function aboutOf(kind: string, name: string): string {
  if (kind === 'review-taken-over') return auditWords.takenFrom(name)
  return kind === 'review-handed-over' ? auditWords.handedTo(name) : t.about(name)
}

/** What was suspended, and until when. */
function suspensionOf(value: string): string {
  const [act = '', until] = value.split(' ')
  return t.suspended(t.values[act] ?? act, until ? formatDateTime(until) : '')
}

function valueOf(kind: string, value: string, subject: string): string {
  if (aboutDecision.has(kind)) return ''
  if (kind === 'wiki-reverted') return t.reverts(value)
  if (kind === 'account-suspended') return suspensionOf(value)
  if (kind === 'account-leaving') return t.erasedAt(formatDateTime(value))
  if (kind === 'address-seen') return t.foundByAddress
  if (kind === 'wiki-banned') return t.bannedUntil(formatDateTime(value))
  if (rights.has(kind)) return rightsOf(subject, value)
  if (kind === 'template-changed' || kind === 'words-changed') return t.templateVersion(value)
  return kind === 'curated' ? t.entries(formatExact(Number(value))) : (t.values[value] ?? auditWords.values[value] ?? value)
}

/** The content of an entry as parts of a sentence: round, change, about whom, reason, message. Options are named where the names are known. */
export function contentOf(entry: AuditEntry, optionNames: ReadonlyMap<string, string> = new Map()): string {
  const { from, to, round, value, kind, message, reason } = entry
  const status = (one: string) => t.statuses[one] ?? one
  const parts = [
    round > 0 ? t.round(round) : '',
    from && to ? t.change(status(from), status(to)) : to ? status(to) : '',
    entry.about_id && entry.about_id !== entry.actor_id ? aboutOf(kind, entry.about?.username ?? t.gone) : '',
    entry.subject.type === 'report' && entry.item ? t.reportOf(`${t.subjects[entry.item_type] ?? entry.item_type} ${entry.item}`) : '',
    value ? valueOf(kind, value, entry.subject.type) : '',
    reason ? reasonText.name(reason.code) : '',
    reason?.text ? t.quoted(reason.text) : '',
    message ? t.quoted(message) : '',
    entry.options?.length ? t.options(entry.options.map((id) => optionNames.get(id) ?? id).join('、')) : '',
  ]
  return parts.filter(Boolean).join('，')
}

/** The names of the options by their ids, from their templates. */
export const namesOf = (templates: readonly { id: string; name: string }[] | undefined): ReadonlyMap<string, string> =>
  new Map((templates ?? []).map(({ id, name }) => [id, name]))

/** 09:05:07, in the reader's time zone. */
export function clockOf(time: string): string {
  const at = new Date(time)
  return Number.isNaN(at.getTime())
    ? ''
    : [at.getHours(), at.getMinutes(), at.getSeconds()].map((one) => String(one).padStart(2, '0')).join(':')
}

/** The day of a moment in the reader's time zone, for the heading of a group. */
export function dayOf(time: string): string {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? '' : auditWords.day(at.getFullYear(), at.getMonth() + 1, at.getDate())
}
