import { readdirSync } from 'node:fs'
import { Linter } from 'eslint'
import { expect, test } from 'vitest'
import { layers, levels } from './layers.js'

const messages = (file: string, code: string) =>
  new Linter({ cwd: '/ui' })
    .verify(
      code,
      [{ files: ['**/*.ts'], plugins: { own: { rules: { layers } } }, rules: { 'own/layers': ['error', { root: '/ui/src' }] } }],
      {
        filename: `/ui/src/${file}`,
      },
    )
    .map((one) => one.message)

test('every folder of the source has a layer', () => {
  const folders = readdirSync('src', { withFileTypes: true }).filter((one) => one.isDirectory())
  expect(folders.map((one) => one.name).sort()).toEqual(levels.flat().sort())
})

test.each([
  ['lib/a.ts', "import '@/components/ui/badge'", 'lib does not import from components.'],
  ['components/layout/bell.ts', "import('@/features/notification')", 'components does not import from features.'],
  ['features/home/a.ts', "export { x } from '@/app/router'", 'features does not import from app.'],
  [
    'features/home/components/a.ts',
    "import('@/features/review/components/dock')",
    'Import from @/features/review or @/features/review/parts.',
  ],
  ['features/home/a.ts', "import '../review/api'", 'Import from @/features/review or @/features/review/parts.'],
  ['features/home/a.ts', "export * from '../../routes/index'", 'features does not import from routes.'],
  ['features/home/a.ts', "import '@/testing/server'", 'features does not import from testing.'],
])('%s must not say %s', (file, code, message) => {
  expect(messages(file, code)).toEqual([message])
})

test.each([
  ['features/home/components/a.ts', "import '../model/feed'"],
  ['features/home/a.ts', "import '@/features/review'"],
  ['features/home/a.ts', "import('@/features/review/parts')"],
  ['features/home/a.test.ts', "import '@/testing/server'"],
  ['routes/a.ts', "import '@/features/home/components/home-screen'"],
  ['app/shell/a.ts', "import('@/features/notification/components/bell')"],
  ['main.ts', "import './app/router'"],
  ['lib/a.ts', "import('react')"],
])('%s may say %s', (file, code) => {
  expect(messages(file, code)).toEqual([])
})
