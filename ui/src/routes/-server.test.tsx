import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Server } from '@/lib/hosting/servers'
import { fakeConsole } from '@/testing/console'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server as api } from '@/testing/server'
import { happening, hosted, listOf } from '@/testing/servers'

const base = '/hosting/modyard/v0'
const page = '/servers/manage/Srv00001'

let record: Server
let sent: unknown[]
let consoles: ReturnType<typeof fakeConsole>

beforeEach(() => {
  document.cookie = 'modyard_csrf=x; path=/'
  sessionStorage.clear()
  record = hosted()
  sent = []
  consoles = fakeConsole()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api.use(
    http.get('/v2/user', () => HttpResponse.json(me)),
    http.get(`${base}/servers`, () =>
      HttpResponse.json(
        listOf(
          record,
          hosted({ server_id: 'Srv00002', name: '齿轮测试场', software: 'none', loader: null, power: { state: 'stopped', players: null } }),
        ),
      ),
    ),
    http.get(`${base}/servers/:id`, () => HttpResponse.json(record)),
    http.get(`${base}/servers/:id/ws`, () =>
      HttpResponse.json({ url: 'http://node-1.example:8443/modyard/v0/servers/Srv00001/ws', token: 'jwt' }),
    ),
    http.get('/_internal/server/:id/history', () => HttpResponse.json({ entries: [], next: null })),
    http.post(`${base}/servers/:id/:part`, async ({ request, params }) => {
      sent.push([params.part, await request.json()])
      return new HttpResponse(null, { status: 204 })
    }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the list shows state, address, software, players and the newest crash, and finds by name', async () => {
  record = hosted({ last_crash: new Date().toISOString(), demonstration: true, pending: true })
  await renderRoute('/servers/manage')
  const table = await screen.findByRole('table', { name: '我的服务器' })
  const row = await within(table).findByRole('row', { name: /晨雾谷/ })
  for (const text of ['运行中', '待应用', '演示', 'mist.modyard.example', '21.1.90', '3 / 20', '刚刚'])
    expect(row.textContent).toContain(text)
  expect(within(table).getByRole('row', { name: /齿轮测试场/ }).textContent).toContain('尚未安装')
  await userEvent.type(screen.getByRole('textbox', { name: '查找服务器' }), '齿轮')
  await waitFor(() => expect(screen.queryByText('3 / 20')).toBeNull())
  await userEvent.type(screen.getByRole('textbox', { name: '查找服务器' }), 'x')
  await screen.findByText('没有符合的服务器')
  await userEvent.click(screen.getByRole('button', { name: '清空查找' }))
  await screen.findByText('3 / 20')
})

test('who has no server reads how to get one', async () => {
  api.use(http.get(`${base}/servers`, () => HttpResponse.json(listOf())))
  await renderRoute('/servers/manage')
  await screen.findByText('还没有服务器')
  screen.getByText(/由站点的管理员开通/)
})

test('a list that does not load says the text of the API, and is asked for again', async () => {
  let broken = true
  api.use(http.get(`${base}/servers`, () => (broken ? new HttpResponse(null, { status: 405 }) : HttpResponse.json(listOf(record)))))
  await renderRoute('/servers/manage')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('[MODYARD SERVERS] 405 Method Not Allowed')
  broken = false
  await userEvent.click(within(alert).getByRole('button', { name: '重试' }))
  await screen.findByRole('table', { name: '我的服务器' })
})

test('a server of somebody else has no page', async () => {
  api.use(http.get(`${base}/servers/:id`, () => HttpResponse.json({ error: 'not_found', description: '服务器不存在。' }, { status: 404 })))
  await renderRoute(page)
  await screen.findByRole('heading', { name: '没有这个页面' })
})

test('a running server: what is not possible says why, and the address can be copied', async () => {
  await renderRoute(page)
  const start = await screen.findByRole('button', { name: '启动' })
  expect(start).toMatchObject({ disabled: true, title: '服务器正在运行' })
  expect(screen.getByRole('button', { name: '停止' })).toMatchObject({ disabled: false })
  screen.getByRole('button', { name: '复制地址 mist.modyard.example' })
  screen.getByText('已运行 6 天 4 小时')
  // … and its name is that of the page.
  await waitFor(() => expect(document.title).toMatch(/^晨雾谷 - /))
  expect(screen.getAllByText('61%').length).toBeGreaterThan(0)
})

const soon = () => new Date(Date.now() + 600_000).toISOString()
const before = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test.each<[string, () => Server, RegExp[]]>([
  [
    'suspended',
    () => hosted({ suspended: true, status: 'suspended', suspension_reason: 'paymentfailed' }),
    [/^已暂停$/, /服务器已暂停：付款失败/, /控制台已关闭/],
  ],
  [
    'node away',
    () => hosted({ host: { connected: false, seen: before(3) }, power: { state: 'unknown' } }),
    [/^节点离线$/, /节点 晨曦 已离线，最后一次联系：3 分钟前/, /服务器可能仍在运行/],
  ],
  ['node never connected', () => hosted({ host: null, power: { state: 'unknown' } }), [/^等待节点$/, /还没有连接到站点/]],
  [
    'crashed',
    () => hosted({ power: { state: 'crashed', next: soon(), exit: { code: 137, signal: 'SIGKILL', out_of_memory: true, seconds: 125 } } }),
    [/^已崩溃$/, /内存超出上限，被信号 SIGKILL 结束，运行了 2 分 5 秒/, /后自动重启。$/],
  ],
  [
    'given up',
    () => hosted({ power: { state: 'crashed' }, last_run: { ...hosted().last_run, seen: 'given-up', attempt: 5, code: 1 } }),
    [/^已放弃启动$/, /连续崩溃 5 次/, /退出代码 1/],
  ],
  ['slow', () => hosted({ power: { state: 'starting', since: before(2) } }), [/^启动较慢$/, /已经启动了 2 分/]],
  ['unresponsive', () => hosted({ power: { unresponsive: true } }), [/^无响应$/, /没有回应状态查询/]],
  ['no software', () => hosted({ software: 'none', loader: null, power: { state: 'stopped' } }), [/还没有安装服务器软件/]],
  [
    'refused',
    () => hosted({ power: { state: 'stopped' }, last_run: { ...hosted().last_run, seen: 'refused', cause: 'no-java' } }),
    [/^已停止$/, /上次没有启动成功：节点上没有所需的 Java 版本/],
  ],
  ['deleted', () => hosted({ deleted: before(60 * 24) }), [/^已删除$/, /6 天内可以恢复/]],
  [
    'pending, demonstration, unlimited',
    () => hosted({ pending: true, demonstration: true, host: { unlimited: ['memory', 'disk'] } }),
    [/^待应用$/, /^演示$/, /此节点不限制：内存、磁盘。/],
  ],
])('state: %s', async (_name, shown, words) => {
  record = shown()
  await renderRoute(page)
  for (const text of words) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
})

test('a start is shown at once, and the record is read again after it', async () => {
  record = hosted({ power: { state: 'stopped', players: null, figures: null } })
  await renderRoute(page)
  await userEvent.click(await screen.findByRole('button', { name: '启动' }))
  await screen.findByText('启动中')
  expect(screen.getByRole('button', { name: '启动' })).toMatchObject({ disabled: true })
  record = hosted()
  await screen.findByText('运行中')
  expect(sent).toEqual([['power', { action: 'Start' }]])
})

test('a start that needs the licence asks for it, and starts then', async () => {
  record = hosted({ power: { state: 'stopped' }, licence: false })
  let accepted = false
  api.use(
    http.post(`${base}/servers/Srv00001/licence`, () => {
      accepted = true
      return new HttpResponse(null, { status: 204 })
    }),
    http.post(`${base}/servers/Srv00001/power`, () =>
      accepted
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json({ error: 'eula_required', description: '须先接受协议。' }, { status: 409 }),
    ),
  )
  await renderRoute(page)
  await userEvent.click(await screen.findByRole('button', { name: '启动' }))
  const dialog = await screen.findByRole('dialog', { name: '接受最终用户许可协议' })
  const go = within(dialog).getByRole('button', { name: '接受并启动' })
  expect(go).toMatchObject({ disabled: true })
  await userEvent.click(within(dialog).getByRole('checkbox'))
  await userEvent.click(go)
  await screen.findByText('启动中')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each<[string, () => Server, string]>([
  ['while something is installed', () => hosted({ status: 'installing', power: { state: 'stopped' } }), '查看进度'],
  ['after it failed', () => hosted({ status: 'broken', power: { state: 'stopped' } }), '查看原因'],
  ['without software', () => hosted({ software: 'none', power: { state: 'stopped' } }), '安装软件'],
])('%s the head of a server leads to its software', async (_name, shown, label) => {
  record = shown()
  await renderRoute(page)
  const link = await screen.findByRole('link', { name: label })
  expect(link.getAttribute('href')).toBe('/servers/manage/Srv00001/options/loader')
})

test('while something is installed nothing starts, and a process that still runs can be ended', async () => {
  record = hosted({ status: 'installing' })
  await renderRoute(page)
  expect(await screen.findByRole('button', { name: '启动' })).toMatchObject({ disabled: true, title: '正在安装，完成后才能操作' })
  await userEvent.click(screen.getByRole('button', { name: '更多电源操作' }))
  expect((await screen.findByRole('menuitem', { name: /强制结束/ })).hasAttribute('data-disabled')).toBe(false)
})

test('a refused start says the text of the API and what it means', async () => {
  record = hosted({ power: { state: 'stopped' } })
  api.use(
    http.post(`${base}/servers/:id/power`, () =>
      HttpResponse.json({ error: 'node_unreachable', description: '节点暂时无法连接，请稍后再试。' }, { status: 502 }),
    ),
  )
  await renderRoute(page)
  await userEvent.click(await screen.findByRole('button', { name: '启动' }))
  await screen.findByText('[MODYARD SERVERS] 502 Bad Gateway')
  await screen.findByText('已停止')
})

test('the end by force stands behind a menu and is confirmed', async () => {
  await renderRoute(page)
  await userEvent.click(await screen.findByRole('button', { name: '更多电源操作' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '强制结束' }))
  const dialog = await screen.findByRole('dialog', { name: '强制结束服务器？' })
  expect(sent).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: '强制结束' }))
  await waitFor(() => expect(sent).toEqual([['power', { action: 'Kill' }]]))
})

test('a server is renamed in its place, and an error stands at the field', async () => {
  await renderRoute(page)
  await userEvent.click(await screen.findByRole('button', { name: '重命名' }))
  const field = await screen.findByRole('textbox', { name: '服务器名称' })
  await userEvent.clear(field)
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect((await screen.findByText('名称须为 1 至 48 个字符。')).getAttribute('role')).toBe('alert')
  await userEvent.type(field, '暮色港')
  record = hosted({ name: '暮色港' })
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByRole('heading', { name: '暮色港', level: 1 })
  expect(sent).toEqual([['name', { name: '暮色港' }]])
})

test('what happened is told with who, what and why, and goes on', async () => {
  api.use(
    http.get('/_internal/server/:id/history', ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('before')
          ? { entries: [happening(1, { kind: 'provisioned', role: 'admin', detail: { port: 25_565 } })], next: null }
          : {
              entries: [
                happening(9, {
                  kind: 'power',
                  role: 'owner',
                  token: true,
                  actor: { id: me.id, username: me.username, avatar_url: null },
                  detail: { action: 'restart' },
                }),
                happening(8, { kind: 'crashed', detail: { code: 1, seconds: 61, cause: 'not-ready' } }),
                happening(7, { kind: 'suspended', role: 'admin', detail: { suspension: 'moderated', reason: 'rules' } }),
              ],
              next: 7,
            },
      ),
    ),
  )
  await renderRoute(page)
  const list = await screen.findByRole('list', { name: '动态' })
  const items = () =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  await waitFor(() => expect(items()).toHaveLength(3))
  expect(items()[0]).toMatch(/你要求重启访问令牌$/)
  expect(items()[1]).toMatch(/节点服务器崩溃10 分钟内没有就绪，退出代码 1，运行了 1 分 1 秒$/)
  expect(items()[2]).toMatch(/管理员暂停了服务器违反站点规则；原因：违反其他规则$/)
  await userEvent.click(screen.getByRole('button', { name: '更多' }))
  await waitFor(() => expect(items()[3]).toMatch(/管理员开通了服务器端口 25565$/))
})

