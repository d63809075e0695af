import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Alongside, Mod } from '@/lib/hosting/content'
import type { Server } from '@/lib/hosting/servers'
import { hits } from '@/testing/hits'
import { listedVersion, mod } from '@/testing/mods'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server as api } from '@/testing/server'
import { hosted, listOf } from '@/testing/servers'

const base = '/hosting/modyard/v0'
const [first, second] = hits.filter(({ url_type: type }) => type === 'mod')
let record: Server
let list: Mod[]
let asked: string[][][]
let sent: unknown[]
let refuse: boolean
let logged: unknown[]
let alongside: Alongside

beforeEach(() => {
  document.cookie = 'modyard_csrf=x; path=/'
  localStorage.clear()
  record = hosted()
  list = [mod({ name: second?.title ?? '', project_id: second?.project_id ?? '', version_id: 'V9' })]
  asked = []
  sent = []
  refuse = false
  logged = []
  alongside = { added: [], missing: [] }
  vi.spyOn(console, 'error').mockImplementation((...given: unknown[]) => void logged.push(given))
  api.use(
    http.get('/v2/user', () => HttpResponse.json(me)),
    http.get(`${base}/servers`, () => HttpResponse.json(listOf(record))),
    http.get(`${base}/servers/:id`, () => HttpResponse.json(record)),
    http.get(`${base}/servers/:id/mods`, () => HttpResponse.json(list)),
    http.get('/v2/search', ({ request }) => {
      asked.push(JSON.parse(new URL(request.url).searchParams.get('facets') ?? '[]') as string[][])
      return HttpResponse.json({ hits: [first, second], offset: 0, limit: 20, total_hits: 2 })
    }),
    http.get('/v2/project/:id/version', () => HttpResponse.json([listedVersion('V2', { loaders: ['fabric'] }), listedVersion('V1')])),
    http.post(`${base}/servers/:id/mods`, async ({ request }) => {
      if (refuse) return HttpResponse.json({ error: 'busy', description: '服务器正在恢复备份，请稍后再试。' }, { status: 409 })
      sent.push(await request.json())
      return HttpResponse.json(alongside)
    }),
  )
})

const card = () => screen.findByRole('region', { name: '安装到服务器' })
const buttons = async () => (await screen.findAllByRole('button', { name: /^Install/ })).map(({ textContent }) => textContent)
const ask = async (of: string) => waitFor(() => expect(JSON.stringify(asked.at(-1))).toContain(of))

test('the search shows the server, keeps to its loader and version, and marks what it has', async () => {
  await renderRoute('/mods?sid=Srv00001')
  const shown = await card()
  expect(within(shown).getByRole('link', { name: '晨雾谷' }).getAttribute('href')).toBe('/servers/manage/Srv00001/content')
  within(shown).getByText('NeoForge 1.21.1')
  await waitFor(async () => expect(new Set(await buttons())).toEqual(new Set(['Install', 'Installed'])))
  for (const facets of asked) expect(facets).toEqual([['categories:neoforge'], ['versions:1.21.1'], ['project_types:mod']])
  expect(screen.queryByRole('list', { name: '游戏版本' })).toBeNull()
  expect(within(screen.getByRole('region', { name: '搜索结果' })).queryByText(/前$/)).toBeNull()
})

test('the three switches are in the address and change what is asked for', async () => {
  const { router } = await renderRoute('/mods?sid=Srv00001')
  const shown = await card()
  await userEvent.click(within(shown).getByRole('switch', { name: 'Hide already installed' }))
  await ask(`project_id!=${second?.project_id ?? '?'}`)
  await userEvent.click(within(shown).getByRole('switch', { name: 'Override loaders' }))
  await userEvent.click(within(shown).getByRole('switch', { name: 'Override game versions' }))
  await waitFor(() => expect(asked.at(-1)).toEqual([[`project_id!=${second?.project_id ?? '?'}`], ['project_types:mod']]))
  expect(router.state.location.searchStr).toBe('?sid=Srv00001&shi=true&sogv=true&sol=true')
})

test('Install takes the version that fits and becomes Installed', async () => {
  await renderRoute('/mods?sid=Srv00001')
  const [button] = await screen.findAllByRole('button', { name: 'Install' })
  if (button) await userEvent.click(button)
  await waitFor(() => expect(sent).toEqual([{ rinth_ids: { project_id: first?.project_id, version_id: 'V1' }, dependencies: true }]))
  await waitFor(async () => expect(new Set(await buttons())).toEqual(new Set(['Installed'])))
  for (const one of screen.getAllByRole('button', { name: 'Installed' })) expect(one).toHaveProperty('disabled', true)
})

test('a failure brings Install back, is logged, and is said beside the button', async () => {
  refuse = true
  await renderRoute('/mods?sid=Srv00001')
  const [button] = await screen.findAllByRole('button', { name: 'Install' })
  if (button) await userEvent.click(button)
  expect((await screen.findAllByText('没有装上：服务器正在恢复备份，请稍后再试。')).length).toBeGreaterThan(0)
  expect(logged.length).toBeGreaterThan(0)
  expect(await buttons()).toContain('Install')
})

test('where nothing fits the first version is taken, with a mark', async () => {
  api.use(http.get('/v2/project/:id/version', () => HttpResponse.json([listedVersion('V2', { loaders: ['fabric'] })])))
  await renderRoute('/mods?sid=Srv00001')
  const [button] = await screen.findAllByRole('button', { name: 'Install' })
  if (button) await userEvent.click(button)
  expect((await screen.findAllByText('没有适用的版本，装了 V2')).length).toBeGreaterThan(0)
  expect(sent).toEqual([{ rinth_ids: { project_id: first?.project_id, version_id: 'V2' }, dependencies: true }])
})

