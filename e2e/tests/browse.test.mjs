// Searching and viewing: filters, display modes, the own game version, pictures, versions, downloads.
import http from 'node:http'
import { visitor } from '../lib/browser.mjs'
import { complete, overflow } from '../lib/look.mjs'
import { explain, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

let server

test.beforeAll(async () => {
  server = await Server.demonstration()
})

test.afterAll(async () => {
  await server?.stop()
})

const results = (page) => page.getByRole('region', { name: '搜索结果' })
const settled = (page, text) => page.getByRole('status').filter({ hasText: text }).waitFor()
const query = (page) => new URL(page.url()).searchParams

test('filters are included and excluded, kept in the address, and removed one by one', async ({ browser }) => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await page.goto('/mods')
  const filters = page.getByRole('complementary', { name: '筛选' })
  await filters.getByRole('button', { name: 'NeoForge', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('g') === 'categories:neoforge')
  const magic = filters.getByRole('listitem').filter({ has: page.getByRole('button', { name: '魔法', exact: true }) })
  await magic.hover()
  await magic.getByRole('button', { name: '排除 魔法' }).click()
  await page.waitForURL((url) => url.searchParams.get('nf') === 'categories:magic')
  // Including an excluded filter replaces the exclusion.
  await filters.getByRole('button', { name: /^魔法/ }).click()
  await page.waitForURL((url) => url.searchParams.get('f') === 'categories:magic' && !url.searchParams.has('nf'))
  // Earlier results stay while the new ones load.
  await expect(async () => {
    const total = Number((await page.locator('.active-chips__total').textContent()).replace(/\D/g, ''))
    expect(await results(page).getByRole('article').count()).toBe(total)
  }).toPass()
  await page.getByRole('button', { name: '移除筛选 魔法' }).click()
  await page.waitForURL((url) => !url.searchParams.has('f'))
  await filters.getByRole('button', { name: '重置所有筛选' }).click()
  await page.waitForURL((url) => url.search === '')
  // No filter change adds a step to the history.
  expect(await page.evaluate(() => history.length)).toBe(2)
  expect(complaints).toEqual([])
  await context.close()
})

/** Clicks a box near its lower left and right corners and on its picture; each place opens the project. */
async function opensEverywhere(page, box, picture) {
  let outer, shown
  await expect(async () => {
    // The page may be drawn anew between the two: what is not shown has no box.
    ;[outer, shown] = [await box.boundingBox(), await picture.boundingBox()]
    expect(outer && shown).toBeTruthy()
  }).toPass()
  const { x, y, width, height } = outer
  const places = [
    { x: width - 6, y: height - 6 },
    { x: 6, y: height - 6 },
    { x: shown.x - x + shown.width / 2, y: shown.y - y + shown.height / 2 },
  ]
  for (const position of places) {
    const from = page.url()
    // Where the page was scrolled to before is restored after going back: a click waits until the box stands still.
    await box.click({ position })
    await expect(page.locator('.subject h1')).toBeVisible()
    expect(new URL(page.url()).pathname).toMatch(/^\/[a-z]+\/[^/]+$/)
    await page.goBack()
    await page.waitForURL(from)
    await expect(box).toBeVisible()
  }
}

test('everything that looks like a result opens its project, in every display mode and on both widths', async ({ browser }) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, context, complaints } = await visitor(browser, server.url, { viewport })
    await page.goto('/modpacks')
    // A phone has no control for the mode.
    for (const mode of viewport.width > 1000 ? ['列表', '网格', '图墙'] : ['']) {
      if (mode) await page.getByRole('button', { name: mode, exact: true }).click()
      const row = results(page).getByRole('article').nth(1)
      await opensEverywhere(page, row, row.locator('img').first())
      // Inner links stay their own.
      await row.locator('a:is([href^="/user/"], [href^="/organization/"])').first().click()
      await page.waitForURL(/\/(user|organization)\//)
      await page.goBack()
      await expect(row).toBeVisible()
    }
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      results(page)
        .getByRole('article')
        .nth(1)
        .click({ button: 'middle', position: { x: 20, y: 20 } }),
    ])
    await tab.close()
    await page.goto('/')
    for (const list of ['#hot-title', '#updated-title', '#pictures-title']) {
      const one = page
        .locator(`section:has(${list})`)
        .locator('li, article')
        .filter({ has: page.locator('h3') })
        .first()
      await one.scrollIntoViewIfNeeded()
      await opensEverywhere(page, one, one.locator('img').first())
      const { height } = await one.boundingBox()
      for (const how of [{ button: 'middle' }, { modifiers: ['ControlOrMeta'] }]) {
        const [other] = await Promise.all([context.waitForEvent('page'), one.click({ ...how, position: { x: 6, y: height - 6 } })])
        await other.close()
      }
    }
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('on a phone a grid and a gallery open their projects everywhere too', async ({ browser }) => {
  const { page, context, complaints } = await visitor(browser, server.url)
  for (const mode of ['网格', '图墙']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/modpacks')
    await page.getByRole('button', { name: mode, exact: true }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    const one = results(page).getByRole('article').nth(1)
    await opensEverywhere(page, one, one.locator('img').first())
    expect(await overflow(page)).toBeUndefined()
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('people, teams and collections open everywhere, and so does what their pages list, on both widths', async ({ browser }) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, context, complaints } = await visitor(browser, server.url, { viewport })
    for (const [place, list] of [
      ['users', '用户'],
      ['organizations', '团队'],
      ['collections', '收藏夹'],
    ]) {
      await page.goto(`/${place}`)
      const row = page.getByRole('region', { name: list, exact: true }).getByRole('article').first()
      await opensEverywhere(page, row, row.locator('img').first())
      await row.click({ position: { x: 6, y: 6 } })
      const listed = page
        .locator('main article')
        .filter({ has: page.locator('h3, h2') })
        .first()
      await opensEverywhere(page, listed, listed.locator('img').first())
    }
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('the tile of a type, its page and the API of the third version count the same projects', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  await page.goto('/')
  const tiles = page.getByRole('navigation', { name: '按类型浏览' }).getByRole('link')
  await expect(async () => expect((await tiles.first().textContent()) ?? '').toMatch(/\d/)).toPass()
  const counted = await tiles.evaluateAll((links) =>
    links.map((link) => [link.getAttribute('href'), Number(/[\d,]+/.exec(link.textContent)?.[0].replaceAll(',', '') ?? 0)]),
  )
  expect(counted.length).toBe(8)
  for (const [href, count] of counted) {
    const facets = JSON.stringify([[`project_types:${href.slice(1, -1)}`]])
    const found = await fetch(`${server.url}/v3/search?facets=${encodeURIComponent(facets)}`).then((r) => r.json())
    expect(found.total_hits, href).toBe(count)
    await page.goto(href)
    await settled(page, count ? `${count} 个结果` : '没有')
  }
  await context.close()
})

test('a plugin platform shows the plugins that it supports', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  await page.goto('/plugins')
  await page.getByRole('button', { name: 'Purpur', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.getAll('g').length === 4)
  expect(query(page).getAll('g').sort()).toEqual(['bukkit', 'paper', 'purpur', 'spigot'].map((name) => `categories:${name}`))
  await expect(page.getByRole('heading', { name: '环境' })).toHaveCount(0)
  await context.close()
})

test('the number beside an option is its number of results', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  await page.goto('/mods?v=1.21.1')
  const filters = page.getByRole('complementary', { name: '筛选' })
  for (const name of ['客户端即可', 'Quilt', '装饰']) {
    const option = filters.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })
    const said = Number((await option.locator('.filter-option__number').textContent()).replaceAll(',', ''))
    await option.getByRole('button', { name, exact: true }).click()
    await settled(page, `${said} 个结果`)
    await option.getByRole('button', { name, exact: true }).click()
    await page.waitForURL((url) => [...url.searchParams].length === 1)
  }
  await context.close()
})

