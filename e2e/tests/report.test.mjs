// A visitor reports a project; the staff answers, writes a private note and closes; both pages update by themselves.
import { visitor } from '../lib/browser.mjs'
import { complete, findings, overflow } from '../lib/look.mjs'
import { command, demoAccounts, explain, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

let server, reporter, staff, project

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  reporter = await visitor(browser, server.url)
  await signIn(reporter.context, server, '演示创作者')
  // A project without the reporter as member: own projects cannot be reported.
  const me = await (await reporter.context.request.get(`${server.url}/v2/user`)).json()
  const { hits } = await (await fetch(`${server.url}/v2/search?index=downloads&limit=20`)).json()
  for (const { slug } of hits) {
    project = await (await fetch(`${server.url}/_internal/project/${slug}`)).json()
    if (project.members.every(({ user }) => user.id !== me.id)) break
  }
  staff = await visitor(browser, server.url)
  await signIn(staff.context, server, '演示版主')
})

test.afterAll(async () => {
  await server?.stop()
})

const write = async (page, name, text) => {
  await page.getByRole('textbox', { name, exact: true }).click()
  await page.keyboard.type(text)
}

test('a visitor who reports is asked to sign in, and comes back to the form of this item', async ({ browser }) => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await page.goto(`/${project.url_type}/${project.slug}`)
  await complete(page) // the menu loads late
  await page.getByRole('button', { name: '更多操作' }).first().click()
  await page.getByRole('menuitem', { name: '举报' }).click()
  await page.waitForURL('**/auth/sign-in?redirect=*')
  await page.getByLabel('用户名或邮箱').fill('演示管理员')
  await page
    .getByLabel('密码', { exact: false })
    .first()
    .fill((await demoAccounts(server))['演示管理员'])
  await page.getByRole('button', { name: '登录', exact: true }).last().click()
  await page.waitForURL('**/report?**')
  await expect(page.locator('.report-form__found .report-form__item').filter({ hasText: project.title })).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})

test('a report names missing fields, survives a reload, and is sent', async () => {
  const { page } = reporter
  await page.goto(`/${project.url_type}/${project.slug}`)
  await complete(page) // the menu loads late
  await page.getByRole('button', { name: '更多操作' }).first().click()
  await page.getByRole('menuitem', { name: '举报' }).click()
  await page.waitForURL('**/report?**')
  await expect(page.locator('.report-form__found .report-form__item')).toBeVisible()
  await page.getByRole('button', { name: '提交举报' }).click()
  await expect(page.getByText('请选择一个原因。')).toBeVisible()
  await page.getByRole('radio', { name: /侵犯版权/ }).check()
  await write(page, '说明', '第二张图来自别处，原作者没有授权。')
  await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('没有授权')))
  await page.reload()
  await expect(page.getByText('没有授权').first()).toBeVisible()
  await expect(page.getByRole('radio', { name: /侵犯版权/ })).toBeChecked({ checked: true })
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: '提交举报' }).click()
  await page.waitForURL('**/dashboard/report/*')
  await expect(page.getByText('还没有消息')).toBeVisible()
})

test('a second report of an item leads to the first', async () => {
  const { page } = reporter
  const own = page.url()
  await page.goto(`/report?itemType=project&itemId=${project.slug}`)
  await expect(page.getByText('你已经举报过')).toBeVisible()
  await expect.poll(async () => page.getByRole('button', { name: '提交举报' }).isDisabled()).toBe(true)
  await page.getByRole('link', { name: '查看原举报' }).click()
  await page.waitForURL(own)
})

test('the staff’s answer appears on the reporter’s open page without the author’s name', async () => {
  const { page } = staff
  await page.goto('/moderation/reports')
  await page.getByRole('row').filter({ hasText: '第二张图来自别处' }).getByRole('link').first().click()
  await page.waitForURL('**/moderation/report/*')
  await write(page, '回复', '与上次的情况相同，先记一笔。')
  await page.getByRole('checkbox', { name: '只作为内部备注' }).check()
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect(page.getByText('内部备注，仅管理人员可见')).toBeVisible()
  await page.getByRole('checkbox', { name: '只作为内部备注' }).uncheck()
  await write(page, '回复', '图片已经核对，谢谢。')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect(reporter.page.getByText('图片已经核对，谢谢。')).toBeVisible()
  await expect(reporter.page.getByText('管理人员', { exact: true })).toBeVisible()
  await expect(reporter.page.getByText('先记一笔')).toHaveCount(0)
  await expect(reporter.page.getByText('演示版主')).toHaveCount(0)
  expect(await findings(page)).toEqual([])
})

