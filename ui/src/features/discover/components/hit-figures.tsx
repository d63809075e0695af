import type { ReactNode } from 'react'
import { When } from '@/components/ui/when'
import { formatCount, formatExact } from '@/lib/format'
import { downloadsHint, downloadsOf } from '@/lib/hit-words'
import { discoverText as t } from '@/lib/i18n/zh-Hans/discover'
import { isUndated } from '../model/undated'
import type { HitProps } from './hit-row'
import { Stat } from './stat'

type FiguresProps = Pick<HitProps, 'hit' | 'byCreation' | 'button'> & { dates: string; children?: ReactNode }

/** The foot of a card: its numbers, and its days or a button. */
export function HitFigures({ hit, byCreation, button, dates, children }: FiguresProps) {
  const oneDay = byCreation || isUndated(hit)
  return (
    <footer>
      <Stat label={t.columns.downloads} title={downloadsHint(hit, formatExact(hit.downloads))} value={downloadsOf(hit)} />
      <Stat label={t.follows} title={formatExact(hit.follows)} value={formatCount(hit.follows)} />
      {button ?? (
        <Stat
          label={oneDay ? t.created : t.bothDays}
          title={dates}
          value={
            <>
              {oneDay ? null : (
                <>
                  <When estimated={hit.estimated.updated} time={hit.date_modified} title={dates} />
                  {' · '}
                </>
              )}
              <When estimated={hit.estimated.created} time={hit.date_created} title={dates} />
            </>
          }
        />
      )}
      {children}
    </footer>
  )
}
