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