const enter = async (...lines: string[]) => {
  await waitFor(() => expect(consoles.last()?.onopen).toBeTruthy())
  act(() => consoles.last()?.enter(...lines))
  await screen.findByText('已同步')
}

test('the console shows lines with time and level, counts warnings, filters and searches', async () => {
  await renderRoute(page)
  await enter(
    '[12:00:00] [Server thread/INFO]: 阿澄 加入了游戏',
    '[12:00:01] [Server thread/WARN]: Running late',
    '[12:00:02 ERROR]: Broken',
  )
  expect(consoles.last()?.url).toBe('ws://node-1.example:8443/modyard/v0/servers/Srv00001/ws')
  expect(consoles.last()?.sent).toEqual([{ event: 'auth', jwt: 'jwt', since: 0 }])
  const log = screen.getByRole('log', { name: '控制台' })
  expect(log.getAttribute('aria-live')).toBe('off')
  await within(log).findByText('阿澄 加入了游戏', { exact: false })
  const segments = screen.getByRole('group', { name: '按级别筛选' })
  await userEvent.click(within(segments).getByRole('button', { name: /警告\s*1/ }))
  expect(log.textContent).not.toContain('加入了游戏')
  expect(log.textContent).toContain('Running late')
  await userEvent.click(within(segments).getByRole('button', { name: '全部' }))
  await userEvent.type(screen.getByRole('textbox', { name: '查找日志' }), 'broken')
  await waitFor(() => expect(log.querySelector('mark')?.textContent).toBe('Broken'))
  expect(log.textContent).not.toContain('Running late')
})

