import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ProjectPage } from '@/lib/api/types'
import { localTime } from '@/lib/release-time'
import { user as me } from '@/testing/people'
import { projects } from '@/testing/projects'
import { versionsOf } from '@/testing/versions'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

let sent: { name: string; body: unknown }[]
let dropped: string[]
let broken: Set<string>

const ids = new Map<string, number>()
const staged = (name: string, over: object = {}) => ({
  id: `stage${String(ids.get(name) ?? 0).padStart(3, '0')}`,
  name,
  size: 3,
  hashes: { sha1: 'a'.repeat(40), sha512: 'b'.repeat(128) },
  expires: '2027-01-01T00:00:00Z',
  detected: {
    version_number: { value: '2.0.0-beta.1', source: 'fabric.mod.json › version' },
    version_type: { value: 'beta', source: 'fabric.mod.json › version' },
    loaders: { value: ['fabric'], source: 'fabric.mod.json' },
    game_versions: { value: ['1.21.4'], more: [], source: 'fabric.mod.json › minecraft 1.21.4' },
    dependencies: [
      {
        id: 'sodium',
        dependency_type: 'required',
        range: '>=0.6',
        source: 'fabric.mod.json',
        project: { id: 'Sod00001', slug: 'sodium', title: '钠', icon_url: null },
      },
    ],
    mod_ids: ['gears'],
    embedded: [],
  },
  problems: [{ level: 'pass', field: 'file_parts', text: '已检查，没有发现问题。' }],
  ...over,
})

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'modyard_csrf=t; path=/'
  sent = []
  dropped = []
  broken = new Set()
  ids.clear()
  const base = projects[0]
  const owner = base?.members[0]
  if (!base || !owner) throw new Error('no fixture')
  const project: ProjectPage = {
    ...base,
    versions: [],
    version_count: 0,
    status: 'draft',
    organization: null,
    members: [{ ...owner, user: me }],
  }
  server.use(
    http.get('/v2/user', () => HttpResponse.json(me)),
    http.get('/_internal/project/:id', () => HttpResponse.json(project)),
    http.get('/_internal/project/:id/versions', () => HttpResponse.json({ versions: [], total: 0 })),
    http.get('/_internal/version-file', () => HttpResponse.json([])),
    http.post('/_internal/version-file', ({ request }) => {
      const name = new URL(request.url).searchParams.get('name') ?? ''
      ids.set(name, ids.size + 1)
      if (broken.has(name)) return HttpResponse.error()
      if (name.startsWith('evil'))
        return HttpResponse.json({ error: 'invalid_input', description: '压缩包中包含不安全的路径「../x」。' }, { status: 400 })
      return HttpResponse.json(staged(name))
    }),
    http.delete('/_internal/version-file/:id', ({ params }) => {
      dropped.push(String(params['id']))
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('/_internal/version-problems', async ({ request }) => {
      const body = (await request.json()) as { loaders: string[]; staged_files: { id: string }[] }
      return HttpResponse.json(
        body.staged_files.map(({ id }) => ({
          id,
          problems: body.loaders.includes('forge')
            ? [{ level: 'refusal', field: 'loaders', text: '选择了 Forge，但文件中没有 META-INF/mods.toml。' }]
            : [],
        })),
      )
    }),
    http.post('/v2/version', async ({ request }) => {
      sent.push({ name: 'create', body: await request.text() })
      return HttpResponse.json({ ...versionsOf(0)[0], id: 'Made0001', version_number: '2.0.0-beta.1' })
    }),
  )
})

const open = () => renderRoute('/mod/gears-verdigris/version/create-new')
const choose = async (person: ReturnType<typeof userEvent.setup>, ...names: string[]) =>
  person.upload(
    await screen.findByLabelText('文件', { selector: 'input' }),
    names.map((name) => new File(['jar'], name)),
  )
const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: /版本号/ })

test('nothing is said to be missing before something was written', async () => {
  const person = userEvent.setup()
  await open()
  await screen.findByText('先选择文件，或填写版本号。')
  // The checklist above is about the project.
  const bar = within(screen.getByRole('region', { name: '发布' }))
  expect(bar.queryByText(/还差/)).toBeNull()
  await person.type(number(), '1')
  expect(await bar.findByText(/^还差/)).toBeTruthy()
})

test('an attempt to publish an empty version says what is missing', async () => {
  await open()
  await screen.findByText('先选择文件，或填写版本号。')
  const bar = within(screen.getByRole('region', { name: '发布' }))
  fireEvent.click(bar.getByRole('button', { name: /^发布/ }))
  expect(await bar.findByText(/^还差/)).toBeTruthy()
})

test('a file that was sent fills in the fields, and each can be taken back', async () => {
  const person = userEvent.setup()
  await open()
  await choose(person, 'gears.jar')
  await waitFor(() => expect(number().value).toBe('2.0.0-beta.1'))
  expect(screen.getByRole('button', { name: '测试版' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: 'Fabric' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText('4 项从文件识别，可修改')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: '撤销自动填写的版本号' }))
  expect(number().value).toBe('')
  expect(screen.getByText('3 项从文件识别，可修改')).toBeTruthy()
})

