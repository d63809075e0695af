import type { VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatBytes } from '@/lib/format'
import { compareText as t } from '@/lib/i18n/zh-Hans/compare'
import ui from '@/components/ui/ui.module.css'
import { compareFiles, type FileChange } from '../model/compare'
import versionFilesCss from './version-files.module.css'
import versionScreenCss from './version-screen.module.css'
import css from './compare-screen.module.css'

type Sides = { before: VersionPage; after: VersionPage }

/** What happened to a file, with the difference of its size. */
function changeOf({ before, after, same }: FileChange): string {
  if (before === undefined) return t.fileNew
  if (after === undefined) return t.fileGone
  if (same) return t.fileSame
  const more = after - before
  return more === 0 ? t.fileChanged : `${more > 0 ? '+' : '−'}${formatBytes(Math.abs(more))}`
}

/** The files of both versions. */
export function CompareFiles({ before, after }: Sides) {
  const rows = compareFiles(before.files, after.files)
  return (
    <section className={versionScreenCss.block}>
      <h3>{t.files}</h3>
      {rows.length === 0 ? (
        <p className={ui.subtle}>{t.elsewhere}</p>
      ) : (
        <table className={versionFilesCss.root}>
          <thead>
            <tr>
              <th scope="col">{t.fileName}</th>
              <th scope="col" className={versionFilesCss.mobileHidden}>
                {t.before(before.version_number)}
              </th>
              <th scope="col" className={versionFilesCss.mobileHidden}>
                {t.after(after.version_number)}
              </th>
              <th scope="col" className={css.change}>
                {t.change}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.name} ${row.was ?? ''}`}>
                <td>
                  <span className={versionFilesCss.mono}>{row.name}</span>
                  {row.was ? <small className={cn(ui.subtle, css.was)}>{row.was}</small> : null}
                </td>
                <Size bytes={row.before} />
                <Size bytes={row.after} />
                <td className={cn(ui.tabular, ui.oneLine, row.same && ui.subtle)}>{changeOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Size({ bytes }: { bytes: number | undefined }) {
  return (
    <td className={cn(ui.tabular, ui.muted, ui.oneLine, versionFilesCss.mobileHidden)}>{bytes === undefined ? '—' : formatBytes(bytes)}</td>
  )
}