/** The place of a page whose wheel has stopped: the same in ten frames. */
const restingScroll = (page) =>
  page.evaluate(async () => {
    for (let same = 0, last = -1; same < 10; last = scrollY) {
      await new Promise((next) => requestAnimationFrame(next))
      same = scrollY === last ? same + 1 : 0
    }
    return scrollY
  })

test('going back restores the filters, the page of results and the place on it', async ({ browser }) => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await page.goto('/mods?s=downloads')
  await expect(results(page)).toBeVisible()
  await page.getByRole('link', { name: '第 2 页' }).click()
  await page.waitForURL((url) => url.searchParams.get('o') === '20')
  await page.waitForFunction(() => scrollY === 0)
  await expect(page.locator('.list-bar__foot').getByText(/^第 21–40 项/)).toBeVisible()
  const link = results(page).getByRole('article').nth(14).getByRole('heading').getByRole('link')
  await link.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 200)
  await page.waitForFunction(() => scrollY > 300)
  const before = await restingScroll(page)
  const title = await link.textContent()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasText: title })).toBeVisible()
  await page.goBack()
  await page.waitForURL((url) => url.searchParams.get('o') === '20' && url.searchParams.get('s') === 'downloads')
  await expect(link).toBeVisible()
  await page.waitForFunction((y) => Math.abs(scrollY - y) < 40, before)
  await page.goBack()
  await expect(page.locator('.list-bar__foot').getByText(/^第 1–20 项/)).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})

