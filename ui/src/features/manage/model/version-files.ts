import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import type { UploadRow } from '@/lib/uploads/rows'
import type { StagedFile } from '../staged'
import { MAX_FILE_BYTES } from './version-draft'

/** What a file is for, as far as its name tells. */
export function kindOfName(name: string): string {
  if (/\.(sig|asc)$/i.test(name)) return 'signature'
  if (/[-_.]sources?\.jar$/i.test(name)) return 'sources-jar'
  if (/[-_.]javadocs?\.jar$/i.test(name)) return 'javadoc-jar'
  if (/[-_.](dev|deobf)\.jar$/i.test(name)) return 'dev-jar'
  return ''
}

/** Which of the chosen files are sent; same names, empty and too large ones are left out and named. */
export function sortFiles(taken: readonly string[], files: readonly File[]): { sound: File[]; refused: string[] } {
  const sound: File[] = []
  const refused: string[] = []
  const names = new Set(taken)
  for (const file of files) {
    if (file.size > MAX_FILE_BYTES) refused.push(t.tooLarge(file.name))
    else if (file.size === 0) refused.push(t.emptyFile(file.name))
    else if (names.has(file.name)) refused.push(t.sameName(file.name))
    else {
      names.add(file.name)
      sound.push(file)
    }
  }
  return { sound, refused }
}

/** A row for a file that is on the server already. */
export function stagedRow(staged: StagedFile): UploadRow<StagedFile> {
  return { key: staged.id, name: staged.name, size: staged.size, state: 'done', sent: staged.size, rate: 0, answer: staged }
}

/** From the best main file to the worst; what is not named here stands with the packs. */
const STANDING: Readonly<Record<string, number>> = {
  '': 0,
  unknown: 0,
  api: 1,
  'dev-jar': 3,
  'sources-jar': 4,
  'javadoc-jar': 4,
  signature: 5,
}

const PACK = 2

/** A word of a name that says that the file goes with another one. */
const SOURCES = /(?<![\p{L}\p{N}])(sources?|src|javadocs?|源码|源代码)(?![\p{L}\p{N}])/iu

/** How well a file is suited as the main one, as the server counts when nobody chooses; 0 is best. */
export function standing(file: { name: string; kind: string }): number {
  const known = file.kind && file.kind !== 'unknown' ? file.kind : kindOfName(file.name)
  const named = SOURCES.test(file.name) ? 'sources-jar' : /[-_.]api\.jar$/i.test(file.name) ? 'api' : ''
  return STANDING[known || named] ?? PACK
}

/** The first of the files that are suited best. */
export function bestSuited<T>(files: readonly T[], of: (file: T) => number): T | undefined {
  return files.reduce<T | undefined>((best, file) => (best !== undefined && of(best) <= of(file) ? best : file), undefined)
}

/** The file that becomes the main one when nobody chooses: the first that is not meant for something else. */
export function mainRow<T>(
  rows: readonly UploadRow<T>[],
  chosen: string | undefined,
  kindOf: (row: UploadRow) => string,
): UploadRow<T> | undefined {
  const fit = rows.filter((row) => row.state !== 'failed' && row.state !== 'cancelled')
  return fit.find((row) => row.key === chosen) ?? bestSuited(fit, (row) => standing({ name: row.name, kind: kindOf(row) }))
}
