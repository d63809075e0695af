import { expect, test } from 'vitest'
import { formatDateTime } from '@/lib/format'
import type { AuditEntry } from './api'
import { contentOf, kindGroups, kindLabel } from './model/words'

const entry: AuditEntry = {
  position: 1,
  at: '2026-01-02T03:04:00Z',
  kind: 'wiki-rejected',
  mark: '',
  actor_id: 'UserMod2',
  actor: null,
  role: 'moderator',
  subject: { type: 'project', id: 'ProjOne1', name: '蒸汽码头', account: null, project: null, version_number: null },
  about_id: 'UserWri3',
  about: { id: 'UserWri3', username: 'writer', avatar_url: null },
  item_type: 'wiki-draft',
  item: 'Draft005',
  round: 0,
  from: '',
  to: '',
  value: '',
  options: [],
  message: '没有出处',
  reason: { code: 'spam', text: '' },
  event: { id: 'e', type: 'wikidraft.rejected.v1', stream: 'wikidraft-Draft005', revision: 3 },
}

test('every kind of decision about a wiki has a name of its own', () => {
  const names = kindGroups.wiki.map(kindLabel)
  expect(names).not.toEqual(expect.arrayContaining([expect.stringContaining('wiki-')]))
  expect(new Set(names).size).toBe(kindGroups.wiki.length)
})

test('a decision about a wiki says whom it is about, until when, and why', () => {
  expect(contentOf(entry)).toBe('对象为 writer，垃圾内容，「没有出处」')
  const until = '2026-03-04T05:06:07Z'
  expect(contentOf({ ...entry, kind: 'wiki-banned', value: until })).toBe(
    `对象为 writer，至 ${formatDateTime(until)}，垃圾内容，「没有出处」`,
  )
  expect(contentOf({ ...entry, kind: 'wiki-reverted', about_id: 'UserMod2', about: null, value: 'Change04', reason: null })).toBe(
    '所撤销的更改 Change04，「没有出处」',
  )
})
