import '@/styles/work.css'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { reviewText as t } from '@/lib/i18n/zh-Hans/review'

/** The section bar of the moderators' pages. */
export function ReviewFrame({ path, children }: { path: string; children: ReactNode }) {
  const here = '/moderation/review'
  return (
    <>
      <div className="deck">
        <div className="deck-in">
          <b className="deck-n">{t.section}</b>
          <nav className="tabs" aria-label={t.section}>
            <PathLink href={here} className={path === here ? 'is-on' : undefined} aria-current={path === here ? 'page' : undefined}>
              {t.queue}
            </PathLink>
          </nav>
        </div>
      </div>
      {children}
    </>
  )
}
