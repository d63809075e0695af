import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Server } from '@/lib/hosting/servers'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server as api } from '@/testing/server'
import { hosted, listOf } from '@/testing/servers'

const base = '/hosting/modyard/v0'
const page = (sub: string) => `/servers/manage/Srv00001/options/${sub}`
const EVERYTHING = 1023

let record: Server
let sent: unknown[]
let file: Record<string, unknown>
let decided: Record<string, unknown>

beforeEach(() => {
  document.cookie = 'modyard_csrf=x; path=/'
  record = hosted({ current_user_permissions: EVERYTHING })
  sent = []
  file = { motd: '§b晨雾谷', difficulty: 'easy', pvp: true, 'max-players': 20, 'mod-thing': 'x' }
  decided = {}
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api.use(
    http.get('/v2/user', () => HttpResponse.json(me)),
    http.get(`${base}/servers`, () => HttpResponse.json(listOf(record))),
    http.get(`${base}/servers/:id`, () => HttpResponse.json(record)),
    http.get(`${base}/servers/:id/config/ServerProperties`, () => HttpResponse.json(file)),
    http.get(`${base}/servers/:id/startup`, () =>
      HttpResponse.json({
        invocation: null,
        original_invocation: 'java -Xmx6963M -jar server.jar nogui',
        jdk_version: null,
        jdk_build: null,
        available_java: ['lts21/temurin'],
      }),
    ),
    http.get('/v3/server/:id/properties', () => HttpResponse.json({ decided, generation: 7 })),
    http.patch('/v3/server/:id/properties', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
    http.post(`${base}/servers/:id/:part`, async ({ request, params }) => {
      sent.push([params.part, await request.json()])
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

const save = () => userEvent.click(screen.getByRole('button', { name: '保存' }))
const players = () => screen.findByRole('textbox', { name: /人数上限/ })
async function replace(field: HTMLElement, text: string) {
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

test('only what was changed is sent, with the state that the page had read, and nothing that is wrong', async () => {
  await renderRoute(page('properties'))
  await replace(await players(), '0')
  await userEvent.click(screen.getByRole('switch', { name: /玩家互相伤害/ }))
  await save()
  await screen.findByText('须为 1 至 10000 的整数。')
  expect(sent).toEqual([])
  await replace(await players(), '30')
  await save()
  await waitFor(() => expect(sent).toEqual([{ set: { 'max-players': '30', pvp: 'false' }, expected: 7 }]))
  await waitFor(() => expect(screen.queryByRole('region', { name: /未保存/ })).toBeNull())
})

test('a change that is taken back is none', async () => {
  await renderRoute(page('properties'))
  await replace(await players(), '21')
  await screen.findByRole('button', { name: '保存' })
  await replace(await players(), '20')
  await waitFor(() => expect(screen.queryByRole('button', { name: '保存' })).toBeNull())
})

test('settings are found by their Chinese name and by their key, and those of a mod are listed as they are', async () => {
  await renderRoute(page('properties'))
  await screen.findByRole('textbox', { name: 'mod-thing' })
  const find = screen.getByRole('textbox', { name: '查找设置' })
  await userEvent.type(find, 'view-dist')
  await screen.findByRole('textbox', { name: /视距/ })
  expect(screen.queryByRole('textbox', { name: /人数上限/ })).toBeNull()
  await replace(find, '没有这种设置')
  await screen.findByText('没有符合的设置')
  await userEvent.click(screen.getAllByRole('button', { name: '清空查找' })[0] as HTMLElement)
  await players()
})

test('settings that somebody else changed meanwhile are shown, and what was typed stays', async () => {
  await renderRoute(page('properties'))
  await replace(await players(), '30')
  decided = { 'max-players': { value: '25', at: new Date().toISOString(), by: null, pending: true } }
  api.use(http.patch('/v3/server/:id/properties', () => HttpResponse.json({ error: 'conflict', description: '已变' }, { status: 409 })))
  await save()
  await screen.findByText('这些设置刚被别人改过')
  await screen.findByText('人数上限：现在是「25」')
  expect((await players()).getAttribute('value') ?? '').toBe('30')
  await screen.findByText('待应用')
})

test('what the server refuses is said, and nothing is lost', async () => {
  await renderRoute(page('properties'))
  await replace(await players(), '30')
  api.use(
    http.patch('/v3/server/:id/properties', () =>
      HttpResponse.json({ error: 'invalid_input', description: '这个端口不属于这台服务器。' }, { status: 400 }),
    ),
  )
  await save()
  await screen.findByText('这个端口不属于这台服务器。')
  expect((await players()).getAttribute('value')).toBe('30')
})

test('while the node is away the page shows what was decided, and takes more', async () => {
  decided = { 'max-players': { value: '25', at: new Date().toISOString(), by: null, pending: true } }
  api.use(http.get(`${base}/servers/:id/config/ServerProperties`, () => new HttpResponse(null, { status: 404 })))
  await renderRoute(page('properties'))
  await screen.findByText(/节点离线，读不到文件/)
  expect((await players()).getAttribute('value')).toBe('25')
})

test('who may not change settings reads them with the reason', async () => {
  record = hosted({ current_user_permissions: 1 })
  await renderRoute(page('properties'))
  await screen.findByText('你在这台服务器上的角色不能更改设置，请联系所有者。')
  expect(((await players()) as HTMLInputElement).matches(':disabled')).toBe(true)
})

test('a colour is put into the introduction where the cursor is, and shown as players see it', async () => {
  await renderRoute(page('properties'))
  const motd = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /服务器介绍/ })
  motd.setSelectionRange(3, 3)
  await userEvent.click(screen.getByRole('button', { name: '颜色：金' }))
  expect(motd.value).toBe('§b晨§6雾谷')
  screen.getByRole('img', { name: '玩家看到的样子：晨雾谷' })
})

test('an empty command is the default one, and says which that is', async () => {
  await renderRoute(page('startup'))
  const command = await screen.findByRole('textbox', { name: /启动命令/ })
  screen.getByText('java -Xmx6963M -jar server.jar nogui')
  screen.getByText('节点上有：Java 21 Temurin')
  await userEvent.type(command, 'java -Xmx4G -jar server.jar')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Java 版本' }), 'lts21')
  await save()
  await waitFor(() =>
    expect(sent).toEqual([['startup', { invocation: 'java -Xmx4G -jar server.jar', jdk_version: 'lts21', jdk_build: null }]]),
  )
  await userEvent.click(screen.getByRole('button', { name: '恢复默认' }))
  await save()
  await waitFor(() => expect(sent[1]).toEqual(['startup', { invocation: null, jdk_version: 'lts21', jdk_build: null }]))
})

test('a runtime that the node lacks is refused at its field', async () => {
  api.use(
    http.post(`${base}/servers/:id/startup`, () =>
      HttpResponse.json(
        { error: 'java_unavailable', description: '节点上没有 Java 17；有 Java 21 Temurin。', field: 'jdk_version' },
        { status: 409 },
      ),
    ),
  )
  await renderRoute(page('startup'))
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Java 版本' }), 'lts17')
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('节点上没有 Java 17')
})

test('the general page names the server anew, and says what it has', async () => {
  await renderRoute(page('general'))
  const main = within(screen.getByRole('main'))
  await replace(await main.findByRole('textbox', { name: /名称/ }), '暮雾谷')
  await save()
  await waitFor(() => expect(sent).toEqual([['name', { name: '暮雾谷' }]]))
  main.getByText('内存 8.00 GiB · CPU 4 核 · 磁盘 40.00 GiB')
})

test('a page that no server has is missing', async () => {
  await renderRoute('/servers/manage/Srv00001/options/secrets')
  await screen.findByRole('heading', { name: '没有这个页面' })
})
