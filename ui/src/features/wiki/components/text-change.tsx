import { Preview } from '@/components/markdown/preview'
import { DiffRoot, LineDiff, MergedDiff } from '@/features/history'
import { wikiReviewText as t } from '@/lib/i18n/zh-Hans/wiki-review'
import type { PartViewMode } from '../model/views'
import { useShownMode } from './view-choice'
import ui from '@/components/ui/ui.module.css'
import css from './submission.module.css'

/** Two states of a text: beside each other, in one, or as the page shows them. */
export function TextChange({ title, before, after, mode }: { title: string; before: string; after: string; mode: PartViewMode }) {
  const shown = useShownMode(mode)
  if (before === after) return <p className={css.none}>{t.same}</p>
  if (shown === 'rendered')
    return (
      <div className={css.rendered}>
        <section aria-label={t.before}>
          <h4>{t.before}</h4>
          {before ? <Preview text={before} className={css.prose} /> : <p className={ui.muted}>{t.noneBefore}</p>}
        </section>
        <section aria-label={t.after}>
          <h4>{t.after}</h4>
          {after ? <Preview text={after} className={css.prose} /> : <p className={ui.muted}>{t.noneAfter}</p>}
        </section>
      </div>
    )
  const Diff = shown === 'side' ? LineDiff : MergedDiff
  return (
    <DiffRoot className={css.diff}>
      <Diff title={title} untitled before={before} after={after} />
    </DiffRoot>
  )
}
