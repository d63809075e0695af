// A wiki from its first page to a revert: its owner, who reviews, and two named editors who write at the same time.
import { visitor } from '../lib/browser.mjs'
import { showsAt } from '../lib/eventually.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { command, signIn, signUp } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const project = '/plugin/build-contest-kit'
const api = '/v3/project/build-contest-kit/wiki'
const password = 'hundred-silent-lanterns'
let server, owner, first, second

const send = async (who, method, path, data) => {
  const answer = await command(who.context, server, method, api + path, data)
  return answer.status() === 204 ? undefined : answer.json()
}

const read = async (who, path = '') => (await who.context.request.get(server.url + api + path)).json()

/** Begins a draft, and reads it with its tree. */
const drafted = async (who) => read(who, `/drafts/${(await send(who, 'POST', '/drafts', {})).id}`)

/** Replaces the text in the editor. */
async function write(page, text) {
  await page.locator('.cm-content').fill(text)
  await expect(page.getByText(/^已保存 \d/)).toBeVisible()
}

async function accessible(page) {
  expect(await findings(page, { except: '.toaster' })).toEqual([])
  expect(await overflow(page)).toBeFalsy()
}

/** Begins a draft on the page of the wiki and opens its editor. */
async function begin({ page }) {
  await page.goto(`${project}/wikis`)
  await page.getByRole('button', { name: '开始编辑' }).click()
  await page.waitForURL('**/wikis/edit**')
}

/** From the editor to the preview and through the submission. */
async function submit({ page }, reason, action = '提交草稿审核') {
  await page.locator('main').getByRole('button', { name: action, exact: true }).click()
  await page.waitForURL('**/wikis/preview')
  await page.getByRole('textbox', { name: '提交原因' }).fill(reason)
  await page.locator('main').getByRole('button', { name: action, exact: true }).click()
  await expect(page.getByText('提交成功')).toBeVisible()
  // What is published at once is shown.
  await page.waitForURL(action === '发布' ? `**${project}/wiki/*` : `**${project}/wikis`)
}

/** The review of the draft that waits. */
async function openReview({ page }) {
  await page.goto('/dashboard/wikis?scope=review')
  // The demonstration has a submission of its own.
  await page.locator(`a[href^="${project}/wikis/review/"]`).first().click()
  await page.waitForURL('**/wikis/review/**')
}

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  owner = await visitor(browser, server.url)
  await signIn(owner.context, server, '演示创作者')
  first = await visitor(browser, server.url)
  await signUp(first.page, 'wiki-first', password)
  second = await visitor(browser, server.url)
  await signUp(second.page, 'wiki-second', password)
})

test.afterAll(async () => {
  await server?.stop()
})

test('a wiki without pages says so, and its owner publishes the first page', async () => {
  const { page } = owner
  await first.page.goto(`${project}/wikis`)
  await expect(first.page.getByText('百科还没有页面')).toBeVisible()
  await expect(first.page.getByRole('button', { name: '新建页面' })).toHaveCount(0)
  await page.goto(`${project}/wikis`)
  await accessible(page)
  await page.getByRole('button', { name: '新建页面' }).click()
  const dialog = page.getByRole('dialog', { name: '新建页面' })
  await dialog.getByRole('button', { name: '创建' }).click()
  await expect(dialog.getByText('请填写完整数据').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: '标题' }).fill('开始')
  await dialog.getByRole('textbox', { name: '链接' }).fill('错误')
  await dialog.getByRole('button', { name: '创建' }).click()
  await expect(dialog.getByText('只能包含英文字母、数字和连字符')).toBeVisible()
  await dialog.getByRole('textbox', { name: '链接' }).fill('start')
  await dialog.getByRole('button', { name: '创建' }).click()
  await page.waitForURL('**/wikis/edit?page=**')
  await write(page, '第一段写怎么开始。\n\n第二段写有什么。')
  await page.reload()
  await expect(page.locator('.cm-content')).toContainText('第一段写怎么开始。')
  await accessible(page)
  await submit(owner, '写下第一页', '发布')
  await expect(page.getByRole('heading', { name: '开始' })).toBeVisible()
  await accessible(page)
})

