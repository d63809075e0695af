import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { BrandMark } from './brand-mark'
import { PathLink } from './path-link'
import ui from '@/components/ui/ui.module.css'
import brandMarkCss from './brand-mark.module.css'
import css from './message-page.module.css'

/** A full page for a missing subject (404) or an error. */
export function MessagePage({
  status,
  message,
  code,
  children,
}: {
  status: number
  message: string
  code?: string | undefined
  /** Further actions beside the link to the home page. */
  children?: ReactNode
}) {
  return (
    <div className={css.root}>
      {status === 404 ? <BrandMark className={cn(brandMarkCss.root, brandMarkCss.xl)} /> : <p className={css.head}>{t.errorOccurred}</p>}
      <h1>{message}</h1>
      {code ? <p className={ui.small}>{code}</p> : null}
      <div className={ui.row}>
        {children}
        <PathLink className={buttonClass({ kind: children ? 'plain' : 'primary', size: 'lg' })} href="/">
          {t.goHome}
        </PathLink>
      </div>
    </div>
  )
}
