// States of screens that need more than an address, by kind of account, and the steps that lead to them.
import { visitor } from './browser.mjs'
import { eventually } from './eventually.mjs'
import { atRest, settled } from './look.mjs'
import { command, signIn } from './people.mjs'
import { dialog, picture } from './states/shared.mjs'

export { creatorStates, newcomerStates } from './states/creator.mjs'
export { manageStates } from './states/manage.mjs'
export { invitedStates, staffStates } from './states/staff.mjs'
export { visitorStates } from './states/visitor.mjs'

/** Opens a state's page at a width. */
export async function visit(page, state, width) {
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await state.before?.(page)
  await page.goto(state.path)
  if (state.unsettled) {
    await page.locator('#root main#main').waitFor()
    await page.waitForTimeout(700)
  } else await settled(page)
}

/** Runs the steps that lead to the state; returns the pressed and the new element, if there are any. */
export async function bring(page, state, width, how = (opener) => opener.click()) {
  let opener, shown
  if (state.picks) {
    const [name, file] = state.picks
    opener = page.getByRole('button', { name, exact: true }).first()
    await opener.focus()
    await page
      .locator(`input[type=file][aria-label="${name}"]`)
      .first()
      .setInputFiles(await picture(page, file))
    shown = dialog(page)
  } else if (state.opens) {
    opener = await state.opens(page, width)
    await how(opener)
    shown = (state.shows ?? dialog)(page)
  }
  await shown?.first().waitFor()
  await state.act?.(page, width)
  await atRest(page)
  return { opener, shown }
}

/** Resets everything that a state may leave behind. */
export async function leave(page, state) {
  await state.after?.(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page
    .evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    .catch(() => undefined)
  await page.goto('about:blank')
  // Reset last what is written late, such as drafts, and what only this browser stores.
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
  for (const { name } of await page.context().cookies()) if (!/session|csrf/.test(name)) await page.context().clearCookies({ name })
}

/** Prerequisites of the creator's states beside those of `furnish`: members, a token, a report with messages. */
export async function furnishStates(browser, creator, server, places) {
  // A second session of the creator.
  await signIn(
    await browser.newContext({
      baseURL: server.url,
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    }),
    server,
    '演示创作者',
  )
  const staff = await browser.newContext({ baseURL: server.url })
  await signIn(staff, server, '演示版主')
  const id = async (path) => (await (await creator.request.get(`${server.url}${path}`)).json()).id
  const moderator = await id(`/v2/user/${encodeURIComponent('演示版主')}`)
  const admin = await id(`/v2/user/${encodeURIComponent('演示管理员')}`)
  const kit = await (await creator.request.get(`${server.url}/v2/project/build-contest-kit`)).json()
  await command(creator, server, 'POST', `/v2/team/${kit.team}/members`, { user_id: moderator, role: '裁判', permissions: 5 })
  await command(creator, server, 'POST', `/v2/team/${kit.team}/members`, { user_id: admin, role: '看灯的人', permissions: 1 })
  await command(staff, server, 'POST', `/v2/team/${kit.team}/join`)
  await command(creator, server, 'POST', '/v2/pat', {
    name: '每晚构建',
    scopes: 3,
    expires: new Date(Date.now() + 60 * 86_400_000).toISOString(),
  })
  const light = await id('/v2/project/thin-light')
  const made = await command(creator, server, 'POST', '/v3/report', {
    report_type: 'copyright',
    item_type: 'project',
    item_id: light,
    body: '第三张图来自别人的相册，原作者说没有授权。\n\n- 原图发布于去年 3 月\n- 画面左下的签名被裁掉了',
  })
  const report = (await made.json()).id
  const thread = await eventually(
    async () => (await (await creator.request.get(`${server.url}/_internal/report/${report}`)).json()).thread.id,
  )
  const say = (who, body, note) => command(who, server, 'POST', `/v3/thread/${thread}`, { body: { type: 'text', body, private: note } })
  await say(staff, '谢谢。能给一个原图的链接吗？', false)
  await say(creator, '在[这里](https://example.com/album)，第二页。', false)
  await say(staff, '已联系作者，等三天。', true)
  await staff.close()
  const at = (name) => places.find((one) => one.name === name).path.split('/')[2]
  return { collection: at('collection'), organization: at('organization-settings'), report, version: kit.versions[0] }
}

/** A newly signed-up account. */
export async function newcomer(browser, server) {
  const who = await visitor(browser, server.url, { reducedMotion: 'reduce' })
  const { page } = who
  await page.goto('/auth/sign-up')
  await page.getByLabel('用户名').fill('新来的人')
  await page.getByLabel('邮箱', { exact: false }).first().fill('newcomer@example.org')
  await page.getByLabel('密码', { exact: false }).first().fill('hundred-silent-lanterns')
  await page.getByLabel('确认密码').fill('hundred-silent-lanterns')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.waitForURL('**/auth/welcome')
  return who
}
