import type { PackFile, PackFiles } from '@/features/review/packfile-api'
import { ago } from '@/testing/time'

const hex = (letter: string, length: number) => letter.repeat(length)

/** A file of a modpack that nobody has judged. */
export function packFileOf(letter: string, name: string, more: Partial<PackFile> = {}): PackFile {
  return {
    sha1: hex(letter, 40),
    sha512: hex(letter, 128),
    name,
    size: 204_800,
    kind: 'unknown',
    status: '',
    shared: false,
    misstated: false,
    places: [{ version: 'VersPac1', place: 'overrides', path: `mods/${name}`, url: '', host: '' }],
    site: null,
    flame: null,
    judgement: null,
    ...more,
  }
}

/** A file with a judgement of its content. */
export function judgedFileOf(
  letter: string,
  name: string,
  status: Exclude<PackFile['status'], ''>,
  more: Partial<PackFile> = {},
): PackFile {
  const judgement = {
    of: 'file' as const,
    status,
    title: '',
    link: '',
    proof: '',
    number: 1,
    by: { id: 'Mod00002', username: '石榴', avatar_url: null },
    at: ago(70),
  }
  return packFileOf(letter, name, { kind: 'identified', status, judgement, ...more })
}

/** The answer about a modpack with one archive. */
export function packFilesOf(files: PackFile[], more: Partial<PackFiles> = {}): PackFiles {
  return {
    identified: {},
    flame_files: {},
    unknown_files: {},
    files,
    packs: [
      {
        version: 'VersPac1',
        number: '1.0.0',
        name: 'pack.mrpack',
        sha1: hex('9', 40),
        sha512: hex('9', 128),
        pending: false,
        problem: '',
        files: files.length,
        unread: { total: 0, paths: [] },
        skipped: { total: 2, paths: ['overrides/config/a.toml', 'overrides/options.txt'] },
      },
    ],
    older: 0,
    identifier: 'ready',
    ...more,
  }
}