test('while typing, the answer to an earlier search is never shown', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  await page.goto('/mods')
  await expect(results(page)).toBeVisible()
  let release
  const held = new Promise((done) => {
    release = done
  })
  await page.route(/\/v2\/search\?.*query=%E9%BD%BF(&|$)/, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  const field = page.getByRole('textbox', { name: /搜索模组/ })
  const asked = page.waitForRequest(/query=%E9%BD%BF(&|$)/)
  await field.fill('齿')
  await asked
  await expect(results(page)).toHaveAttribute('aria-busy', 'true')
  expect(await results(page).getByRole('article').count(), 'the results before stay').toBeGreaterThan(1)
  await field.fill('浮岛纪元')
  await expect(results(page).getByRole('link', { name: '浮岛纪元' }).first()).toBeVisible()
  await page.waitForFunction(() => document.querySelector('[aria-label="搜索结果"][aria-busy]') === null)
  const shown = await results(page).getByRole('article').count()
  release()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(results(page).getByRole('article')).toHaveCount(shown)
  expect(query(page).get('q')).toBe('浮岛纪元')
  await context.close()
})

test('text in composition by an input method is neither searched nor changed', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  await page.clock.install()
  await page.goto('/mods')
  await page.getByRole('textbox', { name: /搜索模组/ }).focus()
  const asked = []
  page.on('request', (request) => {
    if (request.url().includes('/v2/search?query=')) asked.push(new URL(request.url()).searchParams.get('query'))
  })
  const typing = await context.newCDPSession(page)
  for (const text of ['c', 'chi', 'chi l', 'chi lun'])
    await typing.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await expect(page.getByRole('textbox', { name: /搜索模组/ })).toHaveValue('chi lun')
  await page.clock.fastForward(5_000) // longer than the delay after typing
  expect(query(page).has('q')).toBe(false)
  await typing.send('Input.insertText', { text: '齿轮' })
  await page.waitForURL((url) => url.searchParams.get('q') === '齿轮')
  await expect(results(page).getByRole('link', { name: '齿轮与铜绿' }).first()).toBeVisible()
  // The result stands in the list before the search too.
  await expect.poll(() => [...new Set(asked)]).toEqual(['齿轮'])
  await context.close()
})

test('each type has its own display mode, which the browser stores; page sizes depend on the mode', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  await page.goto('/shaders')
  await expect(page.locator('.project-card__shots')).toBeVisible()
  await page.goto('/mods?m=50')
  const ways = page.getByRole('group', { name: '显示方式' })
  await expect(ways.getByRole('button', { name: '列表' })).toHaveAttribute('aria-pressed', 'true')
  await ways.getByRole('button', { name: '网格' }).click()
  await expect(page.locator('.project-card__cells')).toBeVisible()
  await expect(page.getByRole('combobox', { name: '每页' })).toHaveValue('48')
  await page.reload()
  await expect(page.locator('.project-card__cells')).toBeVisible()
  await page.goto('/plugins')
  await expect(page.locator('.rows')).toBeVisible()
  await context.close()
})

test('results can be navigated by keyboard', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  await page.goto('/mods')
  await expect(results(page)).toBeVisible()
  await complete(page) // the keys come with the parts that are loaded late
  const title = (n) => results(page).getByRole('article').nth(n).getByRole('heading').getByRole('link').textContent()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect(async () => {
    if ((await focused()) !== (await title(0))) await page.keyboard.press('j') // the keys come with the parts that load late
    expect(await focused()).toBe(await title(0))
  }).toPass()
  await page.keyboard.press('j')
  await expect.poll(async () => focused()).toBe(await title(1))
  await page.keyboard.press('/')
  await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT')
  await page.keyboard.type('jj')
  await expect(page.getByRole('textbox', { name: /搜索模组/ })).toHaveValue('jj')
  await context.close()
})

