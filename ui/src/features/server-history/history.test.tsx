import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Happening } from '@/features/server/parts'
import { renderPart } from '@/testing/render-part'
import { server as api } from '@/testing/server'
import { happening, hosted } from '@/testing/servers'
import { ago } from '@/testing/time'
import { asked as questionOf, byDay, doersOf, isFiltered, type Filter } from './model/filter'
import { outcomesOf } from './model/outcome'
import { CrashPage, ServerHistory } from '.'

const verdi = { id: 'Usr00003', username: 'Verdi', avatar_url: null }
const kind = (text: string) => text as Happening['kind']
const NOW = Date.now()
let entries: Happening[]
let asked: URLSearchParams[]

beforeEach(() => {
  asked = []
  entries = [
    happening(90, { kind: 'ready', at: ago(1), run: 'r2' }),
    happening(80, { kind: 'power', at: ago(1.1), actor: verdi, role: 'member', token: true, detail: { action: 'start' } }),
    happening(70, { kind: 'crashed', at: ago(30), detail: { code: 1, seconds: 61 } }),
    happening(60, { kind: 'renamed', at: ago(24 * 20), actor: null, role: 'admin' }),
  ]
  api.use(
    http.get('/_internal/server/:id/history', ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.push(query)
      const before = Number(query.get('before') ?? Infinity)
      const groups: Record<string, string[]> = { run: ['ready', 'crashed'], power: ['power'] }
      const kinds = groups[query.get('kind') ?? '']
      const fits = ({ position, kind, actor, credential }: Happening) =>
        position < before &&
        (!kinds || kinds.includes(kind)) &&
        (!query.has('by') || actor?.id === query.get('by')) &&
        (!query.has('token') || credential?.id === query.get('token'))
      return HttpResponse.json({ entries: entries.filter(fits), next: null })
    }),
    http.get('/v3/server/:id/members', () => HttpResponse.json({ members: [{ user: verdi, role: 'editor' }] })),
  )
})

function Page({ filter: first = {} }: { filter?: Filter }) {
  const [filter, setFilter] = useState<Filter>(first)
  return <ServerHistory server={hosted()} filter={filter} onFilter={setFilter} />
}
const show = (filter?: Filter) => renderPart(() => <Page {...(filter ? { filter } : {})} />)
const items = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

test('the site is asked for what is chosen; words that are none ask for nothing', () => {
  expect(questionOf({ kind: 'run', by: 'staff', token: 'Token001' }, NOW)).toEqual({ kind: 'run', by: 'staff', token: 'Token001' })
  expect(questionOf({ time: '7' }, Date.parse('2026-11-08T00:00:00Z'))).toEqual({ from: '2026-11-01T00:00:00.000Z' })
  expect(questionOf({ kind: 'toString', time: '8' }, NOW)).toEqual({})
  expect(isFiltered({ kind: 'toString', entry: 4 })).toBe(false)
})

test('members, everybody in the entries, the node and the staff are offered once', () => {
  expect(doersOf([verdi, { id: 'Usr00009', username: '阿澄' }, null], entries)).toEqual([
    { id: 'Usr00003', name: 'Verdi' },
    { id: 'Usr00009', name: '阿澄' },
    { id: 'node', name: '节点或站点' },
    { id: 'staff', name: '管理员' },
  ])
})

test('entries of one day stand together', () => {
  expect(byDay(entries).flatMap((day) => day.entries)).toEqual(entries)
  expect(byDay(entries).length).toBeGreaterThan(2)
})

