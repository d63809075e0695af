import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import css from './save-bar.module.css'

/** Floats at the bottom of a page while there are unsaved changes. */
export function SaveBar({ count, busy, onRevert }: { count: number; busy: boolean; onRevert: () => void }) {
  if (count === 0) return null
  return (
    <div className={cn(css.root, css.settings)} role="region" aria-label={t.unsaved(count)}>
      <span role="status">{t.unsaved(count)}</span>
      <span className={css.end}>
        <Button kind="quiet" disabled={busy} onClick={onRevert}>
          {t.revert}
        </Button>
        <Button type="submit" kind="primary" loading={busy}>
          {t.save}
        </Button>
      </span>
    </div>
  )
}