test('a stack trace is folded, and opens', async () => {
  await renderRoute(page)
  await enter('[12:00:02 ERROR]: Broken', ...Array.from({ length: 13 }, (_, at) => `\tat a.B.c(B.java:${at})`))
  const fold = await screen.findByRole('button', { name: '展开另外 11 行调用栈' })
  expect(screen.queryByText(/B\.java:12/)).toBeNull()
  await userEvent.click(fold)
  await screen.findByText(/B\.java:12/)
})

test('a lost connection is said and made again, without a hole or a repeat', async () => {
  await renderRoute(page)
  await enter('one', 'two')
  const first = consoles.last()
  act(() => first?.onclose?.({ code: 1006 }))
  await screen.findByText('正在重新连接…')
  await waitFor(() => expect(consoles.last()).not.toBe(first))
  act(() => {
    consoles.last()?.onopen?.()
    consoles.last()?.say('auth-ok')
    consoles.last()?.lines(3, 'three')
    consoles.last()?.lines(9, 'nine')
  })
  const log = screen.getByRole('log', { name: '控制台' })
  await within(log).findByText('缺 5 行')
  expect(consoles.last()?.sent[0]).toMatchObject({ since: 2 })
  expect(log.textContent?.match(/one|two|three|nine/g)).toEqual(['one', 'two', 'three', 'nine'])
  expect(screen.queryByText('正在重新连接…')).toBeNull()
})