test('what a version requires is announced, and named after it was added or could not be', async () => {
  alongside = {
    added: [{ project_id: 'P8', version_id: 'V8', title: 'Fabric API', version_number: '0.116' }],
    missing: [{ project_id: 'P7', title: 'Cloth Config', reason: 'no_compatible_version' }],
  }
  await renderRoute('/mods?sid=Srv00001')
  within(await card()).getByText('缺少的前置资源会一起装上，版本按服务器的软件与游戏版本选择。')
  const [button] = await screen.findAllByRole('button', { name: 'Install' })
  if (button) await userEvent.click(button)
  const said = '一并装上：Fabric API 0.116；前置资源没有装上：Cloth Config（没有适用的版本）'
  expect((await screen.findAllByText(said)).length).toBeGreaterThan(0)
})

const outlook = /^查看与「.*」一并装上的资源$/
const openOutlook = async () => {
  const [button] = await screen.findAllByRole('button', { name: outlook })
  if (button) await userEvent.click(button)
  return screen.findByRole('dialog', { name: /^与「.*」一并装上的资源$/ })
}
const required = (reason: string, project: string) => ({
  project_id: project,
  version_id: null,
  dependent_on_version_id: 'V1',
  reason,
  file_name: null,
})

test('what would come along is shown before the click, by the resolver that the click uses', async () => {
  const questions: unknown[] = []
  api.use(
    http.post('/v3/content/resolve', async ({ request }) => {
      questions.push(await request.json())
      const metadata = { title: 'Fabric API', version_number: '0.116', icon_url: null, filename: 'f.jar', sha1: '' }
      return HttpResponse.json({
        primary: { project_id: first?.project_id, version_id: 'V1', dependent_on_version_id: null, required: true, metadata },
        dependencies: [{ project_id: 'P8', version_id: 'V8', dependent_on_version_id: 'V1', required: true, metadata }],
        skipped: [required('already_installed', second?.project_id ?? ''), required('no_compatible_version', 'P7')],
      })
    }),
    http.get('/v2/projects', () => HttpResponse.json([{ id: 'P7', title: 'Cloth Config' }])),
  )
  await renderRoute('/mods?sid=Srv00001')
  const dialog = await openOutlook()
  await within(dialog).findByText('会装上版本 V1。')
  expect(within(within(dialog).getByRole('list', { name: '一并装上' })).getByRole('listitem').textContent).toBe('Fabric API0.116')
  within(dialog).getByText('服务器上已有 1 项前置资源。')
  within(dialog).getByText('Cloth Config（没有适用的版本）')
  expect(questions).toEqual([
    {
      project_id: first?.project_id,
      version_id: 'V1',
      target: { game_versions: ['1.21.1'], loaders: ['neoforge'] },
      existing_project_ids: [second?.project_id],
    },
  ])
  expect(sent).toEqual([])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(outlook)
})

test('what would come along is asked again after a failure', async () => {
  let failing = true
  api.use(
    http.post('/v3/content/resolve', () =>
      failing
        ? HttpResponse.json({ error: 'invalid_input', description: '依赖过多' }, { status: 400 })
        : HttpResponse.json({ primary: {}, dependencies: [], skipped: [] }),
    ),
  )
  await renderRoute('/mods?sid=Srv00001')
  const dialog = await openOutlook()
  await within(dialog).findByText('依赖过多')
  failing = false
  await userEvent.click(within(dialog).getByRole('button', { name: '重试' }))
  await within(dialog).findByText('它不需要前置资源。')
})

test('a version is installed alone where that is chosen', async () => {
  await renderRoute('/mods?sid=Srv00001')
  await userEvent.click(within(await card()).getByRole('switch', { name: '一并安装前置资源' }))
  within(await card()).getByText(/只装选中的资源/)
  expect(screen.queryByRole('button', { name: outlook })).toBeNull()
  const [button] = await screen.findAllByRole('button', { name: 'Install' })
  if (button) await userEvent.click(button)
  await waitFor(() => expect(sent).toEqual([{ rinth_ids: { project_id: first?.project_id, version_id: 'V1' } }]))
})

test('who may not change the content cannot install, and reads why', async () => {
  record = hosted({ current_user_permissions: 1 })
  await renderRoute('/mods?sid=Srv00001')
  within(await card()).getByText(/所有者或管理者/)
  for (const one of await screen.findAllByRole('button', { name: 'Install' })) expect(one).toHaveProperty('disabled', true)
})

test('modpacks have no switches, and one is installed softly and leads to the software of the server', async () => {
  const installs: unknown[] = []
  api.use(
    http.post(`${base}/servers/:id/reinstall`, async ({ request }) => {
      installs.push([new URL(request.url).search, await request.json()])
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { router } = await renderRoute('/modpacks?sid=Srv00001')
  const shown = await card()
  expect(within(shown).queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('button', { name: outlook })).toBeNull()
  await waitFor(() => expect(asked.at(-1)).toEqual([['project_types:modpack']]))
  const [button] = await screen.findAllByRole('button', { name: 'Install' })
  if (button) await userEvent.click(button)
  await waitFor(() => expect(router.state.location.pathname).toBe('/servers/manage/Srv00001/options/loader'))
  expect(installs).toEqual([['?hard=false', { project_id: first?.project_id, version_id: 'V1' }]])
})

test('a server of somebody else leaves an ordinary search', async () => {
  api.use(http.get(`${base}/servers/:id`, () => HttpResponse.json({ error: 'not_found' }, { status: 404 })))
  await renderRoute('/mods?sid=Other001')
  await screen.findByText(/没有这台服务器/)
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
  await waitFor(() => expect(within(screen.getByRole('region', { name: '搜索结果' })).getAllByText(/前/).length).toBeGreaterThan(0))
})
