import { screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Elsewhere } from './elsewhere'

const site = { id: 'site', platform: 'CurseForge', url: 'https://www.curseforge.com/minecraft/mc-mods/a' }
const found = { platform: 'files.example.org', url: 'https://files.example.org/a.jar' }

const shown = (version: Parameters<typeof Elsewhere>[0]['version'], links: (typeof site)[]) => {
  document.body.innerHTML = renderToStaticMarkup(<Elsewhere version={version} project={{ donation_urls: links }} wide />)
  return screen.queryByRole('link')
}

test('a version whose file is on another site is downloaded from there, in a new tab, whose size is unknown', () => {
  const link = shown({ id: 'VersAbc1', version_number: '1.2.0', disk_urls: [found] }, [site])
  expect(link?.getAttribute('aria-label')).toBe('从 files.example.org 下载 1.2.0（大小未知）')
  expect(link?.textContent).toContain('从 files.example.org 下载')
  expect(link?.getAttribute('href')).toBe(found.url)
  expect(link?.getAttribute('target')).toBe('_blank')
  expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
})

test('without an address of the file the page of the project elsewhere is offered, and nothing where that is unknown', () => {
  const link = shown({ id: 'VersAbc1', version_number: '1.2.0', disk_urls: [] }, [site])
  expect(link?.textContent).toContain('前往原站')
  expect(link?.getAttribute('href')).toBe(site.url)
  expect(link?.getAttribute('target')).toBe('_blank')
  expect(shown({ id: 'VersAbc1', version_number: '1.2.0', disk_urls: [] }, [])).toBeNull()
})
