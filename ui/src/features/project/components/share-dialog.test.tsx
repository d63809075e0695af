import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import type { ProjectPage } from '@/lib/api/types'
import ShareDialog from './share-dialog'

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'share')
})

const project = {
  id: 'Prj00001',
  slug: 'gears',
  url_type: 'mod',
  title: 'Gears & Verdigris',
  title_zh: '齿轮与铜绿',
  description: '用齿轮搭起会动的工厂。',
  loaders: ['fabric', 'neoforge'],
  status: 'approved',
} as unknown as ProjectPage
const url = `${location.origin}/mod/gears`
const images = () => [...document.querySelectorAll('[role="dialog"] img')].map((image) => image.getAttribute('src'))

/** A page with the dialog behind an item of a menu. */
function Page() {
  const [open, setOpen] = useState(false)
  return (
    <main id="main">
      <Menu label="更多操作" trigger={<button type="button">更多操作</button>}>
        <MenuItem onSelect={() => setOpen(true)}>分享</MenuItem>
      </Menu>
      {open ? <ShareDialog project={project} onClose={() => setOpen(false)} /> : null}
    </main>
  )
}

test('the link, the text for chats and the badges are copied as they are shown', async () => {
  const user = userEvent.setup()
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => Promise.resolve(void copied.push(text)))
  render(<ShareDialog project={project} onClose={() => undefined} />)
  for (const name of ['复制链接', '复制聊天文字', '复制徽章「下载」的 Markdown', '复制徽章「许可证」的 Markdown'])
    await user.click(screen.getByRole('button', { name }))
  const text = `【齿轮与铜绿】用齿轮搭起会动的工厂。\n加载器：Fabric、NeoForge\n${url}`
  const badge = (name: string, kind: string) => `[![${name}](${location.origin}/v3/project/Prj00001/badge/${kind}.svg)](${url})`
  expect(copied).toEqual([url, text, badge('下载', 'downloads'), badge('许可证', 'license')])
  expect([...screen.getByRole('dialog').querySelectorAll('p')].map((one) => one.textContent)).toEqual(expect.arrayContaining([url, text]))
})

test('a project without a loader has no line about loaders', () => {
  render(<ShareDialog project={{ ...project, loaders: [] }} onClose={() => undefined} />)
  const texts = [...screen.getByRole('dialog').querySelectorAll('p')].map((one) => one.textContent)
  expect(texts).toContain(`【齿轮与铜绿】用齿轮搭起会动的工厂。\n${url}`)
})

test.each(['approved', 'archived', 'unlisted'] as const)('a project that is %s has its card, its code and four badges', (status) => {
  render(<ShareDialog project={{ ...project, status }} onClose={() => undefined} />)
  const api = '/v3/project/Prj00001'
  expect(images()).toEqual([
    '/pictures/card/Prj00001',
    `${api}/qr`,
    ...['downloads', 'version', 'game-versions', 'license'].map((kind) => `${api}/badge/${kind}.svg`),
  ])
  for (const image of within(screen.getByRole('dialog')).getAllByRole('img')) expect(image.getAttribute('alt')).not.toBe('')
})

test.each(['draft', 'processing', 'rejected', 'private'] as const)('a project that is %s says why it has none of them', (status) => {
  render(<ShareDialog project={{ ...project, status }} onClose={() => undefined} />)
  expect(images()).toEqual([])
  expect(screen.getByText('公开之后才有分享卡片、二维码和徽章。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '复制链接' })).toBeTruthy()
})

test('other applications are offered where the system has a way to them, and a share that is called off is no error', async () => {
  render(<ShareDialog project={project} onClose={() => undefined} />)
  expect(screen.queryByRole('button', { name: '用其他应用分享' })).toBeNull()
  screen.getByRole('dialog').remove()
  const share = vi.fn(() => Promise.reject(new DOMException('called off', 'AbortError')))
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  render(<ShareDialog project={project} onClose={() => undefined} />)
  await userEvent.click(screen.getByRole('button', { name: '用其他应用分享' }))
  expect(share).toHaveBeenCalledWith({ title: '齿轮与铜绿', text: project.description, url })
})

test('Tab stays in the dialog, Escape closes it, and the focus is again at the button of the menu', async () => {
  const user = userEvent.setup()
  render(<Page />)
  const more = screen.getByRole('button', { name: '更多操作' })
  more.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('menuitem', { name: '分享' })
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: '分享' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  for (let press = 0; press < 10; press++) {
    await user.tab()
    expect(dialog.contains(document.activeElement)).toBe(true)
  }
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(more))
})