test('a decision knows what came of it', () => {
  const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00Z`
  const outcomes = outcomesOf([
    happening(10, { kind: kind('files-restored'), at: at(33), detail: { backup: 'B1', files: 1 } }),
    happening(9, { kind: kind('files-restore-requested'), at: at(32), detail: { backup: 'B1', path: '/world' } }),
    happening(8, { kind: kind('restore-failed'), at: at(30), detail: { backup: 'B1' } }),
    happening(7, { kind: kind('restore-requested'), at: at(29), detail: { backup: 'B1' } }),
    happening(6, { kind: kind('backed-up'), at: at(20), detail: { backup: 'B1' } }),
    happening(5, { kind: 'stopped', at: at(12) }),
    happening(4, { kind: 'power', at: at(11), detail: { action: 'stop' } }),
    happening(3, { kind: 'crashed', at: at(5) }),
    happening(2, { kind: 'power', at: at(3), detail: { action: 'start' } }),
    happening(1, { kind: kind('backup-requested'), at: at(0), detail: { backup: 'B1' } }),
  ])
  expect(Object.fromEntries(outcomes)).toEqual({
    1: '20 分 0 秒后完成',
    2: '2 分 0 秒后崩溃',
    4: '1 分 0 秒后停止',
    7: '没有完成',
    9: '1 分 0 秒后恢复',
  })
})

test('a restart counts by the process that came after it', () => {
  const outcomes = outcomesOf([
    happening(4, { kind: 'ready', at: '2026-11-20T10:00:40Z' }),
    happening(3, { kind: 'started', at: '2026-11-20T10:00:20Z' }),
    happening(2, { kind: 'stopped', at: '2026-11-20T10:00:10Z' }),
    happening(1, { kind: 'power', at: '2026-11-20T10:00:00Z', detail: { action: 'restart' } }),
  ])
  expect(outcomes.get(1)).toBe('40 秒后就绪')
})

test('each entry says who, in which role, by which means, why and what came of it', async () => {
  await show()
  await screen.findByText('要求启动')
  const [ready, power, crashed, renamed] = items()
  expect(ready).toMatch(/节点服务器已就绪/)
  expect(power).toMatch(/Verdi成员要求启动访问令牌#80结果：6 分 0 秒后就绪/)
  expect(crashed).toMatch(/服务器崩溃退出代码 1，运行了 1 分 1 秒/)
  expect(renamed).toMatch(/管理员改了名称网页会话/)
})

test('the list follows its filters, and the way back is offered', async () => {
  await show()
  await screen.findByText('要求启动')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '类型' }), '运行与崩溃')
  await waitFor(() => expect(items()).toHaveLength(2))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '操作者' }), 'Verdi')
  await screen.findByText('没有符合的记录')
  expect(asked.at(-1)?.toString()).toContain('by=Usr00003')
  await userEvent.click(screen.getAllByRole('button', { name: '清除筛选' })[0] as HTMLElement)
  await waitFor(() => expect(items()).toHaveLength(4))
})

test('a link to an entry begins with it', async () => {
  await show({ entry: 70 })
  await screen.findByText('从第 70 号记录开始显示。')
  await waitFor(() => expect(items()[0]).toMatch(/服务器崩溃/))
  expect(asked[0]?.get('before')).toBe('71')
  const link = screen.getByRole('link', { name: '第 70 号记录的链接' })
  expect(link.getAttribute('href')).toBe('/servers/manage/Srv00001/history?entry=70')
  await userEvent.click(screen.getByRole('button', { name: '回到最新' }))
  await screen.findByText('要求启动')
})

test('older pages follow when they are asked for', async () => {
  api.use(
    http.get('/_internal/server/:id/history', ({ request }) => {
      const before = new URL(request.url).searchParams.get('before')
      return HttpResponse.json(before ? { entries: entries.slice(2), next: null } : { entries: entries.slice(0, 2), next: 80 })
    }),
  )
  await show()
  await userEvent.click(await screen.findByRole('button', { name: '更早的' }))
  await waitFor(() => expect(items()).toHaveLength(4))
})

test('an entry by a token of the viewer names it, and leads to all that it did', async () => {
  entries = [
    happening(90, { kind: 'renamed', actor: verdi, role: 'owner', token: true, credential: { id: 'Token001', name: '夜间脚本' } }),
    happening(80, { kind: 'ready' }),
  ]
  await show()
  await userEvent.click(await screen.findByRole('button', { name: '夜间脚本' }))
  await screen.findByText('凭据 Token001')
  await waitFor(() => expect(items()).toHaveLength(1))
  expect(asked.at(-1)?.get('token')).toBe('Token001')
})

test('what is selected can be exported', async () => {
  await show({ kind: 'power' })
  const link = await screen.findByRole('link', { name: '导出 CSV' })
  expect(link.getAttribute('href')).toMatch(/\/_internal\/server\/Srv00001\/history\/export\?kind=power&format=csv$/)
})

const run = {
  run: 'r1',
  started: ago(3),
  ready: null,
  ended: ago(2.9),
  attempt: 0,
  code: 1,
  signal: '',
  out_of_memory: false,
  seconds: 7,
  cause: '',
  stack: 'abc123',
}
const suspect = {
  kind: 'added',
  position: 70,
  at: ago(4),
  actor: verdi,
  role: 'member',
  project: { id: 'Proj0001', slug: 'sodium', url_type: 'mod', title: '钠', icon_url: null },
  id: 'Proj0001',
  file: 'sodium.jar',
  version: '0.6.1',
  from: '',
  from_id: '',
  holds: true,
  keys: [],
}
const crash = {
  ...run,
  clean: { ...run, run: 'r0', seconds: 4000, ended: ago(5) },
  recovered: null,
  suspects: [
    suspect,
    {
      ...suspect,
      kind: 'version',
      position: 60,
      id: 'Proj0002',
      project: null,
      file: 'hidden.jar',
      version: '',
      from: '',
      from_id: 'Vers0002',
    },
    { ...suspect, kind: 'removed', position: 50, holds: false, from_id: 'Vers0003' },
    { ...suspect, kind: 'properties', position: 40, id: '', project: null, file: '', keys: ['pvp'] },
  ],
  changes: [happening(70, { kind: 'content-added', actor: verdi, role: 'member' })],
  more: false,
  similar: [{ ...run, run: 'r9' }],
  times: 1,
  elsewhere: 6,
}
const showCrash = (over: object = {}, id: string | undefined = 'r1') => {
  api.use(http.get('/_internal/server/:id/crashes/:run', () => HttpResponse.json({ ...crash, ...over })))
  return renderPart(() => <CrashPage server={hosted({ power: { state: 'crashed' } })} shown="crashed" run={id} />)
}

test('a crash says how it ended, what was changed since the last good run, and where else it was seen', async () => {
  await showCrash()
  await screen.findByText('abc123')
  const list = screen.getByRole('region', { name: '可疑的更改' })
  const [added, changed, removed, properties] = within(list).getAllByRole('listitem')
  expect(added?.textContent).toMatch(/添加了钠0.6.1Verdi/)
  expect(
    within(added as HTMLElement)
      .getByRole('link', { name: '钠' })
      .getAttribute('href'),
  ).toBe('/mod/sodium')
  expect(changed?.textContent).toMatch(/更换了版本hidden.jar不可见的版本 → 不可见的版本/)
  expect(removed?.textContent).toMatch(/已撤销/)
  expect(properties?.textContent).toMatch(/更改了游戏设置pvp/)
  screen.getByText(/堆栈相同的其他崩溃有 1 次.*另有 6 台服务器出现过/)
  const similar = within(screen.getByRole('region', { name: '相同的崩溃' })).getByRole('link')
  expect(similar.getAttribute('href')).toBe('/servers/manage/Srv00001/history/crash?run=r9')
})

test('a suspect is taken back, and then the server can be started', async () => {
  const sent: unknown[] = []
  api.use(
    http.post('/hosting/modyard/v0/servers/:id/deleteMod', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await showCrash()
  await userEvent.click(await screen.findByRole('button', { name: '移除' }))
  await screen.findByText('已撤销。重启服务器后生效。')
  expect(sent).toEqual([{ path: 'sodium.jar' }])
  screen.getByRole('button', { name: '启动服务器' })
})

test('a crash without suspects says where to look; one that nobody named leads back', async () => {
  const first = await showCrash({ suspects: [], changes: [], clean: null, elsewhere: null, similar: [], times: 0, stack: '' })
  await screen.findByText('其间没有改过内容或设置')
  screen.getByText('此前没有正常的运行，以下列出全部更改。')
  first.unmount()
  await renderPart(() => <CrashPage server={hosted()} shown="running" run={undefined} />)
  await screen.findByText('没有指定哪一次崩溃。')
})

test('a server without a history says what will stand here; one that does not load is asked for again', async () => {
  entries = []
  const first = await show()
  await screen.findByText('还没有动态')
  first.unmount()
  let broken = true
  api.use(
    http.get('/_internal/server/:id/history', () =>
      broken ? HttpResponse.json({ error: 'x', description: '暂时不行。' }, { status: 400 }) : HttpResponse.json({ entries, next: null }),
    ),
  )
  await show()
  const alert = await screen.findByRole('alert')
  broken = false
  await userEvent.click(within(alert).getByRole('button', { name: '重试' }))
  await screen.findByText('还没有动态')
})