test('the own game version is chosen once, marks matching versions and selects the download', async ({ browser }) => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await page.goto('/mods')
  const filters = page.getByRole('complementary', { name: '筛选' })
  await filters.getByRole('button', { name: '1.21.1', exact: true }).click()
  await filters.getByRole('button', { name: 'NeoForge', exact: true }).click()
  await page.waitForURL((url) => url.searchParams.has('v') && url.searchParams.has('g'))
  await page.getByRole('button', { name: '记为我在玩 1.21.1 · NeoForge' }).click()
  await page.goto('/mods?q=%E9%BD%BF%E8%BD%AE%E4%B8%8E%E9%93%9C%E7%BB%BF')
  const row = results(page).getByRole('article').first()
  await expect(row.getByText('适合你')).toBeVisible()
  await row.getByRole('heading').getByRole('link').click()
  await page.getByRole('button', { name: '下载', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('已按你的环境选好')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: '1.21.1' })).toHaveAttribute('aria-checked', 'true')
  await expect(dialog.getByRole('heading', { name: '适合 1.21.1 与 NeoForge' })).toBeVisible()
  // Dependencies are listed, with the matching version and its file.
  await expect(dialog.getByRole('heading', { name: /还需要 \d 个前置/ })).toBeVisible()
  const arrives = page.waitForEvent('download')
  await dialog.getByRole('link', { name: /^下载 提灯核心/ }).click()
  expect((await arrives).suggestedFilename()).toMatch(/lantern-core.*\.jar$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.waitForFunction(() => document.activeElement?.textContent === '下载')
  await page.getByRole('link', { name: /^版本/ }).click()
  await expect(page.getByRole('row').filter({ hasText: '适合你' }).getByRole('link', { name: /^下载/ })).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})

test('pictures can be navigated by keyboard, and the focus returns', async ({ browser }) => {
  const { page, context, complaints } = await visitor(browser, server.url)
  await page.goto('/mod/gears-and-verdigris/gallery')
  const opener = page.getByRole('button', { name: /^查看图片/ }).first()
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '图片查看' })
  await expect(dialog.getByText('1 / 4')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByText('4 / 4')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(dialog.getByText('1 / 4')).toBeVisible()
  await page.keyboard.press('+')
  await expect(dialog.locator('.lightbox__full')).toBeVisible()
  await page.keyboard.press('0')
  await expect(dialog.locator('.lightbox__view:not(.lightbox__full)')).toBeVisible()
  await expect.poll(async () => dialog.getByRole('link', { name: '打开原图' }).getAttribute('href')).toMatch(/\/data\//)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.waitForFunction((element) => element === document.activeElement, await opener.elementHandle())
  expect(complaints).toEqual([])
  await context.close()
})

test('versions are filtered by their tags, and pressing a tag again removes the filter', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  await page.goto('/mod/gears-and-verdigris/versions')
  const rows = page.getByRole('table', { name: '版本列表' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const all = await rows.count()
  await page.getByRole('button', { name: '1.21.4', exact: true }).first().click()
  await page.waitForURL((url) => url.searchParams.get('g') === '1.21.4')
  await expect(async () => expect(await rows.count()).toBeLessThan(all)).toPass()
  await page.getByRole('button', { name: '1.21.4', exact: true }).first().click()
  await page.waitForURL((url) => !url.searchParams.has('g'))
  await expect(rows).toHaveCount(all)
  await page.getByRole('button', { name: /^1\.2\.0 的更多操作/ }).click()
  await page.getByRole('menuitem', { name: '查看版本' }).click()
  await expect(page.getByRole('heading', { level: 2, name: '1.2.0' })).toBeVisible()
  await expect(
    page.getByRole('heading', { name: '必需前置' }).locator('..').getByRole('link', { name: '提灯核心', exact: true }),
  ).toBeVisible()
  await page.getByRole('link', { name: /^上一个版本/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: '1.1.2' })).toBeVisible()
  // A version is also found by its number.
  await page.goto('/mod/gears-and-verdigris/version/1.2.0')
  await expect(page.getByRole('heading', { level: 2, name: '1.2.0' })).toBeVisible()
  await context.close()
})

