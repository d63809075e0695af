import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '@/stores/toasts'
import { FileNode } from '@/testing/file-node'
import { renderFiles } from '@/testing/render-files'
import { server as api } from '@/testing/server'
import { hosted } from '@/testing/servers'

const fs = 'http://node.example/fs'
let node: FileNode
const toasts = () => useToasts.getState().toasts.map(({ title, text }) => `${title} ${text ?? ''}`.trim())

beforeEach(() => {
  document.cookie = 'modyard_csrf=x; path=/'
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  useToasts.setState({ toasts: [] })
  node = new FileNode()
  node
    .put('/config/a.yml', 'a: 1\n')
    .put('/config/deep/b.toml', 'b = 1')
    .put('/mods/')
    .put('/server.properties', 'motd=Hi\n')
    .put('/pack.zip', 'PK')
  api.use(...node.handlers('Srv00001'))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const row = (name: RegExp | string) => screen.findByRole('row', { name })
const grid = () => screen.findByRole('grid', { name: '文件列表' })
const press = (key: string, init = {}) => fireEvent.keyDown(screen.getByRole('grid'), { key, ...init })
const act1 = async (name: RegExp, action: string) => {
  await userEvent.click(within(await row(name)).getByRole('button', { name: /的操作/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(action) }))
}

test('a folder lists names, sizes and times, and what the disk holds; a name leads into a folder', async () => {
  const { search } = await renderFiles(hosted())
  const config = await row(/config/)
  expect(config.textContent).toContain('2 项')
  expect((await row(/server\.properties/)).textContent).toContain('8 字节')
  screen.getByText('已用 1.00 GiB / 4.00 GiB，还剩 3.00 GiB')
  const link = within(config).getByRole('link', { name: 'config' })
  expect(link.getAttribute('href')).toBe('/servers/manage/Srv00001/files?path=%2Fconfig')
  await userEvent.click(link)
  await row(/a\.yml/)
  expect(search()).toEqual({ path: '/config' })
  await userEvent.click(screen.getByRole('link', { name: '根目录' }))
  await row(/server\.properties/)
})

test('only rows near the visible part are drawn, and further pages are loaded when they come into sight', async () => {
  for (let at = 0; at < 250; at += 1) node.put(`/logs/${String(at).padStart(4, '0')}.log`, 'x')
  await renderFiles(hosted(), { path: '/logs' })
  await row(/0000\.log/)
  expect(screen.queryByText('0200.log')).toBeNull()
  expect(node.called('list')).toEqual(['list /logs'])
  expect((await grid()).getAttribute('aria-rowcount')).toBe('251')
  const box = await grid()
  Object.defineProperty(box, 'scrollTop', { value: 200 * 44, writable: true })
  fireEvent.scroll(box)
  await screen.findByText('0200.log')
  expect(node.called('list')).toHaveLength(3)
})

test('another order and a filter look through all pages first', async () => {
  for (let at = 0; at < 150; at += 1) node.put(`/logs/${String(at).padStart(4, '0')}.log`, 'x'.repeat(at))
  await renderFiles(hosted(), { path: '/logs' })
  await row(/0000\.log/)
  await userEvent.click(screen.getByRole('button', { name: '大小' }))
  await screen.findByText('0149.log')
  expect(screen.getByRole('columnheader', { name: '大小' }).getAttribute('aria-sort')).toBe('descending')
  await userEvent.type(screen.getByRole('textbox', { name: '按名称筛选' }), '014')
  await screen.findByText('11 / 150 项')
  await userEvent.type(screen.getByRole('textbox', { name: '按名称筛选' }), 'x')
  await screen.findByText('没有符合的名称')
})

test('the keyboard moves, selects, opens, renames and deletes', async () => {
  const { search } = await renderFiles(hosted())
  await row(/config/)
  press('ArrowDown')
  press('ArrowDown', { shiftKey: true })
  await screen.findByText('已选 2 项')
  press('a', { ctrlKey: true })
  await screen.findByText('已选 4 项')
  press('Escape')
  await waitFor(() => expect(screen.queryByText(/已选/)).toBeNull())
  press('End')
  expect((await row(/server\.properties/)).getAttribute('aria-selected')).toBe('true')
  expect((await grid()).getAttribute('aria-activedescendant')).toBe((await row(/server\.properties/)).id)
  press(' ')
  expect((await row(/server\.properties/)).getAttribute('aria-selected')).toBe('false')
  press('F2')
  await screen.findByRole('dialog', { name: '重命名「server.properties」' })
  await userEvent.keyboard('{Escape}')
  press('Delete')
  await screen.findByText('已删除「server.properties」，24 小时内可以恢复。')
  press('Home')
  press('Enter')
  await waitFor(() => expect(search()).toEqual({ path: '/config' }))
})

test('presses select: one, a range, several; the box of the head selects all', async () => {
  await renderFiles(hosted())
  fireEvent.click((await row(/config/)).lastElementChild as Element)
  fireEvent.click((await row(/pack\.zip/)).lastElementChild as Element, { shiftKey: true })
  await screen.findByText('已选 3 项')
  fireEvent.click((await row(/mods/)).lastElementChild as Element, { ctrlKey: true })
  await screen.findByText('已选 2 项')
  await userEvent.click(screen.getByRole('checkbox', { name: '全选' }))
  await screen.findByText('已选 4 项')
})

test('a rename keeps the folder; a taken name and a refusal stay at the field', async () => {
  await renderFiles(hosted(), { path: '/config' })
  await act1(/a\.yml/, '重命名')
  const field = await screen.findByRole('textbox', { name: '名称' })
  await userEvent.clear(field)
  await userEvent.type(field, 'deep{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('这里已经有「deep」。')
  api.use(
    http.post(
      `${fs}/move`,
      () => HttpResponse.json({ error: 'invalid', description: '名称不能用。', field: 'destination' }, { status: 400 }),
      { once: true },
    ),
  )
  await userEvent.clear(field)
  await userEvent.type(field, 'b.yml{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('名称不能用。')
  await userEvent.type(field, '{Enter}')
  await row(/b\.yml/)
  expect(node.called('move')).toEqual(['move /config/a.yml → /config/b.yml'])
})

test('moving makes each folder of the destination in turn, whether it exists or not, and then moves', async () => {
  await renderFiles(hosted())
  await act1(/server\.properties/, '移动')
  const dialog = await screen.findByRole('dialog', { name: '移动「server.properties」' })
  await userEvent.click(await within(dialog).findByRole('button', { name: 'config' }))
  const field = within(dialog).getByRole('textbox', { name: '目标文件夹' })
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('/config'))
  await userEvent.type(field, '/old/2025')
  await userEvent.click(within(dialog).getByRole('button', { name: '移动到这里' }))
  await waitFor(() => expect(toasts()).toContain('已移动'))
  expect(node.called('create', 'move')).toEqual([
    'create /config',
    'create /config/old',
    'create /config/old/2025',
    'move /server.properties → /config/old/2025/server.properties',
  ])
})

test('a folder cannot go into itself, and what could not be moved is said with its reason', async () => {
  await renderFiles(hosted())
  await act1(/config/, '移动')
  const field = await screen.findByRole('textbox', { name: '目标文件夹' })
  await userEvent.type(field, 'config/deep{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('不能放进它自己里面。')
  node.put('/mods/config')
  await userEvent.clear(field)
  await userEvent.type(field, '/mods{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('config：已经有同名的文件或文件夹。')
})

test('a copy beside its original gets a free name', async () => {
  await renderFiles(hosted())
  await act1(/server\.properties/, '复制')
  await userEvent.click(await screen.findByRole('button', { name: '复制到这里' }))
  await row(/server \(2\)\.properties/)
})

test('a new folder and a new file are made; a new file is opened', async () => {
  const { search } = await renderFiles(hosted())
  await row(/config/)
  await userEvent.click(screen.getByRole('button', { name: '新建' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '新建文件夹' }))
  await userEvent.type(await screen.findByRole('textbox', { name: '名称' }), 'plugins{Enter}')
  await row(/plugins/)
  await userEvent.click(screen.getByRole('button', { name: '新建' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '新建文件' }))
  await userEvent.type(await screen.findByRole('textbox', { name: '名称' }), 'eula.txt{Enter}')
  await screen.findByRole('textbox', { name: 'eula.txt 的内容' })
  expect(search()).toEqual({ path: '/', open: '/eula.txt' })
})

test('a full disk says what is left', async () => {
  api.use(http.post(`${fs}/create`, () => HttpResponse.json({ error: 'quota_disk', description: 'x' }, { status: 507 })))
  await renderFiles(hosted())
  await row(/config/)
  await userEvent.click(screen.getByRole('button', { name: '新建' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '新建文件夹' }))
  await userEvent.type(await screen.findByRole('textbox', { name: '名称' }), 'x{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('磁盘空间不足，只剩 3.00 GiB，没有改动任何内容。')
})

test('names are looked for in the folders below, and lead there', async () => {
  const { search } = await renderFiles(hosted())
  await row(/config/)
  expect(screen.queryByRole('button', { name: '查找子文件夹' })).toBeNull()
  await userEvent.type(screen.getByRole('textbox', { name: '按名称筛选' }), 'B.TOML')
  const [find] = screen.getAllByRole('button', { name: '查找子文件夹' })
  if (find) await userEvent.click(find)
  const dialog = await screen.findByRole('dialog', { name: '名称里有「B.TOML」的文件' })
  await within(dialog).findByText('找到 1 项')
  expect(within(dialog).getByRole('link', { name: 'b.toml' }).getAttribute('href')).toContain('open=%2Fconfig%2Fdeep%2Fb.toml')
  await userEvent.click(within(dialog).getByRole('link', { name: '打开所在的文件夹 /config/deep' }))
  await waitFor(() => expect(search()).toEqual({ path: '/config/deep' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a search says what it leaves out, that it found nothing, and that it failed', async () => {
  const answers = [
    () => HttpResponse.json({ error: 'too_many', description: 'x' }, { status: 429 }),
    () => HttpResponse.json({ items: [], more: false }),
    () => HttpResponse.json({ items: [], more: true }),
  ]
  api.use(http.get(`${fs}/search`, () => answers.shift()?.() ?? HttpResponse.error()))
  await renderFiles(hosted())
  await row(/config/)
  await userEvent.type(screen.getByRole('textbox', { name: '按名称筛选' }), 'conf')
  const find = () => userEvent.click(screen.getByRole('button', { name: '查找子文件夹' }))
  await find()
  await screen.findByText('操作过于频繁，请稍后再试。')
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('没有找到')
  await userEvent.keyboard('{Escape}')
  await find()
  await screen.findByText(/先列出 0 项，可能还有别的/)
})

test('a folder is downloaded as one archive, and why it cannot be packed is said', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:archive', revokeObjectURL: () => undefined }))
  await renderFiles(hosted())
  await act1(/config/, '下载')
  await waitFor(() => expect(node.called('archive')).toEqual(['archive /config']))
  expect(toasts()).toContain('正在打包下载 config')
  api.use(http.get(`${fs}/archive`, () => HttpResponse.json({ error: 'too_large', description: 'x' }, { status: 413 })))
  await act1(/config/, '下载')
  await waitFor(() => expect(toasts().join()).toContain('config 没有下载 文件夹里的内容太多，不能打包。'))
})

test('deleting a folder asks; what was deleted is taken back by one press', async () => {
  await renderFiles(hosted())
  await act1(/config/, '删除')
  const dialog = await screen.findByRole('dialog', { name: '删除「config」？' })
  await userEvent.click(within(dialog).getByRole('button', { name: '删除' }))
  await screen.findByText('已删除「config」，24 小时内可以恢复。')
  await waitFor(() => expect(screen.queryByRole('row', { name: /config/ })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: '撤销' }))
  await row(/config/)
  expect(toasts()).toContain('已恢复')
})

test('a deletion that fails is said', async () => {
  api.use(http.delete(`${fs}/delete`, () => HttpResponse.json({ error: 'busy', description: 'x' }, { status: 409 })))
  await renderFiles(hosted())
  await act1(/server\.properties/, '删除')
  await waitFor(() => expect(toasts().join()).toContain('server.properties：服务器正忙于另一个操作'))
  expect(screen.queryByText(/24 小时内可以恢复。/)).toBeNull()
})

test('the trash lists, restores, removes one for good, and is emptied', async () => {
  node.put('/a.txt', 'a').put('/b.txt', 'b')
  await renderFiles(hosted())
  for (const name of [/a\.txt/, /b\.txt/, /server\.properties/]) {
    await act1(name, '删除')
    await waitFor(() => expect(screen.queryByRole('row', { name })).toBeNull())
  }
  await userEvent.click(screen.getByRole('button', { name: '回收站' }))
  const dialog = await screen.findByRole('dialog', { name: '回收站' })
  expect((await within(dialog).findAllByText(/23 小时后清除/)).length).toBe(3)
  await userEvent.click(within(dialog).getByRole('button', { name: '恢复 /a.txt' }))
  await waitFor(() => expect(node.entries.has('/a.txt')).toBe(true))
  node.put('/b.txt', 'other')
  await userEvent.click(within(dialog).getByRole('button', { name: '恢复 /b.txt' }))
  await within(dialog).findByText(/原来的位置已经有同名的内容/)
  await userEvent.click(within(dialog).getByRole('button', { name: '彻底删除 /b.txt' }))
  await userEvent.click(await screen.findByRole('button', { name: '彻底删除' }))
  await waitFor(() => expect(node.trash.map(({ path }) => path)).toEqual(['/server.properties']))
  await userEvent.click(await within(await screen.findByRole('dialog', { name: '回收站' })).findByRole('button', { name: '清空回收站' }))
  await userEvent.click(within(await screen.findByRole('dialog', { name: '清空回收站？' })).getByRole('button', { name: '清空回收站' }))
  await screen.findByText('回收站是空的')
})

test('the menu at the pointer acts on what is selected', async () => {
  await renderFiles(hosted())
  fireEvent.contextMenu(await row(/pack\.zip/), { clientX: 20, clientY: 20 })
  const menu = await screen.findByRole('menu', { name: 'pack.zip 的操作' })
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((one) => one.textContent),
  ).toEqual(['打开', '下载', '重命名', '移动…', '复制…', '解压…', '删除'])
})

test('without the right to write everything that changes is disabled and says why', async () => {
  await renderFiles(hosted(), {}, false)
  await row(/config/)
  screen.getByText('你可以查看和下载文件，但没有修改的权限。')
  expect(screen.getByRole('button', { name: '上传' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: '新建' }).title).toBe('你没有修改文件的权限')
  await userEvent.click(within(await row(/server\.properties/)).getByRole('button', { name: /的操作/ }))
  const item = await screen.findByRole('menuitem', { name: /删除/ })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(item.textContent).toContain('你没有修改文件的权限')
})

test('states: suspended, node away, empty, gone, refused, too many, and a retry', async () => {
  const suspended = await renderFiles(hosted({ suspended: true }))
  await screen.findByText('服务器已暂停，文件暂时不能使用。')
  suspended.unmount()
  const away = await renderFiles(hosted({ host: { connected: false } }))
  await screen.findByText('节点暂时无法连接，文件要等它恢复后才能读写。')
  expect(node.calls).toEqual([])
  away.unmount()
  const empty = await renderFiles(hosted(), { path: '/mods' })
  await screen.findByText('这个文件夹是空的')
  empty.unmount()
  const gone = await renderFiles(hosted(), { path: '/nowhere/at' })
  await screen.findByText('文件夹不存在')
  await userEvent.click(screen.getByRole('button', { name: '回到根目录' }))
  await row(/config/)
  gone.unmount()
  api.use(http.get(`${fs}/list`, () => HttpResponse.json({ error: 'forbidden', description: 'x' }, { status: 403 })))
  const forbidden = await renderFiles(hosted())
  await screen.findByText('你没有权限这样做，或者服务器已暂停。')
  forbidden.unmount()
  let calls = 0
  api.use(
    http.get(`${fs}/list`, () => {
      calls += 1
      return calls === 1
        ? new HttpResponse(null, { status: 429 })
        : HttpResponse.json({ items: [], total: 1, current: 1, count: 0, used: 0, room: 0 })
    }),
  )
  await renderFiles(hosted())
  await screen.findByText('操作过于频繁，请稍后再试。')
  expect(calls).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('这个文件夹是空的')
})

test('refused credentials are renewed once and the call is repeated once', async () => {
  node.valid = 2
  await renderFiles(hosted())
  await row(/config/)
  expect(node.tokens).toBe(2)
  expect(node.calls.filter(({ call }) => call === 'list').map(({ auth }) => auth)).toEqual(['Bearer 1', 'Bearer 2'])
})

test('an extraction is tried first, says conflicts, and starts when they may be overwritten', async () => {
  node.dry = { modpack_name: '整合包', conflicting_files: ['/config/a.yml'], entries: 12, bytes: 5 * 1024 ** 3 }
  await renderFiles(hosted())
  await act1(/pack\.zip/, '解压')
  const dialog = await screen.findByRole('dialog', { name: '解压「pack.zip」' })
  await within(dialog).findByText('共 12 个文件，解压后 5.00 GiB')
  within(dialog).getByText('1 个文件已经存在')
  within(dialog).getByText('/config/a.yml')
  within(dialog).getByText('磁盘只剩 3.00 GiB，放不下解压后的内容。')
  const start = within(dialog).getByRole('button', { name: '开始解压' })
  expect(start).toHaveProperty('disabled', true)
  await userEvent.click(within(dialog).getByRole('checkbox', { name: '覆盖这些文件' }))
  await userEvent.click(start)
  await screen.findByText('pack.zip 到 /')
  expect(screen.getByText(/解压中/).textContent).toContain('1 个文件，512 字节')
  await userEvent.click(screen.getByRole('button', { name: '取消解压 pack.zip' }))
  await screen.findByText(/已取消，已解压的文件保留/)
  await userEvent.click(screen.getByRole('button', { name: '移除 pack.zip 的解压记录' }))
  await waitFor(() => expect(screen.queryByText('pack.zip 到 /')).toBeNull())
})

test('while an extraction runs it is looked at again, and the list when it ended', async () => {
  node.operations = [
    {
      id: 'op1',
      op: 'unarchive',
      src: '/pack.zip',
      trg: '/',
      state: 'ongoing',
      progress: 0.5,
      bytes_processed: 1,
      files_processed: 1,
      current_file: '',
      started: '2025-01-01T00:00:00Z',
    },
  ]
  await renderFiles(hosted())
  await screen.findByText(/解压中/)
  node.operations = node.operations.map((one) => ({ ...one, state: 'failed-too-large' as const }))
  node.put('/late.txt')
  await screen.findByText(/解压后的内容太大，磁盘放不下/)
  await row(/late\.txt/)
  await act(() => Promise.resolve())
})