test('a page of the same name is refused at its field', async () => {
  const { page } = owner
  await begin(owner)
  await page.getByRole('button', { name: '新建页面' }).click()
  const dialog = page.getByRole('dialog', { name: '新建页面' })
  await dialog.getByRole('textbox', { name: '标题' }).fill('开始')
  await dialog.getByRole('textbox', { name: '链接' }).fill('START')
  await dialog.getByRole('button', { name: '创建' }).click()
  await expect(dialog.getByText('已存在相同标题')).toBeVisible()
  await expect(dialog.getByText('已存在相同slug')).toBeVisible()
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃草稿' }).click()
  await page.getByRole('dialog', { name: '放弃草稿？' }).getByRole('button', { name: '放弃草稿' }).click()
  await page.waitForURL(`**${project}/wikis`)
})

test('the owner names two editors, who may then begin drafts', async () => {
  const { page } = owner
  await expect(first.page.getByText('你不能编辑此百科')).toBeVisible()
  await page.goto(`${project}/settings/wiki`)
  await page.getByRole('radio', { name: /^成员和指定的编辑者/ }).check()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('百科设置已保存')).toBeVisible()
  const editors = page.getByRole('region', { name: '指定的编辑者' })
  for (const name of ['wiki-first', 'wiki-second']) {
    await editors.getByRole('textbox').fill(name)
    await editors.getByRole('button', { name: '添加' }).click()
    await expect(editors.getByRole('link', { name })).toBeVisible()
    await expect(editors.getByRole('textbox')).toHaveValue('')
  }
  await accessible(page)
  await showsAt(first.page, `${project}/wikis`, first.page.getByRole('button', { name: '开始编辑' }))
})

test('two editors write at once; a submission is rejected with a reason, mended and accepted', async () => {
  await begin(first)
  await begin(second)
  await write(first.page, '第一段由甲改写。\n\n第二段写有什么。')
  await write(second.page, '第一段由乙改写。\n\n第二段写有什么。')
  await submit(first, '改写第一段')
  await expect(first.page.getByText('你的草稿正在等待审核')).toBeVisible()
  await openReview(owner)
  const { page } = owner
  await expect(page.getByText('改写第一段').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '正文变更' })).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: '拒绝', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '拒绝这次提交' })
  await dialog.getByRole('button', { name: '拒绝', exact: true }).click()
  await expect(dialog.getByText('请填写拒绝原因。')).toBeVisible()
  await dialog.getByRole('textbox').fill('请说明改了什么。')
  await dialog.getByRole('button', { name: '拒绝', exact: true }).click()
  await page.waitForURL(`**${project}/wikis`)
  await showsAt(first.page, `${project}/wikis`, first.page.getByText('原因：请说明改了什么。'))
  await first.page.getByRole('button', { name: '重新编辑' }).click()
  await first.page.waitForURL('**/wikis/edit**')
  await expect(first.page.getByText('1 / 5 次')).toBeVisible()
  await submit(first, '第一段改得更清楚')
  await openReview(owner)
  await page.getByRole('button', { name: '通过', exact: true }).click()
  await expect(page.getByText('已通过并发布')).toBeVisible()
  await showsAt(page, `${project}/wiki/start`, page.getByText('第一段由甲改写。'))
})

