import { lazy, Suspense, type ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button'
import { Quoted } from '@/components/ui/quoted'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { PathLink } from './path-link'
import ui from '@/components/ui/ui.module.css'
import css from './message-page.module.css'

const LostSearch = lazy(() => import('./lost-search'))

/** A full page for a missing subject (404) or an error. */
export function MessagePage({
  status,
  message,
  level = 1,
  quoted = [],
  code,
  children,
}: {
  status: number
  message: string
  /** Of its heading. */
  level?: 1 | 2
  /** Fixed English texts below the message. */
  quoted?: readonly string[]
  code?: string | undefined
  /** Further actions beside the link to the home page. */
  children?: ReactNode
}) {
  const lost = status === 404
  const Heading = `h${level}` as const
  const head = (
    <div className={css.head}>
      <Heading>{message}</Heading>
      {(lost ? quoted : [shellText.errorOccurred, ...quoted]).map((text) => (
        <Quoted key={text} className={ui.break} text={text} />
      ))}
    </div>
  )
  return (
    <div className={css.root}>
      {lost ? (
        <Suspense fallback={<div className={css.lost}>{head}</div>}>
          <LostSearch>{head}</LostSearch>
        </Suspense>
      ) : (
        head
      )}
      {code ? <p className={ui.small}>{code}</p> : null}
      <div className={ui.row}>
        {children}
        <PathLink className={buttonClass({ kind: children ? 'plain' : 'primary', size: 'lg' })} to="/">
          {shellText.goHome}
        </PathLink>
      </div>
    </div>
  )
}
