// The files in a modpack: a moderator judges each by keys, the message names what the author must take out, and the next pack
// with the same files asks nothing.
import { randomBytes } from 'node:crypto'
import { archive } from '../lib/archive.mjs'
import { visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { caughtUp, command, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const lamp = archive({ 'fabric.mod.json': '{"schemaVersion":1,"id":"lamp","version":"1.0.0"}', 'a.class': randomBytes(2000) })
const bell = archive({ 'fabric.mod.json': '{"schemaVersion":1,"id":"bell","version":"1.0.0"}', 'a.class': randomBytes(3000) })
const index = JSON.stringify({
  formatVersion: 1,
  game: 'minecraft',
  versionId: '1.0.0',
  name: 'Pack',
  files: [],
  dependencies: { minecraft: '1.20.1', 'fabric-loader': '0.16.14' },
})
let server, author, staff

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  author = await visitor(browser, server.url)
  staff = await visitor(browser, server.url)
  await signIn(author.context, server, '演示创作者')
  await signIn(staff.context, server, '演示版主')
})

test.afterAll(async () => {
  await server?.stop()
})

/** Sends a form as the author, and waits until readers see the result. */
async function form(path, data, file) {
  const cookie = (await author.context.cookies(server.url)).find((one) => one.name === 'modyard_csrf')
  const answer = await author.context.request.post(`${server.url}${path}`, {
    multipart: { data: JSON.stringify(data), ...(file ? { 'pack.mrpack': file } : {}) },
    headers: { 'X-CSRF-Token': cookie?.value ?? '', Origin: server.url },
  })
  expect(answer.ok(), await answer.text()).toBeTruthy()
  await caughtUp(author.context.request, server, answer.headers()['log-position'])
  return answer.json()
}

/** A modpack of the author that waits for its review. */
async function submitted(slug, title, files) {
  const project = await form('/v2/project', {
    slug,
    title,
    description: '给港口准备的一套。',
    body: '## 内容\n\n港口、钟楼和夜里的灯，一套开箱就能玩的整合包，附带教程与任务。',
    project_type: 'modpack',
    client_side: 'required',
    server_side: 'optional',
    license_id: 'MIT',
    categories: ['lightweight'],
    is_draft: true,
  })
  await form(
    '/v2/version',
    {
      project_id: project.id,
      name: '1.0.0',
      version_number: '1.0.0',
      version_type: 'release',
      loaders: ['fabric'],
      game_versions: ['1.20.1'],
      dependencies: [],
      featured: true,
      file_parts: ['pack.mrpack'],
      primary_file: 'pack.mrpack',
    },
    { name: `${slug}.mrpack`, mimeType: 'application/zip', buffer: archive({ 'modrinth.index.json': index, ...files }) },
  )
  await command(author.context, server, 'PATCH', `/v2/project/${project.id}`, { status: 'processing' })
  return project
}

/** Opens the step of a project in the panel. */
async function step(slug) {
  const { page } = staff
  await page.goto(`/modpack/${slug}?review=1`)
  const panel = page.getByRole('complementary', { name: '审核面板' })
  await panel.getByRole('button', { name: /^第 12 步/ }).click()
  await expect(panel.getByRole('heading', { name: '包内的每个文件都允许放进整合包吗？' })).toBeVisible()
  return panel
}

test('a moderator judges each unknown file by keys', async () => {
  await submitted('harbour-pack', 'Harbour 港口', {
    'overrides/mods/lamp.jar': lamp,
    'overrides/mods/bell.jar': bell,
    'overrides/config/harbour.toml': 'a = 1',
  })
  const panel = await step('harbour-pack')
  const { page } = staff
  await expect(panel.getByRole('form', { name: /文件 1\/2\s+lamp\.jar/ })).toBeVisible()
  await expect(panel.getByRole('button', { name: /下一项/ })).toBeDisabled()
  await expect(panel.getByText('请先选择授权情况。')).toBeVisible()
  await expect(panel.getByText('不需要授权的文件（1）')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('4')
  await expect(panel.getByText('请先回答是否已批准。')).toBeVisible()
  await page.keyboard.press('8')
  await panel.getByRole('textbox', { name: '标题' }).fill('雷灯')
  await panel.getByRole('textbox', { name: '链接' }).fill('https://example.org/lamp')
  await panel.getByRole('textbox', { name: '证明' }).fill('许可证：保留所有权利。')
  await page.keyboard.press('Shift+Alt+Digit9')
  await expect(panel.getByRole('form', { name: /文件 2\/2\s+bell\.jar/ })).toBeVisible()
  await panel.getByRole('radio', { name: '允许，已署名并注明来源' }).click()
  await page.keyboard.press('9')
  await expect(panel.getByText('全部文件都已判定。')).toBeVisible()
  await expect(panel.getByRole('checkbox', { name: '含有未获许可的文件' })).toBeChecked()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeFalsy()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the panel keeps what was judged across a reload, and the message names the file', async () => {
  const panel = await step('harbour-pack')
  const { page } = staff
  await expect(panel.getByText('已判定 2/2')).toBeVisible()
  await panel
    .getByRole('button', { name: '上一项' })
    .or(panel.getByRole('form', { name: /文件 1\/2/ }))
    .first()
    .waitFor()
  await expect(panel.getByRole('radio', { name: '否', exact: true })).toBeChecked()
  await panel.getByRole('button', { name: '生成消息' }).click()
  await expect(panel.getByRole('textbox', { name: '给作者的消息' })).toContainText('雷灯')
  await page.keyboard.press('Shift+Alt+KeyR')
  await expect(page.getByText(/您已完成此项目的审核/)).toBeVisible()
  await author.page.goto('/modpack/harbour-pack/moderation')
  await expect(author.page.getByRole('link', { name: '雷灯' }).first()).toBeVisible()
})

test('the next pack with a file that may stay asks nothing, and the other file is remembered', async () => {
  await submitted('belfry-pack', 'Belfry 钟楼', { 'overrides/mods/renamed-bell.jar': bell })
  let panel = await step('belfry-pack')
  await expect(panel.getByText('没有需要判定的文件。')).toBeVisible()
  await expect(panel.getByText('已允许的文件（1）')).toBeVisible()
  await submitted('lamp-pack', 'Lamp 夜灯', { 'overrides/mods/lamp-again.jar': lamp })
  panel = await step('lamp-pack')
  await expect(panel.getByRole('radio', { name: '不允许' })).toBeChecked()
  await expect(panel.getByText(/演示版主 于 .* 判定为「不允许」/)).toBeVisible()
  await expect(panel.getByRole('textbox', { name: '标题' })).toHaveValue('雷灯')
})

test('the audit lists each judgement', async () => {
  const { page } = staff
  await page.goto('/moderation/audit?kind=packfile-judged&mark=none')
  const table = page.getByRole('table')
  await expect(table.getByText('lamp.jar').first()).toBeVisible()
  await expect(table.getByText(/许可证：保留所有权利。/).first()).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('the demonstration has an unknown file, one of this site and one that was judged before', async () => {
  const panel = await step('lightning-harvest')
  await expect(panel.getByRole('form', { name: /文件 1\/2\s+echo-chime/ })).toBeVisible()
  await expect(panel.getByRole('radio', { name: '须署名' })).toBeChecked()
  await expect(panel.getByText('已允许的文件（1）')).toBeVisible()
})
