import { ArrowDown } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { formatExact } from '@/lib/format'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import ui from '@/components/ui/ui.module.css'
import css from './discussion.module.css'

/** Says that there are new answers and loads them when pressed. The first one is announced, further ones are not. */
export function Fresh({ count, onLoad }: { count: number; onLoad: () => void }) {
  return (
    <>
      <span className={ui.visuallyHidden} role="status">
        {count > 0 ? t.freshAnnounced : ''}
      </span>
      {count > 0 ? (
        <p className={css.fresh}>
          <Button size="sm" kind="primary" onClick={onLoad}>
            <ArrowDown className={ui.icon14} aria-hidden />
            {t.fresh(formatExact(count))}
          </Button>
        </p>
      ) : null}
    </>
  )
}
