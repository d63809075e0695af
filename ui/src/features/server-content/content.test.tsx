import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Mod, Version } from '@/lib/hosting/content'
import { listedVersion, mod } from '@/testing/mods'
import { renderPart } from '@/testing/render-part'
import { server as api } from '@/testing/server'
import { hosted } from '@/testing/servers'
import { useToasts } from '@/stores/toasts'
import { ServerContent } from '.'

const at = '/hosting/modyard/v0/servers/Srv00001'
const node = 'https://node.example/fs'
let list: Mod[]
let versions: Version[]
let sent: unknown[]
let refuse: number

const empty = () => new HttpResponse(null, { status: 204 })

beforeEach(() => {
  sent = []
  refuse = 0
  list = [
    mod({ name: '锂', project_id: 'P1', version_id: 'V1' }),
    mod({ name: '钠', project_id: 'P2', version_id: 'V1', has_update: true }),
    mod({ name: '氖', project_id: 'P3', version_id: 'V1', has_update: true, pinned: true }),
    mod({ name: null, filename: 'own.jar', path: '/mods/own.jar', unmanaged: true, version_number: null }),
  ]
  versions = [listedVersion('V3', { loaders: ['fabric'] }), listedVersion('V2'), listedVersion('V1')]
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const record = async (name: string, request: Request) => {
    if (refuse) return HttpResponse.json({ error: 'busy', description: '服务器正在安装，请稍后再试。' }, { status: refuse })
    const text = await request.text()
    sent.push([name, ...(text ? [JSON.parse(text)] : [])])
    return empty()
  }
  api.use(
    http.get(`${at}/mods`, () => HttpResponse.json(list)),
    http.get(`${at}/fs`, () => HttpResponse.json({ url: 'node.example/fs', token: 'tok' })),
    http.get('/v2/project/:id/version', () => HttpResponse.json(versions)),
    http.post(`${at}/mods`, ({ request }) => record('add', request)),
    http.post(`${at}/deleteMod`, ({ request }) => record('delete', request)),
    http.put(`${at}/mods/:mod`, ({ request, params }) => record(`set ${String(params.mod)}`, request)),
    http.post(`${at}/mods/:mod/:action`, ({ request, params }) => record(`${String(params.action)} ${String(params.mod)}`, request)),
    http.post(`${node}/move`, ({ request }) => record('move', request)),
    http.delete(`${node}/delete`, ({ request }) => {
      sent.push(['remove', new URL(request.url).searchParams.get('path')])
      return empty()
    }),
    http.get(`${node}/trash`, () =>
      HttpResponse.json({ items: [{ id: 'T1', name: 'own.jar', path: '/mods/own.jar', deleted: '2026-11-28T12:00:00Z' }] }),
    ),
    http.post(`${node}/trash/restore`, ({ request }) => record(`restore ${new URL(request.url).search}`, request)),
  )
})
afterEach(() => {
  useToasts.setState({ toasts: [] })
  vi.restoreAllMocks()
})

const show = (over: Parameters<typeof hosted>[0] = {}) => renderPart(() => <ServerContent server={hosted(over)} />)
const toasts = () => useToasts.getState().toasts.map(({ title, text }) => text ?? title)
const row = (name: RegExp) => screen.findByRole('row', { name })
const choose = async (name: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `「${name}」的操作` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('a file stands with its project, version, name and state', async () => {
  await show()
  const lithium = await row(/锂/)
  expect(within(lithium).getByRole('link', { name: '锂' }).getAttribute('href')).toBe('/mod/P1')
  within(lithium).getByText(/模组 · P1\.jar · 2/)
  within(lithium).getByText('1.0.0')
  within(lithium).getByText('已安装')
  within(await row(/氖/)).getByRole('img', { name: '已固定' })
  within(await row(/own\.jar/)).getByText('未受管')
})

test('全部更新 changes what has an update to the version that fits, and skips what is pinned', async () => {
  await show()
  await screen.findByText('跳过 1 个已固定的')
  await userEvent.click(screen.getByRole('button', { name: /全部更新/ }))
  await waitFor(() => expect(sent).toEqual([['set P2', { version_id: 'V2' }]]))
})

test('a file is disabled by giving it another name on the disk', async () => {
  await show()
  await userEvent.click(await screen.findByRole('switch', { name: '启用「锂」' }))
  await waitFor(() => expect(sent).toEqual([['move', { source: '/mods/P1.jar', destination: '/mods/P1.jar.disabled' }]]))
  await waitFor(async () => within(await row(/锂/)).getByText('已停用'))
})

test('a deleted file can be taken back at once, with its pin', async () => {
  await show()
  await choose('氖', '删除')
  const dialog = await screen.findByRole('dialog', { name: '删除「氖」？' })
  await userEvent.click(within(dialog).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(sent).toEqual([['delete', { path: '/mods/P3.jar' }]]))
  await userEvent.click(await screen.findByRole('button', { name: '撤销' }))
  await waitFor(() => expect(sent.slice(1)).toEqual([['add', { rinth_ids: { project_id: 'P3', version_id: 'V1' } }], ['pin P3']]))
})

test('a file that the site did not install goes to the trash and comes back from it', async () => {
  await show()
  await choose('own.jar', '删除')
  const dialog = await screen.findByRole('dialog', { name: '删除「own.jar」？' })
  within(dialog).getByText(/回收站/)
  await userEvent.click(within(dialog).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /own\.jar/ })).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: '撤销' }))
  await row(/own\.jar/)
  expect(sent).toEqual([['remove', '/mods/own.jar'], ['restore ?id=T1']])
})

