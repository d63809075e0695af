import { expect, test } from 'vitest'
import { boardOf, comment, happened } from '@/testing/issues'
import { user } from '@/testing/people'
import { issueFloorHref, issueHref, numberOf } from './address'
import { composed, untouched } from './compose'
import { readLog } from './log'
import { modeOf, showsList, standingOf } from './standing'
import { timelineOf } from './timeline'

const project = { id: 'Proj0001', slug: 'gears', url_type: 'mod' }

test('an issue has an address by its number, and a floor on its page', () => {
  expect(issueHref(project, 12)).toBe('/mod/gears/issues/12')
  expect(issueFloorHref(project, 12, 0)).toBe('/mod/gears/issues/12#floor-0')
  expect(issueFloorHref(project, 12, 20)).toBe('/mod/gears/issues/12#floor-20')
  expect(issueFloorHref(project, 12, 21)).toBe('/mod/gears/issues/12?page=2#floor-21')
})

test.each([
  ['12', 12],
  ['9999999', 9_999_999],
  ['12345678', undefined],
  ['0', undefined],
  ['012', undefined],
  ['1e3', undefined],
  ['Issue001', undefined],
])('%s of an address is the number %s', (part, number) => {
  expect(numberOf(part)).toBe(number)
})

test('what happened stands between the comments; behind floors that are not shown yet it waits', () => {
  const events = [happened('labelled', 0), happened('closed', 1), happened('reopened', 1), happened('locked', 2), happened('pinned', 3)]
  const list = timelineOf([comment(1), comment(2)], events, 2)
  expect(list.map((one) => (one.kind === 'comment' ? one.floor : one.events.map(({ kind }) => kind)))).toEqual([
    ['labelled'],
    1,
    ['closed', 'reopened'],
    2,
    ['locked'],
  ])
  expect(timelineOf([], [happened('labelled', 0)], 0)).toHaveLength(1)
  expect(timelineOf([comment(1, { floor_number: null })], [], 1)).toEqual([])
})

test('the text of a new issue begins with the game and ends with the folded log', () => {
  const log = readLog('latest.log', 'Loading Minecraft 1.20.1 with Fabric Loader 0.15.3\nSetting user: Steve_01')
  const environment = { game: '1.20.1', loader: 'fabric', version: { id: 'Ver00001', number: '1.0](x)' } }
  expect(composed(' 一打开就崩溃。\n', environment, '/mod/gears', log)).toBe(
    '- 游戏版本：1.20.1\n- 加载器：Fabric 0.15.3\n- 资源版本：[1.0\\]\\(x\\)](/mod/gears/version/Ver00001)\n\n一打开就崩溃。\n\n' +
      '<details><summary>latest.log</summary>\n\n```text\nLoading Minecraft 1.20.1 with Fabric Loader 0.15.3\nSetting user: ‹账号›\n```\n\n</details>',
  )
  expect(composed('只有文字', { game: '', loader: '', version: undefined }, '/mod/gears', undefined)).toBe('只有文字')
})

test('the version of a loader is only said where the log is about that loader', () => {
  const log = readLog('latest.log', 'Loading Minecraft 1.20.1 with Fabric Loader 0.15.3')
  expect(composed('x', { game: '', loader: 'forge', version: undefined }, '/mod/gears', log)).not.toMatch(/^- 加载器：.*0\.15\.3/m)
})

const open = { status: 'approved' as const }

test.each([
  [{ can_open: true }, user, 'may'],
  [{}, undefined, undefined],
  [{}, null, 'signed-out'],
  [{}, { ...user, email_verified: false }, 'unverified'],
  [{}, { ...user, email: null }, 'unverified'],
  [{}, { ...user, email_verified: true }, 'refused'],
  [{ issues_type: 0 as const }, null, 'refused'],
  [{ issues_type: 3 as const }, null, 'refused'],
])('on a board of %o a person %o is %s', (board, person, standing) => {
  expect(standingOf(boardOf(board), open, person)).toBe(standing)
})

test('an archived project takes no issues, also from visitors who would sign in', () => {
  expect(standingOf(boardOf(), { status: 'archived' }, null)).toBe('refused')
})

test('a closed board shows its issues to members only', () => {
  expect(([0, 1, 2, 3] as const).map((type) => modeOf({ issues_type: type }))).toEqual(['elsewhere', 'both', 'here', 'closed'])
  expect(showsList(boardOf({ issues_type: 3 }), false)).toBe(false)
  expect(showsList(boardOf({ issues_type: 3 }), true)).toBe(true)
  expect(showsList(boardOf({ issues_type: 0 }), false)).toBe(true)
})

test.each([
  ['', '', false],
  ['正文', '', false],
  ['版本：\n\n现象：', '版本：\n现象： ', true],
  ['版本：1.21\n现象：', '版本：\n现象：', false],
])('of %j with the template %j is untouched: %j', (body, template, is) => {
  expect(untouched(body, template)).toBe(is)
})
