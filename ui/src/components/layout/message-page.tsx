import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button'
import { siteText as t } from '@/lib/i18n/zh-Hans/site'
import { BrandMark } from './brand-mark'
import { PathLink } from './path-link'

/** The whole page says that something is not there (404) or went wrong. */
export function MessagePage({ status, message, code, children }: { status: number; message: string; code?: string | undefined; /** What else can be done, beside going home. */ children?: ReactNode }) {
  return (
    <div className="message-page">
      {status === 404 ? <BrandMark className="mark mark-xl" /> : <p className="message-head">{t.errorOccurred}</p>}
      <h1>{message}</h1>
      {code ? <p className="subtle t12">{code}</p> : null}
      <div className="row-x">
        {children}
        <PathLink className={buttonClass({ kind: children ? 'plain' : 'primary', size: 'lg' })} href="/">
          {t.goHome}
        </PathLink>
      </div>
    </div>
  )
}