test('the other editor sees the new change, and decides the conflict by hand', async () => {
  const { page } = second
  await page.goto(`${project}/wikis/edit`)
  await expect(page.getByText('有 1 处新改动')).toBeVisible()
  await page.getByRole('button', { name: '提交草稿审核' }).click()
  await page.waitForURL('**/wikis/preview')
  await expect(page.getByRole('heading', { name: '1 处冲突' })).toBeVisible()
  await expect(page.getByRole('button', { name: '提交草稿审核' })).toBeDisabled()
  await expect(page.getByText('还有 1 处冲突未解决，解决后可以提交')).toBeVisible()
  await accessible(page)
  await page.getByRole('heading', { name: '1 处冲突' }).click()
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: '合并结果' }).fill('第一段由甲和乙改写。\n\n第二段写有什么。')
  await page.getByRole('button', { name: '采用这个结果' }).click()
  await expect(page.getByRole('heading', { name: '1 处冲突' })).toHaveCount(0)
  await page.getByRole('textbox', { name: '提交原因' }).fill('合并两人的改动')
  await page.getByRole('button', { name: '提交草稿审核' }).click()
  await expect(page.getByText('提交成功')).toBeVisible()
})

test('what changed since the reviewer looked is shown again before it is published', async () => {
  const { page } = owner
  await openReview(owner)
  await expect(page.getByText('已看 0 / 1')).toBeVisible()
  await page.keyboard.press('v')
  await expect(page.getByText('已看 1 / 1')).toBeVisible()
  // The same account publishes something else meanwhile.
  const draft = await drafted(owner)
  await send(owner, 'POST', `/drafts/${draft.id}/pages`, { title: '常见问题', slug: 'faq', sort_order: 10 })
  const [start] = draft.tree
  await send(owner, 'PATCH', `/drafts/${draft.id}/pages/${start.id}`, { title: '从这里开始' })
  await send(owner, 'POST', `/drafts/${draft.id}/submit`, { msg: '改名' })
  await expect(page.getByText('预览已更新')).toBeVisible()
  await page.getByRole('button', { name: '通过', exact: true }).click()
  await expect(page.getByText('已通过并发布')).toBeVisible()
  await showsAt(page, `${project}/wiki/start`, page.getByText('第一段由甲和乙改写。'))
})

test('a change is opened in the history and taken back', async () => {
  const { page } = owner
  await page.goto(`${project}/wikis/history`)
  await accessible(page)
  await page.getByRole('link', { name: '合并两人的改动' }).click()
  await expect(page.getByRole('heading', { name: /^更改 r / })).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: '撤销此更改' }).click()
  const dialog = page.getByRole('dialog', { name: /^撤销更改/ })
  await dialog.getByRole('textbox').fill('先恢复原样')
  await dialog.getByRole('button', { name: '撤销此更改' }).click()
  await expect(page.getByText('更改已撤销')).toBeVisible()
  await showsAt(page, `${project}/wiki/start`, page.getByText('第一段由甲改写。'))
  await page.goto(`${project}/wikis/history`)
  await expect(page.getByText(/^撤销了 r \d+$/)).toBeVisible()
})

test('a former address leads to the page, a missing one says so', async () => {
  const { page } = first
  const draft = await drafted(owner)
  const faq = draft.tree.find((one) => one.slug === 'faq')
  await send(owner, 'PATCH', `/drafts/${draft.id}/pages/${faq.id}`, { slug: 'questions' })
  await send(owner, 'POST', `/drafts/${draft.id}/submit`, { msg: '换地址' })
  await expect(async () => {
    await page.goto(`${project}/wiki/faq`)
    expect(new URL(page.url()).pathname).toBe(`${project}/wiki/questions`)
  }).toPass()
  expect((await page.goto(`${project}/wiki/none`)).status()).toBe(404)
  await expect(page.getByText('百科里没有这一页')).toBeVisible()
})

