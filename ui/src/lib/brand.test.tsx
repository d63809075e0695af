import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderRoute } from '@/testing/render-route'

afterEach(() => {
  document.head.innerHTML = ''
})

test('the site and its game are named as the server is configured', async () => {
  document.head.innerHTML = '<meta name="application-name" content="方块站"><meta name="game" content="Luanti">'
  await renderRoute('/')
  expect(screen.getByRole('link', { name: '方块站 首页' })).toBeTruthy()
  expect(document.title).toBe('方块站 - Luanti 资源社区')
})

test('no text of the interface contains the name of the site or of the game', () => {
  const files = import.meta.glob<string>(
    [
      './i18n/**/*.ts',
      '../features/**/*.{ts,tsx}',
      '../components/**/*.{ts,tsx}',
      '../app/**/*.{ts,tsx}',
      '!**/*.test.*',
      '!../features/issues/model/log.ts', // it reads what games write into their logs
    ],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  )
  const named = Object.entries(files).filter(([, text]) => /Modyard|Minecraft|我的世界/.test(text))
  expect(Object.keys(files).length).toBeGreaterThan(100)
  expect(named.map(([name]) => name)).toEqual([])
})
