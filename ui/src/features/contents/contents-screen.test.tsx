import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import type { Contents, Entry } from './api'

const entry = (path: string, kind: Entry['kind']): Entry => ({ path, size: 2048, packed: 1024, crc: '0badcafe', kind })
const boat = entry('com/quay/Boat.class', 'class')
const kit = entry('META-INF/jars/kit.jar', 'archive')
const none = { entries: [], total: 0 }

const before: NonNullable<Contents['before']> = {
  version: 'Ver0',
  number: '1.1.0',
  name: 'quay-1.1.0.jar',
  sha1: 'c'.repeat(40),
  problem: '',
  added: { entries: [kit], total: 1 },
  removed: { entries: [entry('com/quay/Sail.class', 'class')], total: 1 },
  changed: { entries: [boat], total: 1 },
  same: 1,
  unread: 0,
}

const contents: Contents = {
  project: { id: 'Prj00000', slug: 'quay', url_type: 'mod', title: '蒸汽码头' },
  version: 'Ver1',
  number: '1.2.0',
  name: 'quay-1.2.0.jar',
  size: 4096,
  sha1: 'a'.repeat(40),
  sha512: 'b'.repeat(128),
  problem: '',
  manifests: [{ file: 'fabric.mod.json', id: 'quay', name: 'Steam Quay', version: '1.2.0', loaders: ['fabric'], unreadable: false }],
  entries: [entry('fabric.mod.json', 'text'), boat, kit],
  total: 3,
  before,
}

let role: string
let answer: Contents

beforeEach(() => {
  document.cookie = 'modyard_csrf=t; path=/'
  role = 'moderator'
  answer = contents
  server.use(
    http.get('/v2/user', () => HttpResponse.json({ ...me, role })),
    http.get('/_internal/moderation/version/:id/contents', () => HttpResponse.json(answer)),
    http.get('/_internal/moderation/version/:id/entry', ({ request }) => {
      const asked = new URL(request.url).searchParams
      const path = asked.get('path') ?? ''
      const nothing = { path, size: 3, problem: '', text: null, cut: false, entries: [], total: 0 }
      if (path === kit.path) return HttpResponse.json({ ...nothing, entries: [entry('lib/notes.txt', 'text')], total: 1 })
      return HttpResponse.json({ ...nothing, text: `${asked.get('in') ?? ''}|${path}` })
    }),
  )
})

const page = '/moderation/contents/Ver1'

test('the changes of a file stand first, and what is removed cannot be opened', async () => {
  await renderRoute(page)
  const list = await screen.findByRole('region', { name: '变化' })
  for (const heading of ['改动 1 个', '新增 1 个', '移除 1 个']) within(list).getByRole('heading', { name: heading })
  expect(within(list).getByText(/与 1\.1\.0 的文件比较/)).toBeTruthy()
  expect(within(list).queryByRole('button', { name: /Sail\.class/ })).toBeNull()
  expect(screen.getByRole('link', { name: '蒸汽码头 1.2.0' }).getAttribute('href')).toBe('/mod/quay/version/Ver1')
})

test('an archive inside is opened, a text in it read, and the way back leads out again', async () => {
  const user = userEvent.setup()
  const { router } = await renderRoute(page)
  await user.click(await screen.findByRole('button', { name: /kit\.jar/ }))
  const view = await screen.findByRole('region', { name: '条目的内容' })
  await user.click(await within(view).findByText('lib'))
  await user.click(await within(view).findByRole('button', { name: /notes\.txt/ }))
  const text = await within(view).findByRole<HTMLTextAreaElement>('textbox', { name: 'lib/notes.txt 的文本' })
  expect(text.value).toBe(`${kit.path}|lib/notes.txt`)
  expect(text.readOnly).toBe(true)
  await user.click(within(view).getByRole('button', { name: '返回外层压缩包' }))
  expect(router.state.location.search).toEqual({ path: kit.path })
})

test('all files stand in folders, classes alone, and a text finds paths', async () => {
  const user = userEvent.setup()
  await renderRoute(page)
  await user.click(await screen.findByRole('button', { name: '全部文件' }))
  const files = await screen.findByRole('region', { name: '全部文件' })
  expect(within(files).queryByRole('button', { name: /Boat\.class/ })).toBeNull()
  await user.click(within(files).getByText('com/quay'))
  await within(files).findByRole('button', { name: /Boat\.class/ })
  await user.type(within(files).getByRole('textbox', { name: '按路径查找' }), 'jars')
  await within(files).findByRole('button', { name: /META-INF\/jars\/kit\.jar/ })
  expect(within(files).queryByRole('button', { name: /Boat\.class/ })).toBeNull()
})

test('a file that cannot be read says why', async () => {
  answer = { ...contents, problem: '文件不是有效的压缩包，可能已损坏。', manifests: [], entries: [], total: 0, before: null }
  await renderRoute(page)
  expect((await screen.findByRole('alert')).textContent).toBe('文件不是有效的压缩包，可能已损坏。')
})

test('a file without an earlier one, or equal to it, says so', async () => {
  answer = { ...contents, before: { ...before, added: none, removed: none, changed: none, same: 3 } }
  const { unmount } = await renderRoute(page)
  await screen.findByRole('heading', { name: '与上一版本完全相同' })
  unmount()
  answer = { ...contents, before: null }
  await renderRoute(`${page}?show=changes`)
  await screen.findByRole('heading', { name: '这是第一个版本' })
})

test('others may not look into files', async () => {
  role = 'developer'
  await renderRoute(page)
  await screen.findByText('只有管理人员可以查看文件的内容。')
})