test('after five repeats the editor is banned, and is told until when', async () => {
  const draft = await drafted(first)
  const [start] = draft.tree
  await send(first, 'PATCH', `/drafts/${draft.id}/pages/${start.id}`, {
    body: '又改了一次。',
    edition: (await read(first, `/drafts/${draft.id}/pages/${start.id}`)).edition,
  })
  for (let n = 0; n < 5; n++) {
    await send(first, 'POST', `/drafts/${draft.id}/submit`, { msg: '再来一次' })
    await send(first, 'POST', `/drafts/${draft.id}/take-back`)
  }
  const { page } = first
  await page.goto(`${project}/wikis/edit`)
  await expect(page.getByText('5 / 5 次')).toBeVisible()
  await page.getByRole('button', { name: '放弃草稿' }).click()
  const dialog = page.getByRole('dialog', { name: '放弃草稿？' })
  await expect(dialog.getByText(/3 小时内不能再开始编辑/)).toBeVisible()
  await dialog.getByRole('button', { name: '放弃草稿' }).click()
  await showsAt(page, `${project}/wikis`, page.getByText(/^你在 .* 之前不能在此百科开始新的草稿$/))
  await owner.page.goto(`${project}/settings/wiki`)
  await owner.page.getByRole('button', { name: '解除对 wiki-first 的限制' }).click()
  const lift = owner.page.getByRole('dialog', { name: '解除限制' })
  await lift.getByRole('textbox').fill('误会')
  await lift.getByRole('button', { name: '解除' }).click()
  await expect(owner.page.getByText('限制已解除')).toBeVisible()
  await showsAt(page, `${project}/wikis`, page.getByRole('button', { name: '从这里继续' }))
})

/** Moves the focus by the keyboard to a control. */
async function reach(page, control) {
  for (let n = 0; n < 200; n++) {
    if (await control.evaluate((it) => it === document.activeElement).catch(() => false)) return
    // In the text Tab indents, until Escape.
    if (await page.evaluate(() => document.activeElement?.closest('.cm-content') !== null)) await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
  }
  throw new Error('the control is not reached by the keyboard')
}

test('a page is moved, written and published by keyboard alone', async () => {
  const { page } = owner
  await page.goto(`${project}/wikis`)
  await reach(page, page.getByRole('button', { name: '开始编辑' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/wikis/edit**')
  const row = page.getByRole('region', { name: '页面树' }).getByRole('link', { name: '常见问题' })
  await reach(page, row)
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByText('常见问题 已移到 从这里开始 之下')).toBeAttached()
  await expect(row).toBeFocused()
  await reach(page, page.locator('main').getByRole('button', { name: '发布', exact: true }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/wikis/preview')
  await expect(page.getByRole('heading', { name: '改名与移动' })).toBeVisible()
  await page.keyboard.press('v')
  await expect(page.getByText('已看 1 / 1')).toBeVisible()
  await reach(page, page.getByRole('textbox', { name: '提交原因' }))
  await page.keyboard.type('常见问题放到下面')
  await reach(page, page.locator('main').getByRole('button', { name: '发布', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('提交成功')).toBeVisible()
})

test('two tabs that save different texts are both shown', async () => {
  await begin(second)
  const { page } = second
  const draft = (await read(second)).standing.draft.id
  const text = await read(second, `/drafts/${draft}/pages/${(await read(second, `/drafts/${draft}`)).tree[0].id}`)
  await write(page, '这一处的内容。')
  const saved = await read(second, `/drafts/${draft}/pages/${text.page.id}`)
  const cookie = (await second.context.cookies(server.url)).find((one) => one.name === 'modyard_csrf')
  await second.context.request.put(`${server.url}${api}/drafts/${draft}/pages/${text.page.id}/autosave`, {
    data: { body: '另一处的内容。' },
    headers: { 'If-Match': String(saved.save.version), 'X-CSRF-Token': cookie.value, Origin: server.url },
  })
  await page.locator('.cm-content').fill('这一处又写了。')
  await expect(page.getByText('另一个标签页保存了不同的内容')).toBeVisible()
  await accessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeFalsy()
  await page.getByRole('button', { name: '用另一处的' }).click()
  await expect(page.locator('.cm-content')).toContainText('另一处的内容。')
})
