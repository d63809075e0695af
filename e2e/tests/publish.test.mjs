// From a new account to a project that search finds: a creator and a moderator, each in a browser of their own.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { launch, picture, visitor } from '../lib/browser.mjs'
import { jar } from '../lib/jar.mjs'
import { eventually } from '../lib/eventually.mjs'
import { Server } from '../lib/server.mjs'

const password = 'hundred-silent-lanterns'
let server, browser, author, staff

before(async () => {
  server = await Server.start()
  await server.feed(`${password}\n`, 'admin', 'create', 'keeper', 'keeper@example.org')
  browser = await launch()
  author = await visitor(browser, server.url)
})

// Pictures of the failing page help more than a stack trace.
afterEach(async () => {
  await picture(author?.page, 'author')
  await picture(staff?.page, 'staff')
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

test('a visitor signs up and sees an empty list', async () => {
  const { page } = author
  await page.goto('/dashboard/projects')
  await page.waitForURL(/\/auth\/sign-in\?redirect=/)
  await page.getByRole('link', { name: '注册一个' }).click()
  await page.getByLabel('用户名').fill('小满')
  await page.getByLabel('邮箱').fill('xiaoman@example.org')
  await page.getByLabel('密码', { exact: false }).first().fill(password)
  await page.getByLabel('确认密码').fill('something else')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('两次输入的密码不正确。').waitFor()
  await page.getByLabel('确认密码').fill(password)
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.waitForURL('**/dashboard/projects')
  await page.getByText('还没有项目').waitFor()
})

test('creates a project', async () => {
  const { page } = author
  await page.getByRole('button', { name: '发布第一个项目' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('Tide Loom 潮汐织机')
  await dialog.getByLabel('链接').fill('tide-loom')
  await dialog.getByText('可以使用。').waitFor()
  await dialog.getByLabel('简介').fill('按潮水涨落自动织布的机器。')
  await dialog.getByRole('button', { name: '创建' }).click()
  await page.waitForURL('**/mod/tide-loom')
  await page.getByRole('heading', { level: 1, name: /Tide Loom/ }).waitFor()
  assert.ok(true)
})

test('completes the checklist: description, licence, environments', async () => {
  const { page } = author
  await page.goto('/mod/tide-loom/settings/description')
  await page.getByRole('textbox', { name: '介绍' }).fill('## 潮水来时\n\n织机随涨潮**转动**，退潮时停下。')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('您的资源已更新').first().waitFor()
  await page.goto('/mod/tide-loom/settings/license')
  await page.getByRole('radio', { name: /^MIT/ }).first().check()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('您的资源已更新').first().waitFor()
  await page.goto('/mod/tide-loom/settings')
  await page.getByLabel('客户端').selectOption('required')
  await page.getByLabel('服务端').selectOption('optional')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('您的资源已更新').first().waitFor()
  await page.goto('/mod/tide-loom')
  await page.getByText('还差：上传版本').waitFor()
})

test('uploads a version and submits it', async () => {
  const { page } = author
  await page.getByRole('link', { name: '上传版本' }).first().click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'tide-loom-1.0.0.jar', mimeType: 'application/java-archive', buffer: jar('tide-loom') })
  // The archive contains the number and the loader.
  await page.getByRole('button', { name: 'Fabric', exact: true, pressed: true }).waitFor()
  await eventually(async () => assert.equal(await page.getByRole('textbox', { name: '版本号' }).inputValue(), '1.0.0'))
  await page.getByRole('button', { name: '1.21.1', exact: true }).click()
  await page.getByRole('textbox', { name: '更新日志' }).fill('第一个版本。')
  await page.getByRole('button', { name: /^发布/ }).last().click()
  await page.getByText('版本已发布').first().waitFor()
  await page.goto('/mod/tide-loom')
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByText('已提交审核').first().waitFor()
  await page.getByRole('link', { name: '审核', exact: true }).click()
  await page.getByText('第 1 位', { exact: true }).first().waitFor()
})

test('a moderator rejects it with a message, which the author sees without reloading', async () => {
  staff = await visitor(browser, server.url)
  const { page } = staff
  await page.goto('/auth/sign-in?redirect=/moderation/review')
  await page.getByLabel('用户名或邮箱').fill('keeper')
  await page.getByLabel('密码', { exact: false }).first().fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).last().click()
  await page
    .getByRole('link', { name: /Tide Loom/ })
    .first()
    .click()
  await page.waitForURL('**/mod/tide-loom**')
  const panel = page.getByRole('complementary', { name: '审核面板' })
  await eventually(async () => assert.ok(await panel.getByRole('button', { name: '拒绝' }).isDisabled()))
  // Text that is entered while the editor replaces the plain field is lost.
  await panel.locator('.cm-content').waitFor()
  await panel.getByRole('textbox', { name: '给作者的消息' }).fill('请补充**前置**说明。')
  assert.ok(await panel.getByRole('button', { name: '拒绝' }).isDisabled(), 'a refusal without a reason')
  // The rest goes by keys, from within the editor.
  for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+Alt+KeyN')
  await panel.getByRole('heading', { name: '简介足以说明这是什么吗？' }).waitFor()
  await page.keyboard.press('Shift+Alt+Digit1')
  await page.keyboard.press('Control+Shift+KeyE')
  await panel.getByText('简介 · 不足').waitFor()
  await page.waitForURL('**/mod/tide-loom/moderation**')
  await eventually(async () => assert.ok(await panel.getByRole('button', { name: '拒绝' }).isEnabled()))
  await page.keyboard.press('Shift+Alt+KeyR')
  await page.getByText('您已完成此项目的审核！还有 0 个项目。').waitFor()
  await author.page.getByText('只看现在的简介').first().waitFor()
  await author.page.getByText('已拒绝').first().waitFor()
})

test('the author resubmits, the moderator approves, and search finds it within a second', async () => {
  await author.page.getByRole('button', { name: '重新提交审核' }).first().click()
  await author.page.getByText('第 1 位', { exact: true }).first().waitFor()
  const { page } = staff
  await page.goto('/moderation/review')
  await page
    .getByRole('link', { name: /Tide Loom/ })
    .first()
    .click()
  const decided = page.waitForResponse((r) => r.request().method() === 'PATCH' && r.ok())
  await page.getByRole('complementary', { name: '审核面板' }).getByRole('button', { name: '批准' }).click()
  await decided
  const since = Date.now()
  let found = 0
  while (found === 0 && Date.now() - since < 5_000) {
    found = (await (await fetch(`${server.url}/v2/search?query=${encodeURIComponent('潮汐织机')}`)).json()).total_hits
  }
  assert.equal(found, 1)
  assert.ok(Date.now() - since < 1_000, `found after ${Date.now() - since} ms`)
  await page.getByText('您已完成此项目的审核！还有 0 个项目。').waitFor()
  await author.page.getByText('已通过').first().waitFor()
  const { page: guest, context } = await visitor(browser, server.url)
  await guest.goto('/mods?q=chaoxizhiji')
  await guest
    .getByRole('article')
    .getByRole('link', { name: /Tide Loom/ })
    .click()
  await guest.getByRole('heading', { level: 1, name: /Tide Loom/ }).waitFor()
  await context.close()
  assert.deepEqual([...author.complaints, ...staff.complaints], [])
})