test('who scrolls up is not disturbed, and jumps to the newest lines', async () => {
  await renderRoute(page)
  await enter('one')
  const log = screen.getByRole('log', { name: '控制台' })
  Object.defineProperties(log, { scrollHeight: { value: 1_000 }, clientHeight: { value: 200 } })
  log.scrollTop = 100
  fireEvent.scroll(log)
  await screen.findByRole('button', { name: '跳到最新' })
  act(() => consoles.last()?.lines(2, 'two', 'three'))
  await userEvent.click(await screen.findByRole('button', { name: '跳到最新 · 2 行' }))
  expect(log.scrollTop).toBe(1_000)
  expect(screen.queryByRole('button', { name: /跳到最新/ })).toBeNull()
})

test('what is shown is copied with its times, also what is folded', async () => {
  await renderRoute(page)
  const user = userEvent.setup()
  await enter('[12:00:00 INFO]: one', '[12:00:02 ERROR]: Broken', ...Array.from({ length: 4 }, (_, at) => `\tat a.B.c(B.java:${at})`))
  await user.click(await screen.findByRole('button', { name: /^错误\s*1$/ }))
  await user.click(screen.getByRole('button', { name: '复制显示的日志' }))
  await screen.findByText('已复制日志')
  const copied = (await navigator.clipboard.readText()).split('\n')
  expect(copied).toHaveLength(5)
  expect(copied[0]).toMatch(/^\d\d:00:00 \[12:00:02 ERROR\]: Broken$/)
  expect(copied.at(-1)).toContain('B.java:3')
})

