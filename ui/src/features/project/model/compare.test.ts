import { expect, test } from 'vitest'
import type { VersionFile, VersionNeed } from '@/lib/api/types'
import { compareDependencies, compareFiles, difference } from './compare'

const file = (filename: string, size: number, sha512: string, primary = false) =>
  ({ filename, size, primary, hashes: { sha1: '', sha512 }, url: filename, file_type: null }) as VersionFile

const need = (id: string, dependency_type: VersionNeed['dependency_type'], required_by: string | null = null) =>
  ({
    project: { id, title: id },
    dependency_type,
    required_by,
    file_name: null,
    version: null,
    pinned: false,
    fits: true,
  }) as unknown as VersionNeed

test('what came and what went is told in the order of the lists', () => {
  expect(difference(['1.20', '1.20.1'], ['1.20.1', '1.21'])).toEqual({ added: ['1.21'], removed: ['1.20'] })
})

test('main files belong together whatever their names are, others by their names', () => {
  expect(
    compareFiles(
      [file('a-1.jar', 10, 'x', true), file('sources.jar', 5, 's'), file('old.txt', 1, 'o')],
      [file('sources.jar', 5, 's'), file('a-2.jar', 12, 'y', true), file('new.txt', 2, 'n')],
    ),
  ).toEqual([
    { name: 'a-2.jar', was: 'a-1.jar', before: 10, after: 12, same: false },
    { name: 'sources.jar', before: 5, after: 5, same: true },
    { name: 'new.txt', after: 2, same: false },
    { name: 'old.txt', before: 1, same: false },
  ])
  expect(compareFiles([], [])).toEqual([])
})

test('dependencies that came, went or changed are told; those of dependencies are not', () => {
  const { changes, kept } = compareDependencies(
    [need('api', 'required'), need('gone', 'optional'), need('soft', 'optional')],
    [need('api', 'required'), need('soft', 'required'), need('fresh', 'incompatible'), need('deep', 'required', 'fresh')],
  )
  expect(kept).toBe(1)
  expect(changes.map(({ key, before, after }) => [key, before, after])).toEqual([
    ['soft', 'optional', 'required'],
    ['fresh', undefined, 'incompatible'],
    ['gone', 'optional', undefined],
  ])
})
