import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import type { Changes } from '../api'
import { isLong } from '../model/long'
import { FieldChanges } from './field-changes'
import { LineDiff } from './line-diff'
import { PictureChanges } from './picture-changes'
import { VersionChanges } from './version-changes'
import css from './diff.module.css'

/** Everything that differs between two moments. */
export function ChangesView({ changes }: { changes: Changes }) {
  const { fields, pictures, versions, total } = changes
  const short = fields.filter((field) => !isLong(field))
  if (!changes.from) return <p className={css.note}>{t.diff.first}</p>
  if (fields.length + pictures.length + versions.length === 0) return <p className={css.note}>{t.diff.same}</p>
  return (
    <div className={css.root}>
      {short.length > 0 ? (
        <section className={css.section}>
          <header>
            <h3>{t.diff.fields}</h3>
            <small>{t.diff.fieldCount(short.length)}</small>
          </header>
          <FieldChanges fields={short} />
        </section>
      ) : null}
      {fields.filter(isLong).map((field) => (
        <LineDiff key={field.field} title={t.field[field.field] ?? field.field} before={field.from[0] ?? ''} after={field.to[0] ?? ''} />
      ))}
      {pictures.length > 0 ? <PictureChanges pictures={pictures} /> : null}
      {versions.length > 0 ? <VersionChanges versions={versions} total={total} /> : null}
    </div>
  )
}