test('the console fills the window until Escape', async () => {
  await renderRoute(page)
  await userEvent.click(await screen.findByRole('button', { name: '全屏' }))
  await screen.findByRole('button', { name: '退出全屏' })
  await userEvent.keyboard('{Escape}')
  await screen.findByRole('button', { name: '全屏' })
})

test('a server that is taken away while its page is open has no page any more', async () => {
  const { client } = await renderRoute(page)
  await screen.findByRole('heading', { name: '晨雾谷', level: 1 })
  api.use(http.get(`${base}/servers/:id`, () => HttpResponse.json({ error: 'not_found', description: '服务器不存在。' }, { status: 404 })))
  await act(() => client.invalidateQueries({ queryKey: ['servers', 'one'] }))
  await screen.findByRole('heading', { name: '没有这个页面' })
})

test('a closed console says why, and is opened again by hand', async () => {
  await renderRoute(page)
  await enter('one')
  act(() => consoles.last()?.onclose?.({ code: 4429 }))
  await screen.findByText('打开的控制台太多，请关掉其他页面后重试。')
  await userEvent.click(screen.getByRole('button', { name: '重新连接' }))
  await enter()
})

test('commands are sent, remembered and completed, and a refused one says why', async () => {
  await renderRoute(page)
  await enter('one')
  const line = await screen.findByRole('textbox', { name: '命令' })
  await waitFor(() => expect(line).toMatchObject({ disabled: false }))
  await userEvent.type(line, 'whitelist a{Tab}')
  expect(line).toMatchObject({ value: 'whitelist add ' })
  await userEvent.type(line, 'Ver{Tab}{Enter}')
  expect(consoles.last()?.sent.at(-1)).toEqual({ event: 'command', cmd: 'whitelist add Verdi' })
  expect(line).toMatchObject({ value: '' })
  act(() => consoles.last()?.say('refused', { cmd: 'whitelist add Verdi', reason: 'rate' }))
  await screen.findByText(/输入过快/)
  await waitFor(() => expect(line).toMatchObject({ value: 'whitelist add Verdi' }))
  await userEvent.clear(line)
  await userEvent.type(line, 'list{Enter}x{ArrowUp}{ArrowUp}')
  expect(line).toMatchObject({ value: 'whitelist add Verdi' })
  await userEvent.type(line, '{ArrowDown}{ArrowDown}')
  expect(line).toMatchObject({ value: 'x' })
})

test('a stopped server takes no commands and says so', async () => {
  record = hosted({ power: { state: 'stopped', players: null } })
  await renderRoute(page)
  await enter('one')
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: '命令' })).toMatchObject({ disabled: true, title: '服务器没有在运行，不能输入命令' }),
  )
})

test('the figures follow the console, with a table for readers', async () => {
  await renderRoute(page)
  await enter('one')
  act(() =>
    consoles.last()?.say('stats', {
      cpu_percent: 352,
      ram_usage_bytes: 4 * 1024 ** 3,
      ram_total_bytes: 8 * 1024 ** 3,
      storage_usage_bytes: null,
      storage_total_bytes: 1,
      players: { online: 7, max: 20 },
    }),
  )
  const cards = screen.getByRole('complementary', { name: '占用' })
  await waitFor(() => expect(cards.textContent).toContain('88%'))
  expect(cards.textContent).toContain('4.00 GiB')
  expect(cards.textContent).toContain('没有数据')
  expect(within(within(cards).getByRole('table', { name: 'CPU，最近 5 分钟' })).getAllByRole('row').length).toBeGreaterThan(1)
})

test('a state that the console tells is shown at once', async () => {
  await renderRoute(page)
  await enter('one')
  act(() => consoles.last()?.say('power-state', { state: 'stopping', since: new Date().toISOString() }))
  await screen.findByText('停止中')
})
