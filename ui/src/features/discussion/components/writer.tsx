import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import css from './discussion.module.css'

type WriterProps = { name: string; starter: boolean; children: ReactNode }

/** The head of a text: who wrote it, and what is said about it. */
export function Writer({ name, starter, children }: WriterProps) {
  return (
    <header className={css.who}>
      {name === '' ? (
        <b>{t.gone}</b>
      ) : (
        <PathLink to="/user/$id/{-$kind}" params={{ id: name }}>
          {name}
        </PathLink>
      )}
      {starter ? <Badge tone="accent">{t.starter}</Badge> : null}
      {children}
    </header>
  )
}