test('what a person has typed is not overwritten', async () => {
  const person = userEvent.setup()
  await open()
  await screen.findByLabelText('文件', { selector: 'input' })
  await person.type(number(), '9.9')
  await choose(person, 'gears.jar')
  await screen.findByText('3 项从文件识别，可修改')
  expect(number().value).toBe('9.9')
})

test('a refused file says why and is not published; a broken line is tried again', async () => {
  const person = userEvent.setup()
  await open()
  broken.add('slow.jar')
  await choose(person, 'evil.jar', 'gears.jar', 'slow.jar')
  expect(await screen.findByText('压缩包中包含不安全的路径「../x」。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重新上传 evil.jar' })).toBeNull()
  broken.clear()
  await person.click(await screen.findByRole('button', { name: '重新上传 slow.jar' }))
  await waitFor(() => expect(screen.getAllByText('已检查')).toHaveLength(2))
  await person.click(screen.getByRole('button', { name: '移除 slow.jar' }))
  await waitFor(() => expect(dropped).toHaveLength(1))
  await person.click(screen.getByRole('button', { name: /^发布 2\.0\.0/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('the main file is found by the rule of the server, and only a choice of the author is sent', async () => {
  const person = userEvent.setup()
  await open()
  await choose(person, 'reed-api-1.1.jar', 'reed-1.1.jar')
  await waitFor(() => expect(screen.getAllByText('已检查')).toHaveLength(2))
  expect(screen.queryByRole('button', { name: '将 reed-1.1.jar 设为主文件' })).toBeNull()
  const star = screen.getByRole('button', { name: '将 reed-api-1.1.jar 设为主文件' })
  await waitFor(() => expect(number().value).toBe('2.0.0-beta.1'))
  const appended = vi.spyOn(FormData.prototype, 'append')
  const publish = async (times: number) => {
    await person.click(screen.getByRole('button', { name: /^发布 2\.0\.0/ }))
    await waitFor(() => expect(sent).toHaveLength(times))
    const data = appended.mock.calls.at(-1)?.[1]
    if (!(data instanceof Blob)) throw new Error('no data was sent')
    const reader = new FileReader()
    const read = new Promise((done) => reader.addEventListener('load', done))
    reader.readAsText(data)
    await read
    return (JSON.parse(String(reader.result)) as { staged_files: { primary: boolean }[] }).staged_files.map((one) => one.primary)
  }
  server.use(
    http.post(
      '/v2/version',
      () => {
        sent.push({ name: 'create', body: '' })
        return HttpResponse.json({ error: 'invalid_input', description: '请稍后再试。' }, { status: 400 })
      },
      { once: true },
    ),
  )
  expect(await publish(1)).toEqual([false, false])
  await screen.findAllByText('请稍后再试。') // until then the form is being sent
  await person.click(star)
  expect(await publish(2)).toEqual([true, false])
  appended.mockRestore()
})

test('a file that does not fit the chosen loaders keeps the version from being sent', async () => {
  const person = userEvent.setup()
  await open()
  await choose(person, 'gears.jar')
  await person.click(await screen.findByRole('button', { name: 'Forge' }))
  expect(await screen.findByText('选择了 Forge，但文件中没有 META-INF/mods.toml。')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: /^发布 2\.0/ }))
  expect(sent).toEqual([])
  expect(screen.getByText('还差：gears.jar 不能这样发布')).toBeTruthy()
})

test('dependencies that the file names are offered', async () => {
  const person = userEvent.setup()
  await open()
  await choose(person, 'gears.jar')
  await person.click(await screen.findByRole('button', { name: '添加依赖 钠' }))
  const group = screen.getByRole('group', { name: '依赖' })
  expect(within(group).getByLabelText('关系：钠')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '添加依赖 钠' })).toBeNull()
})

test('files of an earlier visit are offered again', async () => {
  const person = userEvent.setup()
  server.use(http.get('/_internal/version-file', () => HttpResponse.json([staged('before.jar')])))
  await open()
  await person.click(await screen.findByRole('button', { name: '继续使用' }))
  await waitFor(() => expect(number().value).toBe('2.0.0-beta.1'))
  expect(screen.getByText('before.jar')).toBeTruthy()
})

test('a version with a time is uploaded as a draft and its release is planned', async () => {
  const plans: unknown[] = []
  server.use(
    http.post('/v2/version/:id/schedule', async ({ params, request }) => {
      plans.push({ id: params['id'], body: await request.json() })
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const person = userEvent.setup()
  await open()
  await choose(person, 'gears.jar')
  await waitFor(() => expect(number().value).toBe('2.0.0-beta.1'))
  const local = localTime(Date.now() + 3_600_000)
  fireEvent.change(screen.getByLabelText(/^发布时间/), { target: { value: local } })
  await person.click(screen.getByRole('button', { name: /^发布 / }))
  await waitFor(() =>
    expect(plans).toEqual([{ id: 'Made0001', body: { time: new Date(local).toISOString(), requested_status: 'listed' } }]),
  )
  expect(sent).toHaveLength(1)
})
