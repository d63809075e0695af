// States of a visitor.
import { breaks, breaksFrom, button, dialog, failsAt, hangsAt, menu, waits, waitsFrom } from './shared.mjs'
import { talkVisitorStates } from './talk.mjs'

const project = '/mod/gears-and-verdigris'
const press = (name) => (page) => button(page, name)
const download = { path: project, opens: press(/^下载$/) }
const pick = (page, name) => dialog(page).getByRole('radio', { name, exact: true }).click()

const card = (page) => page.getByRole('link', { name: '提灯核心', exact: true }).first()
const person = (page) => page.getByRole('link', { name: '阿澄', exact: true }).first()

export function visitorStates() {
  return [
    waits('home', '/'),
    breaks('home', '/'),
    waits('search', '/mods'),
    breaks('search', '/mods'),
    waitsFrom('project', '/mods', card),
    breaksFrom('project', '/mods', card),
    waitsFrom('user', project, person),
    breaksFrom('user', project, person),
    { name: 'state-search-list', path: '/modpacks', at: [1440], act: (page) => button(page, '列表').click() },
    { name: 'state-search-grid', path: '/mods', at: [1440], act: (page) => button(page, '网格').click() },
    { name: 'state-search-gallery', path: '/modpacks', at: [1440], act: (page) => button(page, '图墙').click() },
    { name: 'state-filters', path: '/mods?g=categories:fabric&nf=categories:library', at: [390], opens: press(/^筛选/) },
    {
      name: 'state-filter-search',
      path: '/mods',
      at: [1440],
      act: async (page) => {
        await button(page, '在分类里查找').click()
        await page.getByRole('textbox', { name: '在分类里查找' }).fill('世界')
      },
    },
    {
      name: 'state-playing',
      path: '/mods',
      act: async (page) => {
        await page.evaluate(() =>
          localStorage.setItem('modyard.playing', JSON.stringify({ gameVersion: '1.21.1', loader: 'neoforge', others: {} })),
        )
        await page.reload()
        await page.getByText('适合你').first().waitFor()
      },
    },
    { name: 'state-download', ...download, act: (page) => dialog(page).getByRole('radio', { name: '1.20.1' }).waitFor() },
    {
      name: 'state-download-chosen',
      ...download,
      act: async (page) => {
        await pick(page, '1.21.1')
        await pick(page, 'Fabric')
        await dialog(page)
          .getByRole('heading', { name: /还需要/ })
          .waitFor()
      },
    },
    { name: 'state-download-loading', ...download, before: hangsAt(/\/places/), unsettled: true },
    {
      name: 'state-download-error',
      ...download,
      before: failsAt(/\/places/),
      unsettled: true,
      act: (page) => dialog(page).getByRole('button', { name: '重试' }).waitFor(),
    },
    {
      name: 'state-lightbox',
      path: `${project}/gallery`,
      opens: (page) =>
        page
          .locator('main')
          .getByRole('button')
          .filter({ has: page.locator('img') })
          .first(),
      act: (page) => page.waitForFunction(() => document.querySelector('.lightbox img')?.complete),
    },
    { name: 'state-license', path: project, opens: press('MIT') },
    { name: 'state-project-more', path: project, opens: press('更多操作'), shows: menu },
    { name: 'state-version-menu', at: [1440], path: `${project}/versions`, opens: press(/的更多操作$/), shows: menu },
    { name: 'state-versions-none', path: `${project}/versions?g=1.7.10` },
    { name: 'state-browse-sheet', path: '/', at: [390], opens: press('发现') },
    {
      name: 'state-search-sheet',
      path: '/',
      at: [390],
      opens: press('搜索'),
      returns: (page) => page.getByRole('navigation', { name: '主要导航' }).getByRole('button', { name: '搜索' }),
    },
    {
      name: 'state-sign-in-wrong',
      path: '/auth/sign-in',
      act: async (page) => {
        await page.getByLabel('用户名或邮箱').fill('nobody')
        await page.getByLabel('密码', { exact: false }).first().fill('not the one')
        await page.getByRole('button', { name: '登录', exact: true }).last().click()
        await page.getByRole('alert').first().waitFor()
      },
    },
    {
      name: 'state-sign-up-wrong',
      path: '/auth/sign-up',
      act: async (page) => {
        await page.getByLabel('密码', { exact: false }).first().fill('abc')
        await page.getByRole('button', { name: '注册', exact: true }).click()
        await page.getByText('请填写此项。').first().waitFor()
      },
    },
    {
      name: 'state-offline',
      path: '/mods',
      act: async (page) => {
        await page.context().setOffline(true)
        await page.getByText('网络已断开').waitFor()
      },
      after: (page) => page.context().setOffline(false),
    },
    {
      name: 'state-developer',
      path: '/flags',
      act: async (page) => {
        for (let times = 0; times < 5; times++) await page.locator('.app-footer__mark').click()
        await page.getByText('开发者模式已开启').waitFor()
      },
    },
    {
      name: 'state-toast',
      path: project,
      act: async (page) => {
        await button(page, '更多操作').click()
        await page.getByRole('menuitem', { name: '复制资源 ID' }).click()
        await page.getByText('资源 ID 已复制').waitFor()
      },
    },
    ...talkVisitorStates(),
  ]
}
