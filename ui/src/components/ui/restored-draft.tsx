import { draftText as t } from '@/lib/i18n/zh-Hans/drafts'
import type { Restored } from '@/lib/use-kept-draft'
import { Button } from './button'
import { Note } from './feedback'
import { Ago } from './time'

/** Says that a form has a restored draft, and offers to discard it. */
export function RestoredDraft({
  restored,
  files,
  onDiscard,
}: {
  restored: Restored | undefined
  /** The draft had files, which are not stored. */
  files?: boolean
  onDiscard: () => void
}) {
  if (!restored) return null
  return (
    <Note
      actions={
        <Button size="sm" onClick={onDiscard}>
          {t.discard}
        </Button>
      }
    >
      <div role="status">
        <b>{t.restored}</b>
        <p>
          <Ago time={new Date(restored.at).toISOString()} wrap={t.restoredText} />
          {restored.outdated ? ` ${t.outdated}` : ''}
          {files ? ` ${t.noFiles}` : ''}
        </p>
      </div>
    </Note>
  )
}
