import { expect, test } from 'vitest'
import { scopeBits } from '@/lib/scopes'
import { isLittleKnown, isSilent, placeOf, subjectsOf } from './request'

const texts = (subjects: ReturnType<typeof subjectsOf>) =>
  subjects.map(({ title, abilities }) => `${title}：${abilities.map(({ text, fresh }) => (fresh ? `${text}*` : text)).join('、')}`)

test('what is dangerous stands first, among the subjects and within each', () => {
  const requested = scopeBits(new Set(['projectRead', 'projectWrite', 'versionRead', 'versionDelete', 'userRead', 'payoutsWrite']))
  expect(texts(subjectsOf({ requested, granted: 0 }))).toEqual([
    '版本：删除版本、查看版本',
    '账号：提现、查看账号',
    '资源：查看资源、修改资源',
  ])
})

test('what is new is marked, unless everything is', () => {
  const requested = scopeBits(new Set(['projectRead', 'versionCreate']))
  expect(texts(subjectsOf({ requested, granted: scopeBits(new Set(['projectRead'])) }))).toEqual(['资源：查看资源', '版本：上传版本*'])
  expect(texts(subjectsOf({ requested, granted: 0 }))).toEqual(['资源：查看资源', '版本：上传版本'])
})

test('signing in with this site is said in words, and what is unknown is not said', () => {
  const [first] = subjectsOf({ requested: 0, granted: 0, openid: ['openid', 'profile', 'email', 'constructor', '<b>'] })
  expect(first?.abilities.map(({ text }) => text)).toEqual(['查看你的邮箱地址', '确认你是谁', '查看你的用户名与头像'])
})

test('the address is said once where both kinds of scopes ask for it', () => {
  const subjects = subjectsOf({ requested: scopeBits(new Set(['userReadEmail'])), granted: 0, openid: ['openid', 'email'] })
  expect(texts(subjects)).toEqual(['账号：查看邮箱', '登录：确认你是谁'])
})

test('a bit without a name is a danger that is said', () => {
  const subjects = subjectsOf({ requested: 2 ** 52 + scopeBits(new Set(['userRead'])), granted: 0 })
  expect(texts(subjects)[0]).toMatch(/^其他：/)
  expect(subjects[0]?.danger).toBe(true)
})

const now = Date.parse('2026-11-29T12:00:00Z')
test.each([
  ['young', { created: '2026-11-25T00:00:00Z', users: 500, verified: false }, true],
  ['with few users', { created: '2020-01-01T00:00:00Z', users: 9, verified: false }, true],
  ['old and used', { created: '2020-01-01T00:00:00Z', users: 10, verified: false }, false],
  ['of exactly seven days', { created: '2026-11-22T12:00:00Z', users: 10, verified: false }, false],
  ['verified', { created: '2026-11-29T00:00:00Z', users: 0, verified: true }, false],
])('people are warned of an application: %s', (_what, app, warned) => {
  expect(isLittleKnown(app, now)).toBe(warned)
})

test.each([
  ['https://sync.example.org/cb?code=1', { kind: 'site', name: 'sync.example.org' }],
  ['https://example.org:8443/cb', { kind: 'site', name: 'example.org:8443' }],
  ['http://127.0.0.1:999/cb', { kind: 'device', name: '127.0.0.1:999' }],
  ['http://[::1]:999/cb', { kind: 'device', name: '[::1]:999' }],
  ['com.example.app:/cb?code=1', { kind: 'program', name: 'com.example.app' }],
  // The name is the one that the browser will go to, not one that looks like another.
  ['https://example.org@evil.example/', { kind: 'site', name: 'evil.example' }],
  ['https://EXAMPLE.org\\@evil.example/', { kind: 'site', name: 'example.org' }],
  ['https://аррӏе.example/', { kind: 'site', name: 'xn--80ak6aa92e.example' }],
])('%s goes to %j', (address, place) => {
  expect(placeOf(address)).toEqual(place)
})

test.each([
  '',
  '/auth/sign-in',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://a.example/1',
  'http://example.org/cb',
  'file:///etc',
  'myapp:/cb',
])('a browser is not sent to %j', (address) => {
  expect(placeOf(address)).toBeUndefined()
})

test.each([
  ['?prompt=none', true],
  ['?prompt=login+none', true],
  ['?prompt=login&prompt=none', true],
  ['?prompt=nonesuch', false],
  ['?state=none', false],
  ['', false],
])('no page is wanted by %j: %s', (search, silent) => {
  expect(isSilent(search)).toBe(silent)
})
