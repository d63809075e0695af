import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { user } from '@/testing/people'
import { renderPart } from '@/testing/render-part'
import { server as api } from '@/testing/server'
import { hosted } from '@/testing/servers'
import { formatDateTime } from '@/lib/format'
import { ago } from '@/testing/time'
import type { ConfigFile, Difference, Revision } from './api'
import type { ConfigPlace } from './components/config-history'
import { comparedOf, momentOfField, refusalOf, targetOf } from './model/compared'
import { ConfigHistory } from '.'

const revision = (position: number, over: Partial<Revision> = {}): Revision => ({
  position,
  at: ago(100 - position),
  size: 40,
  state: 'text',
  cause: 'process',
  by: null,
  credential: null,
  kept: true,
  restored: null,
  ...over,
})
const mine = { id: user.id, username: user.username, avatar_url: null }

let files: ConfigFile[]
let revisions: Revision[]
let difference: Difference
let asked: URLSearchParams[]
let restored: unknown[]

const content = (position: number, text: string | null, state: Difference['before']['state'] = 'text') => ({
  position,
  state,
  text,
  foreign: false,
})

beforeEach(() => {
  asked = []
  restored = []
  revisions = [revision(30, { cause: 'account', by: mine }), revision(20), revision(10, { cause: 'found' })]
  files = [
    { path: '/config/old.toml', ...revision(5, { state: 'gone' }) },
    { path: '/plugins/a/config.yml', ...revision(8) },
    { path: '/server.properties', ...revision(30) },
  ]
  difference = {
    before: content(20, '#mine\npvp=true\n'),
    after: content(30, '#mine\npvp=false\n'),
    keys: [{ key: 'pvp', before: 'true', after: 'false', secret: false }],
  }
  api.use(
    http.get('/_internal/server/:id/configuration', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ files })
    }),
    http.get('/_internal/server/:id/configuration/revisions', () => HttpResponse.json({ revisions, next: null })),
    http.get('/_internal/server/:id/configuration/diff', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(difference)
    }),
    http.post('/v3/server/:id/configuration/restore', async ({ request }) => {
      restored.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

function Page({ server = hosted(), first = {} }: { server?: ReturnType<typeof hosted>; first?: ConfigPlace }) {
  const [place, setPlace] = useState<ConfigPlace>(first)
  return <ConfigHistory server={server} shown="running" place={place} onPlace={setPlace} />
}
const show = (props: Parameters<typeof Page>[0] = {}) => renderPart(() => <Page {...props} />)

test('a revision is compared with the one before it, or with the present one', () => {
  const [newest, middle, oldest] = revisions as [Revision, Revision, Revision]
  expect(comparedOf(revisions, newest, 'current')).toEqual({ before: middle, after: newest })
  expect(comparedOf(revisions, middle, 'previous')).toEqual({ before: oldest, after: middle })
  expect(comparedOf(revisions, middle, 'current')).toEqual({ before: middle, after: newest })
  expect(comparedOf(revisions, oldest, 'previous')).toEqual({ before: undefined, after: oldest })
  expect([targetOf(revisions, newest), targetOf(revisions, oldest), targetOf([newest], newest)]).toEqual([middle, oldest, undefined])
  expect(momentOfField('2026-05-01T12:00')).toMatch(/^2026-0[45]-\d\dT/)
  expect([momentOfField(''), momentOfField('yesterday')]).toEqual([undefined, undefined])
})

test('who may restore nothing learns why', () => {
  expect(refusalOf(hosted())).toBeUndefined()
  expect(refusalOf(hosted({ current_user_permissions: 1 }))).toMatch(/权限/)
  expect(refusalOf(hosted({ host: { connected: false } }))).toMatch(/不在线/)
  expect(refusalOf(hosted({ suspended: true }))).toMatch(/暂停/)
})

test('a restore is marked with the revision that it came from, and with its setting', async () => {
  const at = '2026-05-01T12:00:00Z'
  revisions = [
    revision(50, { cause: 'account', by: mine, restored: { position: 20, at, key: 'pvp' } }),
    revision(40, { cause: 'account', by: mine, restored: { position: 7, at: null, key: '' } }),
    revision(20),
  ]
  await show()
  const marks = (await screen.findAllByText(/恢复自/)).map(({ textContent }) => textContent)
  expect(marks).toEqual([`pvp 恢复自 ${formatDateTime(at)}`, '恢复自 #7'])
})

test('the newest change of server.properties is shown and one setting taken back', async () => {
  await show()
  const list = await screen.findByRole('list', { name: '配置文件' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^plugins\/a\/config\.yml/),
    expect.stringMatching(/^server\.properties/),
    expect.stringMatching(/^config\/old\.toml已删除/),
  ])
  const row = await screen.findByRole('row', { name: /^pvp true/ })
  expect(row.textContent).toBe('pvptruefalse')
  await userEvent.click(within(row).getByRole('button', { name: '恢复 pvp' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch(/重启后生效.*现在有 3 人在线/)
  await userEvent.click(within(dialog).getByRole('button', { name: '恢复' }))
  await waitFor(() => expect(restored).toEqual([{ path: '/server.properties', revision: 20, expected: 30, key: 'pvp' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an older revision is chosen and the whole file restored', async () => {
  await show()
  await userEvent.click(await screen.findByRole('button', { name: /首次记录/ }))
  await userEvent.click(await screen.findByRole('button', { name: '恢复这个版本' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '恢复' }))
  await waitFor(() => expect(restored).toEqual([{ path: '/server.properties', revision: 10, expected: 30 }]))
})

test('a restore of what has changed meanwhile says so', async () => {
  api.use(
    http.post('/v3/server/:id/configuration/restore', () =>
      HttpResponse.json(
        { error: 'conflict', description: '文件已在别处更改，请核对后再恢复。', field: 'expected', present: {} },
        { status: 409 },
      ),
    ),
  )
  await show()
  await userEvent.click(await screen.findByRole('button', { name: '撤销这次更改' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '恢复' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/没有恢复/)
})

test('without a record the page says when there will be one', async () => {
  files = []
  await show()
  expect(await screen.findByText('还没有记录')).toBeTruthy()
})

test('while the node is away the history can be read and nothing restored', async () => {
  await show({ server: hosted({ host: { connected: false } }) })
  expect(await screen.findByText(/节点不在线：可以查看/)).toBeTruthy()
  expect((await screen.findByRole('button', { name: '撤销这次更改' })).hasAttribute('disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: '恢复 pvp' })).toBeNull()
})

test('what is masked, hidden, missing or too large says so', async () => {
  difference = {
    before: content(20, 'a=••••••\n', 'masked'),
    after: content(30, 'a=••••••\n', 'masked'),
    keys: [{ key: 'a.password', before: null, after: null, secret: true }],
  }
  const page = await show()
  expect(await screen.findByText(/密码一类的值与注释已隐藏/)).toBeTruthy()
  expect((await screen.findByRole('row', { name: /a\.password/ })).textContent).toBe('a.password已隐藏已隐藏')
  page.unmount()
  for (const [state, words] of [
    ['hidden', /需要读取文件的权限/],
    ['missing', /没有这个版本的内容/],
    ['unreadable', /超过 1 MiB/],
  ] as const) {
    difference = { before: content(20, 'a'), after: content(30, null, state), keys: [] }
    const shown = await show()
    expect(await screen.findByText(words)).toBeTruthy()
    shown.unmount()
  }
})

test('a moment is asked for in the time of the site', async () => {
  await show({ first: { at: '2026-05-01T12:00' } })
  await waitFor(() => expect(asked[0]?.get('at')).toBe(new Date('2026-05-01T12:00').toISOString()))
  await userEvent.click(await screen.findByRole('button', { name: '回到现在' }))
  await waitFor(() => expect(asked.some((query) => !query.has('at') && !query.has('after'))).toBe(true))
})