test('an address with another type, the id or capitals redirects to the canonical address', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  const { id } = await (await page.request.get('/v2/project/gears-and-verdigris')).json()
  for (const path of [
    `/project/${id}/versions?g=1.20.1`,
    '/shader/gears-and-verdigris/versions?g=1.20.1',
    '/mod/Gears-And-Verdigris/versions?g=1.20.1',
  ]) {
    const first = await page.request.get(path, { maxRedirects: 0 })
    expect(first.status(), path).toBe(301)
    await page.goto(path)
    expect(new URL(page.url()).pathname, path).toBe('/mod/gears-and-verdigris/versions')
    expect(query(page).get('g'), path).toBe('1.20.1')
  }
  await context.close()
})

test('on a phone the filters are a sheet that shows the number of results', async ({ browser }) => {
  const { page, context, complaints } = await visitor(browser, server.url, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  await page.goto('/mods')
  await page.getByRole('button', { name: /^筛选/ }).tap()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.getByRole('button', { name: 'Quilt', exact: true }).tap()
  await page.waitForURL((url) => url.searchParams.get('g') === 'categories:quilt')
  await sheet.getByRole('button', { name: /^查看 \d+ 个结果$/ }).tap()
  await expect(sheet).toHaveCount(0)
  expect(await overflow(page)).toBe(undefined)
  expect(complaints).toEqual([])
  await context.close()
})

/** Reports a search from another address of this machine, which is another visitor. */
function searchedFrom(address, query) {
  return new Promise((done, fail) => {
    const headers = { 'Content-Type': 'application/json' }
    const request = http.request(`${server.url}/_internal/search/seen`, { method: 'POST', localAddress: address, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode))
    })
    request.on('error', fail)
    request.end(JSON.stringify({ query }))
  })
}

test('a term that twenty visitors searched for is offered to others, until the staff strikes it', async ({ browser }) => {
  const [{ title, title_zh: chinese }] = (await (await fetch(`${server.url}/v2/search?limit=1&index=downloads`)).json()).hits
  const term = (chinese ?? title).toLowerCase()
  const twentieth = await visitor(browser, server.url)
  for (let n = 1; n < 20; n++) expect(await searchedFrom(`127.0.7.${n}`, ` ${chinese ?? title} `)).toBe(204)
  // The page of the twentieth reports its search by itself.
  const reported = twentieth.page.waitForResponse((answer) => answer.url().endsWith('/_internal/search/seen'))
  await twentieth.page.goto(`/search?q=${encodeURIComponent(term)}`)
  expect((await reported).status()).toBe(204)
  const staff = await visitor(browser, server.url)
  await signIn(staff.context, server, '演示版主')
  const standing = () => staff.context.request.get(`${server.url}/_internal/moderation/searches`).then((answer) => answer.json())
  await expect(async () => expect((await standing()).terms).toEqual([{ term, visitors: 20 }])).toPass()

  // A list that was read before is repeated for half a minute.
  const listed = () => fetch(`${server.url}/_internal/search/popular`).then((answer) => answer.json())
  await expect(async () => expect((await listed()).terms).toEqual([term])).toPass({ timeout: 90_000 })
  const { page, context, complaints } = await visitor(browser, server.url)
  await page.goto('/search?q=没有这个东西')
  const offered = page.getByRole('navigation', { name: '大家在搜' })
  await expect(offered.getByRole('link').first()).toHaveText(term)
  await page.goto('/')
  const field = page.locator('header input')
  await field.focus()
  await expect(page.getByRole('group', { name: '大家在搜' }).getByRole('option', { name: term })).toBeVisible()
  await field.press('ArrowUp')
  await field.press('Enter')
  await page.waitForURL((url) => url.pathname === '/search' && url.searchParams.get('q') === term)

  await staff.page.goto('/moderation/curated?place=searches')
  await staff.page.getByRole('button', { name: `撤下：${term}` }).click()
  await explain(staff.page, 'inappropriate')
  await expect(staff.page.getByRole('region', { name: '已撤下的词' }).getByText(term)).toBeVisible()
  expect((await standing()).terms).toEqual([])
  await staff.page.goto('/moderation/audit')
  await expect(staff.page.getByRole('row').filter({ hasText: '撤下搜索词' }).filter({ hasText: term })).toBeVisible()
  expect([...twentieth.complaints, ...complaints, ...staff.complaints]).toEqual([])
  for (const one of [twentieth.context, context, staff.context]) await one.close()
})
