// An administrator changes the list of phrases, and a writer meets it.
import { visitor } from '../lib/browser.mjs'
import { complete, findings, overflow } from '../lib/look.mjs'
import { command, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

// On the board of their own project people write as fast as they like, and are checked as everywhere.
const board = '/plugin/build-contest-kit/forum'
let server, admin, writer

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  admin = await visitor(browser, server.url)
  await signIn(admin.context, server, '演示管理员')
  writer = await visitor(browser, server.url)
  await signIn(writer.context, server, '演示创作者')
  await command(writer.context, server, 'POST', '/v3/project/build-contest-kit/forum', { content: '这里聊搭建比赛的事。' })
})

test.afterAll(async () => {
  await server?.stop()
})

test('a text with a phrase of the list is refused and stays, the mended one is sent, and without the phrase it is too', async () => {
  const list = admin.page.getByRole('region', { name: /^词语/ })
  await admin.page.goto('/moderation/words')
  await admin.page.getByRole('textbox', { name: '添加词语' }).fill('拼车\n')
  await admin.page.getByRole('textbox', { name: '修改说明' }).fill('有人借此收定金')
  await admin.page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(list.getByText('拼车', { exact: true })).toBeVisible()
  await expect(admin.page.getByRole('textbox', { name: '添加词语' })).toHaveValue('')

  const { page } = writer
  const field = page.getByRole('textbox', { name: '回复内容' })
  const send = page.getByRole('button', { name: '发表回复' })
  await page.goto(board)
  await field.click()
  await page.keyboard.type('周末去看比赛，有人一起拼 车吗？')
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: '内容中含有不能发布的词语「拼车」' })).toBeVisible()
  await expect(field).toContainText('有人一起拼 车吗？')
  await expect(page.locator('#floor-1')).toHaveCount(0)
  await field.fill('周末去看比赛，有人一起去吗？')
  await send.click()
  await expect(page.locator('#floor-1')).toContainText('有人一起去吗？')

  await list.getByRole('button', { name: '移除「拼车」' }).click()
  await admin.page.getByRole('textbox', { name: '修改说明' }).fill('误伤太多')
  await admin.page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(list.getByText('拼车', { exact: true })).toHaveCount(0)
  await expect(admin.page.getByText('误伤太多')).toBeVisible()
  await field.click()
  await page.keyboard.type('那就一起拼车。')
  await send.click()
  await expect(page.locator('#floor-2')).toContainText('那就一起拼车。')

  await complete(admin.page)
  expect(await findings(admin.page)).toEqual([])
  await admin.page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(admin.page)).toBeUndefined()
  expect(admin.complaints).toEqual([])
})