test('the reporter answers, and deletes a message', async () => {
  const { page } = reporter
  await write(page, '回复', '写错了地方。')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect(staff.page.getByText('写错了地方。')).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: '写错了地方。' }).getByRole('button', { name: '删除消息' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除消息' }).click()
  await expect(page.getByText('消息已删除')).toBeVisible()
  await expect(staff.page.getByText('写错了地方。')).toHaveCount(0)
})

test('a report closed by the staff is closed for both, and can be reopened', async () => {
  await staff.page.getByRole('button', { name: '关闭举报' }).click()
  const closing = staff.page.getByRole('dialog')
  await closing.getByRole('radio', { name: /没有违规/ }).check()
  await closing.getByRole('textbox').fill('原作者已授权。')
  await closing.getByRole('button', { name: '关闭举报' }).click()
  await expect(reporter.page.getByText('处理结果：没有发现违规，不作处理。')).toBeVisible()
  await expect(reporter.page.getByText('举报已关闭。如有新的情况，请重新提交举报。')).toBeVisible()
  await reporter.page.goto('/dashboard/reports')
  await expect(reporter.page.getByRole('row').filter({ hasText: '侵犯版权' }).getByText('没有违规')).toBeVisible()
  for (const width of [390, 1440]) {
    await reporter.page.setViewportSize({ width, height: 900 })
    expect(await overflow(reporter.page)).toBe(undefined)
  }
  await staff.page.getByRole('button', { name: '重新打开' }).click()
  await explain(staff.page, '更正错误')
  await expect(staff.page.getByRole('button', { name: '关闭举报' })).toBeVisible()
})

test('no page logged an error', () => {
  expect(reporter.complaints).toEqual([])
  expect(staff.complaints).toEqual([])
})

test('two moderators see each other at a review, one takes it over and hands it back, and a round is decided once', async ({ browser }) => {
  const other = await visitor(browser, server.url)
  await signIn(other.context, server, '演示管理员')
  const { projects } = await (await staff.context.request.get(`${server.url}/_internal/moderation/projects`)).json()
  const waiting = projects.find((one) => !one.own)
  const address = `/${waiting.url_type}/${waiting.slug}?review=1`
  const [mine, theirs] = [staff, other].map(({ page }) => page.getByRole('complementary', { name: '审核面板' }))
  await staff.page.goto(address)
  await expect(mine.getByText('你正在审核')).toBeVisible()
  await other.page.goto('/moderation/review')
  await expect(other.page.getByRole('button', { name: `接手 ${waiting.name}` })).toBeVisible()
  await other.page.goto(address)
  await expect(theirs.getByText('演示版主 正在审核这个项目')).toBeVisible()
  await expect(mine.getByText('演示管理员 也在看')).toBeVisible()
  await expect(mine.locator('.cm-content')).toBeVisible()
  await mine.getByRole('textbox', { name: '给作者的消息' }).fill('写到一半')
  await theirs.getByRole('button', { name: '接手' }).click()
  // The other moderator was there within the last two minutes: taking over asks first.
  await other.page.getByRole('dialog').getByRole('button', { name: '接手', exact: true }).click()
  await expect(mine.getByText('演示管理员 接手了这个项目')).toBeVisible()
  await expect(mine.getByText('写到一半')).toBeVisible()
  await theirs.getByRole('button', { name: '转交' }).click()
  const dialog = other.page.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption({ label: '演示版主' })
  await dialog.getByRole('textbox').fill('图片已看过，还差版本。')
  await dialog.getByRole('button', { name: '转交' }).click()
  await expect(mine.getByText('演示管理员 交给你：图片已看过，还差版本。')).toBeVisible()
  await expect(mine.getByText('你正在审核')).toBeVisible()
  await command(other.context, server, 'PATCH', `/v2/project/${waiting.id}`, {
    status: 'withheld',
    moderation_message: '请看说明',
    moderation_round: waiting.round,
    reason: { code: 'incomplete' },
  })
  const late = await staff.context.request.fetch(`${server.url}/v2/project/${waiting.id}`, {
    method: 'PATCH',
    data: { status: 'approved', moderation_round: waiting.round, reason: { code: 'complies' } },
    headers: {
      'X-CSRF-Token': (await staff.context.cookies(server.url)).find((one) => one.name === 'modyard_csrf').value,
      Origin: server.url,
    },
  })
  expect(late.status()).toBe(409)
  await expect(mine.getByText('写到一半')).toBeVisible()
  expect([...staff.complaints, ...other.complaints]).toEqual([])
  await other.context.close()
})
