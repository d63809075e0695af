import { Badge } from '@/components/ui/badge'
import { formatBytes } from '@/lib/format'
import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import ui from '@/components/ui/ui.module.css'
import type { FileChange, VersionChange } from '../api'
import { isLong } from '../model/long'
import { FieldChanges } from './field-changes'
import { LineDiff } from './line-diff'
import css from './diff.module.css'

const tones = { added: 'ok', removed: 'bad', changed: 'neutral' } as const

/** The versions that came, went or changed, with their files. */
export function VersionChanges({ versions, total }: { versions: readonly VersionChange[]; total: number }) {
  return (
    <section className={css.section}>
      <header>
        <h3>{t.diff.versions}</h3>
        <small>{t.diff.versionCount(total)}</small>
      </header>
      {versions.map((version) => {
        const short = version.fields.filter((field) => !isLong(field))
        return (
          <div key={version.id} className={css.version}>
            <h4>
              {version.number} <Badge tone={tones[version.change]}>{t.diff[version.change]}</Badge>
            </h4>
            {short.length > 0 ? <FieldChanges fields={short} title={`${version.number}：${t.diff.caption}`} /> : null}
            {version.files.length > 0 ? <Files files={version.files} title={`${version.number}：${t.diff.files}`} /> : null}
            {version.fields.filter(isLong).map((field) => (
              <LineDiff
                key={field.field}
                title={t.field[field.field] ?? field.field}
                before={field.from[0] ?? ''}
                after={field.to[0] ?? ''}
              />
            ))}
          </div>
        )
      })}
      {total > versions.length ? <p className={css.note}>{t.diff.moreVersions(versions.length, total)}</p> : null}
    </section>
  )
}

function Files({ files, title }: { files: readonly FileChange[]; title: string }) {
  return (
    <table className={css.table}>
      <caption className={ui.visuallyHidden}>{title}</caption>
      <tbody>
        {files.map((change) => (
          <tr key={(change.to ?? change.from)?.hashes.sha512}>
            <th scope="row">
              {t.diff.file} · {t.diff[change.change]}
            </th>
            <FileSide file={change.from} className={css.old} />
            <FileSide file={change.to} className={css.new} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FileSide({ file, className }: { file: FileChange['from']; className: string | undefined }) {
  if (!file) return <td className={css.none}>{t.diff.none}</td>
  return (
    <td className={className}>
      <span className={css.mono}>{file.filename}</span> {formatBytes(file.size)}
      {file.primary ? ` · ${t.diff.primary}` : ''}
      <span className={css.hash}>SHA-512 {file.hashes.sha512}</span>
      <span className={css.hash}>SHA-1 {file.hashes.sha1}</span>
    </td>
  )
}