test('versions that fit come first, and another one is chosen with a warning', async () => {
  await show()
  await choose('锂', '更换版本')
  const dialog = await screen.findByRole('dialog', { name: '更换「锂」的版本' })
  const options = await within(dialog).findAllByRole('radio')
  expect(options.map((option) => (option as HTMLInputElement).value)).toEqual(['V2', 'V1', 'V3'])
  expect(options.map((option) => (option as HTMLInputElement).checked)).toEqual([true, false, false])
  expect(
    within(dialog)
      .getByRole('link', { name: /V3 的更新日志/ })
      .getAttribute('href'),
  ).toBe('/mod/P1/version/V3')
  await userEvent.click(options[2] as HTMLElement)
  within(dialog).getByText(/不是为这台服务器的软件做的/)
  await userEvent.click(within(dialog).getByRole('button', { name: '更换' }))
  await waitFor(() => expect(sent).toEqual([['set P1', { version_id: 'V3' }]]))
})

test('a refused change is said where it was asked for', async () => {
  await show()
  await choose('锂', '更换版本')
  refuse = 409
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(await within(dialog).findByRole('button', { name: '更换' }))
  await within(dialog).findByText(/服务器正在安装/)
})

test('selected files are changed together, and what did not succeed is named', async () => {
  await show()
  await userEvent.click(await screen.findByRole('checkbox', { name: '选择全部' }))
  screen.getByText('已选 4 个')
  const bar = screen.getByText('已选 4 个').parentElement ?? document.body
  await userEvent.click(within(bar).getByRole('button', { name: '固定版本' }))
  await waitFor(() => expect(sent).toEqual([['pin P1'], ['pin P2']]))
  refuse = 409
  const unpin = within(bar).getByRole('button', { name: '取消固定' })
  await waitFor(() => expect(unpin).toHaveProperty('disabled', false))
  await userEvent.click(unpin)
  await waitFor(() => expect(toasts().join('')).toMatch(/氖.*服务器正忙/))
})

test('a failed installation says why, and is tried again by the same decision', async () => {
  list = [mod({ name: '锂', project_id: 'P1', version_id: 'V1', status: { failed: { error: 'fetch' } } })]
  await show()
  within(await row(/锂/)).getByText('文件没有下载下来')
  await userEvent.click(screen.getByRole('button', { name: '重试「锂」' }))
  await waitFor(() => expect(sent).toEqual([['add', { rinth_ids: { project_id: 'P1', version_id: 'V1' } }]]))
})

test('while the node is away what is decided waits, and files cannot be moved', async () => {
  list = [mod({ name: '锂', project_id: 'P1', version_id: 'V1', status: 'pending', installing: true })]
  await show({ host: { connected: false } })
  within(await row(/锂/)).getByText('待应用')
  expect(screen.getByRole('switch').getAttribute('aria-description')).toMatch(/节点离线/)
  expect(screen.getByRole('button', { name: '添加内容' })).toHaveProperty('disabled', false)
})

test('who only looks sees everything and changes nothing', async () => {
  await show({ current_user_permissions: 1 })
  await row(/锂/)
  screen.getByText('你只能查看内容')
  for (const name of [/全部更新/, '添加内容']) expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
  for (const one of await screen.findAllByRole('switch')) expect(one).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: '「锂」的操作' }))
  expect((await screen.findByRole('menuitem', { name: /^删除/ })).getAttribute('aria-disabled')).toBe('true')
})

test('an empty server leads to the searches for its loader', async () => {
  list = []
  await show({ loader: 'Paper' })
  const link = await screen.findByRole('link', { name: '插件' })
  expect(link.getAttribute('href')).toBe('/plugins?sid=Srv00001')
  expect(screen.queryByRole('link', { name: '模组' })).toBeNull()
})

test('a list that did not load is asked for again', async () => {
  api.use(http.get(`${at}/mods`, () => HttpResponse.json({ error: 'internal' }, { status: 400 }), { once: true }))
  await show()
  await userEvent.click(await screen.findByRole('button', { name: '重试' }))
  await row(/锂/)
})
