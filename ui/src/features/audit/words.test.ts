import { expect, test } from 'vitest'
import type { AuditEntry } from './api'
import { clockOf, contentOf, dayOf, namesOf } from './model/words'

function entry(more: Partial<AuditEntry>): AuditEntry {
  return {
    position: 7,
    at: '2026-11-18T00:00:00Z',
    kind: 'rejected',
    mark: '',
    actor: null,
    actor_id: 'Mod00001',
    role: 'moderator',
    subject: { type: 'project', id: 'Proj0001', name: '码头', account: null, version_number: null, project: null },
    about: null,
    about_id: '',
    item: '',
    item_type: '',
    round: 0,
    from: '',
    to: '',
    value: '',
    options: [],
    message: '',
    reason: null,
    event: { id: 'e', type: 't', stream: 's', revision: 1 },
    ...more,
  }
}
const mate = { id: 'Mod00002', username: '石榴', avatar_url: null }

test('an entry is told in words: the points of the checklist, rights, roles and whom it concerns', () => {
  const names = namesOf([{ id: 'title-useless-info', name: '标题 · 包含无用信息' }])
  expect(contentOf(entry({ options: ['title-useless-info', 'gone'] }), names)).toContain('标题 · 包含无用信息、gone')
  expect(contentOf(entry({ kind: 'rights-granted', value: '13' }))).toBe('权限：上传版本、修改资料、修改介绍')
  expect(contentOf(entry({ kind: 'rights-granted', value: '2047' }))).toBe('权限：全部')
  expect(contentOf(entry({ kind: 'role-granted', value: 'treasurer' }))).toBe('财务')
  expect(contentOf(entry({ kind: 'review-taken-over', about: mate, about_id: mate.id }))).toBe('从 石榴 接手')
  expect(contentOf(entry({ kind: 'review-handed-over', about: mate, about_id: mate.id }))).toBe('交给 石榴')
})

test('the rights of an organization have their own names', () => {
  const subject = { type: 'organization', id: 'Org00001', name: '码头', account: null, version_number: null, project: null } as const
  expect(contentOf(entry({ kind: 'rights-granted', value: '17', subject }))).toBe('权限：修改资料、移入项目')
})

test('a moment has its seconds, and its day stands above the lines', () => {
  const at = new Date(2026, 10, 18, 9, 5, 7).toISOString()
  expect(clockOf(at)).toBe('09:05:07')
  expect(dayOf(at)).toBe('2026 年 11 月 18 日')
  expect(dayOf('')).toBe('')
})
